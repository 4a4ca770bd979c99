import { readFileSync } from 'node:fs';

/** Milliseconds per clock tick. Linux reports `USER_HZ` as 100 on every architecture that Node supports. */
const MS_PER_TICK = 10;
/** Indexes of the fields in `/proc/<pid>/stat` that follow the name, which may contain spaces. */
const STATE_INDEX = 0;
const USER_TIME_INDEX = 11;
const SYSTEM_TIME_INDEX = 12;
/** Matches the resident memory in KiB. Unlike the figure in `/proc/<pid>/stat`, it does not depend on the kernel's page size. */
const RESIDENT_MEMORY = /^VmRSS:\s+(\d+) kB$/m;

interface ProcessUsage {
  readonly residentBytes: number;
  readonly cpuMs: number;
  /** Whether the main thread is running or waiting for a processor. */
  readonly isRunning: boolean;
}

/** Reads the resource usage of a process. Undefined if there is no `/proc`, or if the process has ended. */
export const readProcessUsage = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident = '0'] = RESIDENT_MEMORY.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return {
      residentBytes: Number(resident) * 1024,
      cpuMs: (Number(fields[USER_TIME_INDEX]) + Number(fields[SYSTEM_TIME_INDEX])) * MS_PER_TICK,
      isRunning: fields[STATE_INDEX] === 'R',
    };
  } catch {
    return undefined;
  }
};

/** Returns the id of the process that does the work: the only child of a program that set up namespaces, or the process itself if it has no child. */
export const findWorkingProcess = (pid: number): number => {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return child === '' ? pid : Number(child);
  } catch {
    return pid;
  }
};
