import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const TEMPLATE_FOLDER = '.cache/e2e-template';

export const STAFF = { email: 'admin@bettertomorrow.example', password: 'sunrise-over-lagos-26' } as const;

const START_LIMIT_MS = 30_000;

/** A port that nobody uses at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  readonly pid: number | undefined;
  readonly output: () => string;
  /** Ends it as an operator would, and waits. */
  stop(): Promise<void>;
  /** Ends it as a crash would, and waits. */
  kill(): Promise<void>;
}

const endWith = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/** Starts one of the compiled servers and waits for the line that says it is ready. */
const startServer = async (name: 'host' | 'provider', port: number, env: Record<string, string>): Promise<RunningServer> => {
  const child = spawn(process.execPath, [resolve(root, name, 'dist/server/server.cjs')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  });
  let output = '';
  await new Promise<void>((ready, failed) => {
    const timer = setTimeout(() => failed(new Error(`${name} did not start:\n${output}`)), START_LIMIT_MS);
    const read = (text: Buffer) => {
      output += text.toString();
      if (!output.includes(`${name.toUpperCase()}-READY`)) return;
      clearTimeout(timer);
      ready();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => failed(new Error(`${name} ended:\n${output}`)));
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    output: () => output,
    stop: () => endWith(child, 'SIGTERM'),
    kill: () => endWith(child, 'SIGKILL'),
  };
};

export const startProvider = async ({ dataFolder, port }: { readonly dataFolder: string; readonly port?: number }): Promise<RunningServer> => {
  const chosen = port ?? (await freePort());
  return startServer('provider', chosen, { PROVIDER_PORT: String(chosen), DATA_DIR: dataFolder, ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password });
};

export const startHost = async ({ dataFolder, providerUrl }: { readonly dataFolder: string; readonly providerUrl: string }): Promise<RunningServer> => {
  const port = await freePort();
  return startServer('host', port, { PORT: String(port), DATA_DIR: dataFolder, PROVIDER_URL: providerUrl });
};
