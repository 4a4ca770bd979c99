import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PROBE_ARGS } from '@site/releases/check-server';
import { getIsolatedNodeArgs, ISOLATED_ENVIRONMENT } from '@site/releases/isolated-node';

/** The user and group that run remotes' processes, if not the host's own. */
export interface RemoteUser {
  readonly uid: number;
  readonly gid: number;
}

/** How remotes' code is isolated from the machine, as `GET /ready` reports it. */
export interface Isolation {
  /** `namespaces`: separate process table and no network interfaces · `user`: a different user · `none`: only closed globals and the permission model. */
  readonly barrier: 'namespaces' | 'user' | 'none';
  readonly permissionModel: boolean;
}

type Command = readonly [file: string, args: readonly string[], options: SpawnOptions];

export interface Launcher {
  readonly isolation: Isolation;
  /** Program, arguments and options that start a remote's process. */
  readonly command: Command;
  /** The same for the program that checks the server bundle of an uploaded release. */
  readonly probeCommand: Command;
}

interface LauncherOptions {
  /** The compiled program that runs in each process. */
  readonly programFile: string;
  /** The compiled program that checks server bundles. */
  readonly probeFile: string;
  /** `none` starts processes without namespaces. */
  readonly barrier: 'auto' | 'none';
  readonly user?: RemoteUser | undefined;
}

const HEAP_LIMIT_MB = 128;
const TRIAL_LIMIT_MS = 5000;
/** Finds a util-linux program at a fixed path, because `PATH` could point to another program. */
const findProgram = (name: string): string | undefined => [`/usr/bin/${name}`, `/bin/${name}`].find(existsSync);
/** New network and process namespaces. Killing `unshare` kills everything in them. */
const UNSHARE_ARGS = ['--user', '--map-current-user', '--net', '--pid', '--fork', '--kill-child'];
/** Makes the kernel kill the process when the host dies, even if the process is in an endless loop. */
const SETPRIV_ARGS = ['--pdeathsig', 'KILL'];

/** Rendering produces a lot of garbage: with 2 MB, an article takes a millisecond longer, and 16 MB is no faster. */
const SEMI_SPACE_MB = 8;
const REMOTE_ARGS = [`--max-old-space-size=${HEAP_LIMIT_MB}`, `--max-semi-space-size=${SEMI_SPACE_MB}`];

/** Whether a program exits with status 0 within the time limit. */
const succeeds = (file: string, args: readonly string[], options: SpawnOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const trial = spawn(file, args, { ...options, stdio: 'ignore', timeout: TRIAL_LIMIT_MS, killSignal: 'SIGKILL' });
    trial.once('error', () => resolve(false));
    trial.once('exit', (status) => resolve(status === 0));
  });

/** Determines once how this machine can start remotes' processes, by trying the namespaces with `node --version`. */
export const createLauncher = async ({ programFile, probeFile, barrier, user }: LauncherOptions): Promise<Launcher> => {
  const { args, permissionModel } = getIsolatedNodeArgs(programFile, REMOTE_ARGS);
  const probe = getIsolatedNodeArgs(probeFile, PROBE_ARGS);
  const options: SpawnOptions = { cwd: '/', env: ISOLATED_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], ...user };
  const [unshare, setpriv] = ['unshare', 'setpriv'].map(findProgram);
  const namespaces = unshare === undefined || barrier === 'none' ? [] : [[unshare, ...UNSHARE_ARGS]];
  const setprivPrefix = setpriv === undefined ? [] : [setpriv, ...SETPRIV_ARGS];
  const toLauncher = (wrapper: readonly string[], actualBarrier: Isolation['barrier']): Launcher => {
    const toCommand = (nodeArgs: readonly string[], spawnOptions: SpawnOptions): Command => {
      const [file = process.execPath, ...rest] = [...wrapper, process.execPath, ...nodeArgs];
      return [file, rest, spawnOptions];
    };
    return {
      isolation: { barrier: actualBarrier, permissionModel },
      command: toCommand(args, options),
      probeCommand: toCommand(probe.args, { ...options, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }),
    };
  };
  const canRun = (wrapper: readonly string[]): Promise<boolean> => {
    const [file = process.execPath, ...rest] = [...wrapper, process.execPath, '--version'];
    return succeeds(file, rest, options);
  };
  for (const wrapper of namespaces) {
    if (await canRun([...setprivPrefix, ...wrapper])) return toLauncher([...setprivPrefix, ...wrapper], 'namespaces');
    if (await canRun(wrapper)) return toLauncher(wrapper, 'namespaces');
  }
  return toLauncher((await canRun(setprivPrefix)) ? setprivPrefix : [], user === undefined ? 'none' : 'user');
};
