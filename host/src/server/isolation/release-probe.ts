import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import type { Launcher } from './launcher.ts';

interface ProbeLimits {
  /** Twice the heap, because rendered pages and the bundle's buffers come on top. */
  readonly residentBytes: number;
  /** Processor time of the whole examination. The largest remote of this site takes a tenth of it. */
  readonly cpuMs: number;
}
const LIMITS: ProbeLimits = { residentBytes: 512 * 1024 * 1024, cpuMs: 60_000 };
const WATCH_MS = 125;
/** Visitors come first. */
const PRIORITY = 10;

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // It has ended.
  }
};

/** Starts the probe of a server bundle behind the walls of the remotes' processes, and ends it when it uses too much memory or processor time, or nobody waits for it. */
export const startReleaseProbe = (
  { probeCommand: [file, args, options] }: Pick<Launcher, 'probeCommand'>,
  signal?: AbortSignal,
  { residentBytes, cpuMs }: ProbeLimits = LIMITS,
): ChildProcess => {
  const child = spawn(file, args, options);
  const { pid } = child;
  const leave = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  if (pid !== undefined) lowerPriority(pid);
  const watch = setInterval(() => {
    const usage = pid === undefined ? undefined : readProcessUsage(findWorkingProcess(pid));
    if (usage === undefined) return;
    if (usage.residentBytes > residentBytes) child.kill('SIGKILL');
    // The report says so.
    else if (usage.cpuMs > cpuMs) child.kill('SIGXCPU');
  }, WATCH_MS);
  const end = (): void => {
    clearInterval(watch);
    signal?.removeEventListener('abort', leave);
  };
  child.once('close', end);
  child.once('error', end);
  return child;
};
