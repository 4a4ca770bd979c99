import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The user and group as which remotes' processes run, where that is not the host's own. */
export interface RemoteUser {
  readonly uid: number;
  readonly gid: number;
}

/** What separates remotes' code from the machine, as `GET /ready` reports it. */
export interface Isolation {
  /** `namespaces`: own network without interfaces, own process table · `user`: another user · `none`: closed globals and the permission model only. */
  readonly barrier: 'namespaces' | 'user' | 'none';
  readonly permissionModel: boolean;
}

export interface Launcher {
  readonly isolation: Isolation;
  /** Program, arguments and options that start a remote's process. */
  readonly command: readonly [file: string, args: readonly string[], options: SpawnOptions];
}

interface LauncherOptions {
  /** The compiled program of the processes. */
  readonly programFile: string;
  /** `none` leaves out the barrier of the operating system. */
  readonly barrier: 'auto' | 'none';
  readonly user?: RemoteUser | undefined;
}

const HEAP_LIMIT_MB = 128;
const TRIAL_LIMIT_MS = 5000;
/** util-linux. A fixed path: `PATH` could name another program. */
const UNSHARE_FILES = ['/usr/bin/unshare', '/bin/unshare'];
/** New network and process namespaces. Whoever ends `unshare` ends what runs in them. */
const UNSHARE_ARGS = ['--user', '--map-current-user', '--net', '--pid', '--fork', '--kill-child'];

const isFlagKnown = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);

/** Node's own switches, those of the permission model by the name that this version has for it. */
const getNodeArgs = (programFile: string): { readonly args: readonly string[]; readonly permissionModel: boolean } => {
  const permissionFlag = ['--permission', '--experimental-permission'].find(isFlagKnown);
  const optional = ['--disable-sigusr1', '--no-experimental-websocket', '--no-experimental-global-navigator'].filter(isFlagKnown);
  return {
    permissionModel: permissionFlag !== undefined,
    args: [
      ...(permissionFlag === undefined ? [] : [permissionFlag, `--allow-fs-read=${programFile}`]),
      ...optional,
      '--frozen-intrinsics',
      '--disallow-code-generation-from-strings',
      '--no-addons',
      '--no-warnings',
      `--max-old-space-size=${HEAP_LIMIT_MB}`,
      '--max-semi-space-size=2',
      '--v8-pool-size=1',
      programFile,
    ],
  };
};

/** Whether a program ends with status 0 within the limit. */
const succeeds = (file: string, args: readonly string[], options: SpawnOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const trial = spawn(file, args, { ...options, stdio: 'ignore', timeout: TRIAL_LIMIT_MS, killSignal: 'SIGKILL' });
    trial.once('error', () => resolve(false));
    trial.once('exit', (status) => resolve(status === 0));
  });

/** Finds out once how remotes' processes can be started here, by trying the barrier of the operating system with an empty program. */
export const createLauncher = async ({ programFile, barrier, user }: LauncherOptions): Promise<Launcher> => {
  const { args, permissionModel } = getNodeArgs(programFile);
  // An empty environment: neither settings of this host nor switches for Node reach a remote.
  const options: SpawnOptions = { cwd: '/', env: { NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], ...user };
  const unshare = barrier === 'none' ? undefined : UNSHARE_FILES.find(existsSync);
  if (unshare !== undefined && (await succeeds(unshare, [...UNSHARE_ARGS, process.execPath, '--version'], options)))
    return { isolation: { barrier: 'namespaces', permissionModel }, command: [unshare, [...UNSHARE_ARGS, process.execPath, ...args], options] };
  return { isolation: { barrier: user === undefined ? 'none' : 'user', permissionModel }, command: [process.execPath, args, options] };
};
