import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const PROGRAM = path.resolve(import.meta.dirname, '../provider/dist/server/server.cjs');
const CLOCK_TICKS_PER_SECOND = 100;
export const ADMIN = { email: 'admin@site.example', password: 'a password for measuring' };

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

export interface ProviderProcess {
  readonly url: string;
  readonly port: number;
  readonly readyMs: number;
  readonly pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Waits for the end of a child process. */
const whenEnded = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** Starts the built provider over a data folder and waits until it is ready. */
export const startProvider = async (dataDir: string): Promise<ProviderProcess> => {
  const port = await findFreePort();
  const began = performance.now();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PROVIDER_PORT: String(port),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The provider did not start. Is it built (npm run build)?');
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.ok === true) break;
    await pause(5);
  }
  const { pid } = child;
  if (pid === undefined) throw new Error('The provider has no process.');
  return {
    url,
    port,
    pid,
    readyMs: performance.now() - began,
    kill: async (signal) => {
      child.kill(signal);
      await whenEnded(child);
    },
  };
};

/** Processor time that a process has used, in milliseconds. */
export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1000;
};

/** Memory that a process holds now, in MiB. */
export const readMiB = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Largest memory that a process has held, in MiB. */
export const readPeakMiB = (pid: number): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

export const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) });
  const { token }: { token?: string } = await answer.json();
  if (token === undefined) throw new Error('The sign-in failed.');
  return token;
};
