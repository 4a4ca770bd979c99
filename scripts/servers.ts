import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseLogLine } from '@site/shared/domain/log-line';
import { findFreePort } from './free-port.ts';
import { root } from './parts.ts';

/** The provider's first start creates the sample images, which takes a while on a slow machine. */
const START_LIMIT_MS = 120_000;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly readyMs: number;
  output(): string;
  /** Resolves with the exit status, or null after a signal. */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

export type Program = 'host' | 'provider';

interface StartOptions {
  /** Built checkout that contains the program. Default: this checkout. */
  readonly checkout?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Sends SIGTERM when the signal is aborted, even while the server starts. */
  readonly signal?: AbortSignal;
  /** If true, the server ignores signals from the terminal, and closes when this process ends. */
  readonly isLaunched?: boolean;
}

/** Starts a built server and waits until it is ready. Throws an Error with the server's output if it exits first or takes too long. */
export const startServer = async (
  program: Program,
  { checkout = root, env = {}, onLine = () => {}, signal, isLaunched = false }: StartOptions,
): Promise<RunningServer> => {
  const began = performance.now();
  const child = spawn(process.execPath, [join(checkout, program, 'dist/server/server.cjs')], {
    cwd: checkout,
    // Only hosts behind a load balancer need to drain. With one arena per thread, glibc would not return the memory used for images and password hashes.
    env: { DRAIN_SECONDS: '0', MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(isLaunched ? (['ipc'] as const) : [])],
  });
  signal?.addEventListener('abort', () => child.kill('SIGTERM'));
  // Use 'close' instead of 'exit', because the reason may still be in the streams when the process has exited.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const readyMessage = `${program.toUpperCase()}-READY`;
  let output = '';
  const whenReady = new Promise<string>((resolve) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      let partialLine = '';
      child[stream]?.on('data', (data: Buffer) => {
        output += data.toString();
        const lines = (partialLine + data.toString()).split('\n');
        partialLine = lines.pop() ?? '';
        for (const line of lines) {
          const { msg, url } = parseLogLine(line) ?? {};
          if (msg === readyMessage && typeof url === 'string') resolve(url);
          // Earlier hosts print the message in this format, and measurements compare them with the current host.
          else if (line.startsWith(`${readyMessage} `)) resolve(line.slice(readyMessage.length + 1));
          else onLine(line, stream);
        }
      });
    }
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const address = await Promise.race([whenReady, exited]);
  clearTimeout(timer);
  if (typeof address !== 'string') throw new Error(`The ${program} did not start:\n${output}`);
  const port = Number(new URL(address).port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    output: () => output,
    exited,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};

interface ServerOptions {
  readonly dataFolder: string;
  /** Default: a free port. */
  readonly port?: number;
}

const PORT_ATTEMPTS = 3;

/** If another program takes the free port before the server does, the next attempt uses another one. A port that the caller chose is not replaced. */
const startWithRetries = async (chosen: number | undefined, start: (port: number) => Promise<RunningServer>): Promise<RunningServer> => {
  if (chosen !== undefined) return start(chosen);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !String(error).includes('is taken by another program')) throw error;
    }
  }
};

export const startProvider = ({ dataFolder, port: chosen, ...options }: ServerOptions & StartOptions): Promise<RunningServer> =>
  startWithRetries(chosen, (port) => startServer('provider', { ...options, env: { ...options.env, PROVIDER_PORT: String(port), DATA_DIR: dataFolder } }));

export const startHost = ({
  dataFolder,
  port: chosen,
  providerUrl,
  ...options
}: ServerOptions & StartOptions & { readonly providerUrl: string }): Promise<RunningServer> =>
  startWithRetries(chosen, (port) =>
    startServer('host', { ...options, env: { ...options.env, PORT: String(port), DATA_DIR: dataFolder, PROVIDER_URL: providerUrl } }),
  );
