import { readdirSync, readFileSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1e6;

/** Reads a file in `/proc`; returns '' if its process has ended. */
const readProcess = (file: string): string => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const listThreads = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`);
  } catch {
    return [];
  }
};

const listTree = (pid: number): readonly number[] => [
  pid,
  ...listThreads(pid)
    .flatMap((thread) => readProcess(`${thread}/children`).split(' ').filter(Boolean).map(Number))
    .flatMap(listTree),
];

/** Returns the CPU time of a process and its running descendants in milliseconds. It is exact, unlike `/proc/<pid>/stat`, which counts in steps of 10 ms. */
export const readTreeCpuMs = (pid: number): number =>
  listTree(pid)
    .flatMap(listThreads)
    .reduce((sum, thread) => sum + Number(readProcess(`${thread}/schedstat`).split(' ')[0]) / NANOSECONDS_PER_MS, 0);

/** Returns the resident memory of a process and its descendants in MiB. Shared memory is counted for each process. */
export const readTreeMiB = (pid: number): number =>
  listTree(pid).reduce((sum, each) => sum + Number(/VmRSS:\s+(\d+) kB/.exec(readProcess(`${each}/status`))?.[1] ?? 0) / 1024, 0);
