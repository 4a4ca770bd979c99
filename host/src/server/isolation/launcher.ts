import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PROBE_ARGS } from '@site/releases/check-server';
import { getIsolatedNodeArgs, ISOLATED_ENVIRONMENT } from '@site/releases/isolated-node';

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

type Command = readonly [file: string, args: readonly string[], options: SpawnOptions];

export interface Launcher {
  readonly isolation: Isolation;
  /** Program, arguments and options that start a remote's process. */
  readonly command: Command;
  /** The same for the program that examines the server bundle of a release which a team has uploaded. */
  readonly probeCommand: Command;
}

interface LauncherOptions {
  /** The compiled program of the processes. */
  readonly programFile: string;
  /** The compiled program that examines server bundles. */
  readonly probeFile: string;
  /** `none` leaves out the barrier of the operating system. */
  readonly barrier: 'auto' | 'none';
  readonly user?: RemoteUser | undefined;
}

const HEAP_LIMIT_MB = 128;
const TRIAL_LIMIT_MS = 5000;
/** Programs of util-linux, at fixed paths: `PATH` could name others. */
const findProgram = (name: string): string | undefined => [`/usr/bin/${name}`, `/bin/${name}`].find(existsSync);
/** New network and process namespaces. Ending `unshare` ends what runs in them. */
const UNSHARE_ARGS = ['--user', '--map-current-user', '--net', '--pid', '--fork', '--kill-child'];
/** The process ends with the host, also when the host is killed while the process loops. */
const SETPRIV_ARGS = ['--pdeathsig', 'KILL'];

/** Rendering leaves much garbage: with 2 MB an article takes a millisecond more, with 16 no less. */
const SEMI_SPACE_MB = 8;
const REMOTE_ARGS = [`--max-old-space-size=${HEAP_LIMIT_MB}`, `--max-semi-space-size=${SEMI_SPACE_MB}`];

/** Whether a program ends with status 0 within the limit. */
const succeeds = (file: string, args: readonly string[], options: SpawnOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const trial = spawn(file, args, { ...options, stdio: 'ignore', timeout: TRIAL_LIMIT_MS, killSignal: 'SIGKILL' });
    trial.once('error', () => resolve(false));
    trial.once('exit', (status) => resolve(status === 0));
  });

/** Finds out once how remotes' processes can be started here, by trying the barrier of the operating system with an empty program. */
export const createLauncher = async ({ programFile, probeFile, barrier, user }: LauncherOptions): Promise<Launcher> => {
  const { args, permissionModel } = getIsolatedNodeArgs(programFile, REMOTE_ARGS);
  const probe = getIsolatedNodeArgs(probeFile, PROBE_ARGS);
  const options: SpawnOptions = { cwd: '/', env: ISOLATED_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], ...user };
  const [unshare, setpriv] = ['unshare', 'setpriv'].map(findProgram);
  const namespaces = unshare === undefined || barrier === 'none' ? [] : [[unshare, ...UNSHARE_ARGS]];
  const bound = setpriv === undefined ? [] : [setpriv, ...SETPRIV_ARGS];
  const toLauncher = (wrapper: readonly string[], inForce: Isolation['barrier']): Launcher => {
    const toCommand = (nodeArgs: readonly string[], ownOptions: SpawnOptions): Command => {
      const [file = process.execPath, ...rest] = [...wrapper, process.execPath, ...nodeArgs];
      return [file, rest, ownOptions];
    };
    return {
      isolation: { barrier: inForce, permissionModel },
      command: toCommand(args, options),
      probeCommand: toCommand(probe.args, { ...options, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }),
    };
  };
  const canRun = (wrapper: readonly string[]): Promise<boolean> => {
    const [file = process.execPath, ...rest] = [...wrapper, process.execPath, '--version'];
    return succeeds(file, rest, options);
  };
  for (const wrapper of namespaces) {
    if (await canRun([...bound, ...wrapper])) return toLauncher([...bound, ...wrapper], 'namespaces');
    if (await canRun(wrapper)) return toLauncher(wrapper, 'namespaces');
  }
  return toLauncher((await canRun(bound)) ? bound : [], user === undefined ? 'none' : 'user');
};
