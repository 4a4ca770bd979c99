const isFlagKnown = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);

interface NodeArgs {
  readonly args: readonly string[];
  readonly permissionModel: boolean;
}

/**
 * Node switches for a program that runs remotes' code; the name of the permission switch depends on the Node version. The program can read only its own file,
 * so all of its modules are bundled into that file. Intrinsics are frozen, because the program shares them with the remote's code.
 */
export const getIsolatedNodeArgs = (programFile: string, ownArgs: readonly string[]): NodeArgs => {
  const permissionFlag = ['--permission', '--experimental-permission'].find(isFlagKnown);
  const optionalFlags = ['--disable-sigusr1', '--no-experimental-websocket', '--no-experimental-global-navigator'].filter(isFlagKnown);
  return {
    permissionModel: permissionFlag !== undefined,
    args: [
      ...(permissionFlag === undefined ? [] : [permissionFlag, `--allow-fs-read=${programFile}`]),
      ...optionalFlags,
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

/** Hides the environment variables and Node switches of the starting process from remotes. */
export const ISOLATED_ENVIRONMENT = { NODE_ENV: 'production' };
