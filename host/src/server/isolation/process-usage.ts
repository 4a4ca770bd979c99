import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** `USER_HZ`, which Linux reports to programs as 100 on every architecture that Node supports. */
const MS_PER_TICK = 10;
/** Fields of `/proc/<pid>/stat` after the name, which may contain spaces. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const RESIDENT_PAGES = 21;

interface ProcessUsage {
  readonly residentBytes: number;
  /** Processor time since the start of the process. */
  readonly cpuMs: number;
}

/** Reads what a process uses. Undefined where there is no `/proc`, and once the process has ended. */
export const readProcessUsage = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { residentBytes: Number(fields[RESIDENT_PAGES]) * PAGE_BYTES, cpuMs: (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_TICK };
  } catch {
    return undefined;
  }
};

/** The process that does the work: the only child of the program that set up its namespaces, or the process itself. */
export const findWorkingProcess = (pid: number): number => {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return child === '' ? pid : Number(child);
  } catch {
    return pid;
  }
};
