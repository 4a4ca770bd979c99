const isFlagKnown = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);

interface NodeArgs {
  readonly args: readonly string[];
  readonly permissionModel: boolean;
}

/**
 * Node's own switches for a program that runs remotes' code, those of the permission model by the name that this version has for it. The program can read its own
 * file only, so everything that it needs is compiled in. Nobody can change the intrinsics: code of the program shares them with the remote's.
 */
export const getIsolatedNodeArgs = (programFile: string, ownArgs: readonly string[]): NodeArgs => {
  const permissionFlag = ['--permission', '--experimental-permission'].find(isFlagKnown);
  const optional = ['--disable-sigusr1', '--no-experimental-websocket', '--no-experimental-global-navigator'].filter(isFlagKnown);
  return {
    permissionModel: permissionFlag !== undefined,
    args: [
      ...(permissionFlag === undefined ? [] : [permissionFlag, `--allow-fs-read=${programFile}`]),
      ...optional,
      ...ownArgs,
      '--frozen-intrinsics',
      '--disallow-code-generation-from-strings',
      '--no-addons',
      '--no-warnings',
      '--v8-pool-size=1',
      programFile,
    ],
  };
};

/** Neither the settings of the process that starts a program nor switches for Node reach a remote. */
export const ISOLATED_ENVIRONMENT = { NODE_ENV: 'production' };
