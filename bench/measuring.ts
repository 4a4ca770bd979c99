import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/scripts/parts';
import { readTreeCpuMs } from '@site/scripts/process-tree';
import { type RunningServer, startProvider } from '@site/scripts/servers';

const CLOCK_TICKS_PER_SECOND = 100;
const ADMIN = { email: 'admin@site.example', password: 'a password for measuring' };

/** Prints each measurement with its limit on one line, and records whether every limit was met. */
export const createReport = () => {
  let isGood = true;
  return {
    report: (what: string, value: string, ok: boolean): void => {
      process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${what}: ${value}\n`);
      isGood &&= ok;
    },
    allHeld: (): boolean => isGood,
  };
};

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Refreshes count as finished once a host's average share of a CPU core stays below `share` for `ms`. Idle hosts use up to 8%. */
const QUIET_PERIOD = { ms: 250, share: 0.15, longestMs: 20_000 } as const;

/** Waits until hosts have refreshed the pages that a change has made outdated. Otherwise, that work would count towards the next measurement. */
export const waitUntilQuiet = async (hosts: readonly number[]): Promise<void> => {
  const readAll = (): number => hosts.reduce((sum, pid) => sum + readTreeCpuMs(pid), 0);
  const began = performance.now();
  let before = readAll();
  while (performance.now() - began < QUIET_PERIOD.longestMs) {
    await pause(QUIET_PERIOD.ms);
    const now = readAll();
    if (now - before < QUIET_PERIOD.share * QUIET_PERIOD.ms * hosts.length) return;
    before = now;
  }
};

export const getMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Starts the built provider with the given data folder, an embedded database and a known account. */
export const startMeasuredProvider = (dataFolder: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
  startProvider({ dataFolder, env: { DATABASE_URL: '', LOG_LEVEL: 'error', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env } });

export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1000;
};

export const readMiB = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

export const readPeakMiB = (pid: number): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const PEAK_INTERVAL_MS = 50;

/** Runs a command of the built provider. Resolves with the duration in seconds and the peak resident memory; rejects if the command fails. */
export const runManageCommand = (
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly seconds: number; readonly peakMiB: number }> => {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'provider/dist/server/manage.cjs'), ...args], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    let peakMiB = 0;
    const poll = setInterval(() => {
      peakMiB = Math.max(peakMiB, readPeakMiB(child.pid ?? 0));
    }, PEAK_INTERVAL_MS);
    child.once('error', (reason) => {
      clearInterval(poll);
      reject(reason);
    });
    // Stop polling on exit, because `/proc` has no memory values for an exited process.
    child.once('exit', () => clearInterval(poll));
    child.once('close', (code) =>
      code === 0 ? resolve({ seconds: (performance.now() - started) / 1000, peakMiB }) : reject(new Error(`${args[0]} ended with status ${code}`)),
    );
  });
};

export const signIn = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) });
  const { token }: { token?: string } = await response.json();
  if (token === undefined) throw new Error('The sign-in failed.');
  return token;
};
