import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import type { Launcher } from './launcher.ts';

interface ProbeLimits {
  /** Twice the heap limit, to leave room for rendered pages and the bundle's buffers. */
  readonly residentBytes: number;
  /** CPU time for the whole check. The site's largest remote uses a tenth of it. */
  readonly cpuMs: number;
}
const LIMITS: ProbeLimits = { residentBytes: 512 * 1024 * 1024, cpuMs: 60_000 };
const WATCH_MS = 125;
/** Low priority, so that visitors' requests come first. */
const PRIORITY = 10;

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // The process has already exited.
  }
};

/** Starts the isolated probe of a server bundle. Kills it if it uses too much memory or CPU time, or if `signal` aborts. */
export const startReleaseProbe = (
  { probeCommand: [file, args, options] }: Pick<Launcher, 'probeCommand'>,
  signal?: AbortSignal,
  { residentBytes, cpuMs }: ProbeLimits = LIMITS,
): ChildProcess => {
  const child = spawn(file, args, options);
  const { pid } = child;
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  if (pid !== undefined) lowerPriority(pid);
  const watch = setInterval(() => {
    const usage = pid === undefined ? undefined : readProcessUsage(findWorkingProcess(pid));
    if (usage === undefined) return;
    if (usage.residentBytes > residentBytes) child.kill('SIGKILL');
    // SIGXCPU lets the report say that the CPU time ran out.
    else if (usage.cpuMs > cpuMs) child.kill('SIGXCPU');
  }, WATCH_MS);
  const end = (): void => {
    clearInterval(watch);
    signal?.removeEventListener('abort', kill);
  };
  child.once('close', end);
  child.once('error', end);
  return child;
};
