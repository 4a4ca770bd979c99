import { execFileSync } from 'node:child_process';

const readLines = (folder: string, args: readonly string[]): readonly string[] =>
  execFileSync('git', ['-c', 'core.quotepath=off', ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

/**
 * Returns files that differ from the last commit, including untracked files. With `since`, also returns files that differ from the last common commit of this
 * branch and `since`.
 */
export const findChangedFiles = (folder: string, since?: string): readonly string[] => {
  const [base = 'HEAD'] = since === undefined ? [] : readLines(folder, ['merge-base', since, 'HEAD']);
  const changed = readLines(folder, ['diff', '--name-only', '--no-renames', '--relative', base]);
  return [...new Set([...changed, ...readLines(folder, ['ls-files', '--others', '--exclude-standard'])])].sort();
};

export const listFiles = (folder: string): readonly string[] => readLines(folder, ['ls-files', '--cached', '--others', '--exclude-standard']);
