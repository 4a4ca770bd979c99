import { existsSync, readFileSync, statfsSync } from 'node:fs';

const MEMORY_FOLDER = '/dev/shm';

interface MemoryFolderOptions {
  readonly bytes: number;
  /** Whether programs and native modules must run from this folder, which containers often forbid. */
  readonly startsPrograms: boolean;
}

const forbidsExecution = (): boolean =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.includes(` ${MEMORY_FOLDER} `) && /\bnoexec\b/.test(line));

/** Returns a folder whose files are kept in memory, or undefined if there is no suitable folder. */
export const findMemoryFolder = ({ bytes, startsPrograms }: MemoryFolderOptions): string | undefined => {
  if (!existsSync(MEMORY_FOLDER) || (startsPrograms && forbidsExecution())) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) > bytes ? MEMORY_FOLDER : undefined;
};
