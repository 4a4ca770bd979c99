import { type ChildProcess, spawn } from 'node:child_process';
import type { Launcher } from './launcher.ts';
import { findWorkingProcess, readProcessUsage } from './process-usage.ts';

/** Twice the heap, because rendered pages and the bundle's buffers come on top. */
const RESIDENT_LIMIT_BYTES = 512 * 1024 * 1024;
const WATCH_MS = 125;

/** Starts the probe of a server bundle behind the walls of the remotes' processes, and ends it when it uses too much memory. */
export const startReleaseProbe = ({ probeCommand: [file, args, options] }: Pick<Launcher, 'probeCommand'>): ChildProcess => {
  const child = spawn(file, args, options);
  const { pid } = child;
  const watch = setInterval(() => {
    const usage = pid === undefined ? undefined : readProcessUsage(findWorkingProcess(pid));
    if (usage !== undefined && usage.residentBytes > RESIDENT_LIMIT_BYTES) child.kill('SIGKILL');
  }, WATCH_MS);
  child.once('close', () => clearInterval(watch));
  child.once('error', () => clearInterval(watch));
  return child;
};
