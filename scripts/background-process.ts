import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

const START_LIMIT_MS = 60_000;

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The process accepts connections on this port once it is running. */
  readonly port: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Signal that immediately stops the process and its child processes. Default: SIGTERM. */
  readonly endSignal?: NodeJS.Signals;
  /** Default: the user that runs this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface BackgroundProcess {
  readonly port: number;
  pid(): number;
  errors(): string;
  /** Resolves when the program accepts connections. Rejects with the program's errors if it exits or takes too long. */
  start(): Promise<void>;
  /** Resolves when the program has exited. Default signal: `endSignal`. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export const createBackgroundProcess = ({ command, args, port, cwd, env, user, endSignal = 'SIGTERM' }: ProcessOptions): BackgroundProcess => {
  let child: ChildProcess | undefined;
  let errors = '';
  return {
    port,
    pid: () => child?.pid ?? 0,
    errors: () => errors,
    start: async () => {
      const startingProcess = spawn(command, args, { ...user, cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
      child = startingProcess;
      // Leave no process behind when a test or measurement is interrupted.
      const killProcess = (): void => void startingProcess.kill(endSignal);
      process.once('exit', killProcess);
      startingProcess.once('exit', () => process.off('exit', killProcess));
      startingProcess.stderr?.on('data', (data) => {
        errors = `${errors}${data}`.slice(-4000);
      });
      const began = performance.now();
      while (!(await canConnect(port))) {
        if (startingProcess.exitCode !== null || performance.now() - began > START_LIMIT_MS) throw new Error(`${command} did not start:\n${errors}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    end: async (signal = endSignal) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null || !child.kill(signal)) return;
      await once(child, 'exit');
    },
  };
};
