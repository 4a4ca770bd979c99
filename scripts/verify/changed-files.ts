import { execFileSync } from 'node:child_process';

/** Runs Git in a folder, and splits its output into lines. */
const readLines = (folder: string, args: readonly string[]): readonly string[] =>
  execFileSync('git', ['-c', 'core.quotepath=off', ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

/** Files that differ from the last commit, including untracked files; with `since` also files changed by commits after the branch left that one. */
export const findChangedFiles = (folder: string, since?: string): readonly string[] => {
  const [base = 'HEAD'] = since === undefined ? [] : readLines(folder, ['merge-base', since, 'HEAD']);
  const changed = readLines(folder, ['diff', '--name-only', '--no-renames', '--relative', base]);
  return [...new Set([...changed, ...readLines(folder, ['ls-files', '--others', '--exclude-standard'])])].sort();
};

/** All files that are tracked or could be. */
export const listFiles = (folder: string): readonly string[] => readLines(folder, ['ls-files', '--cached', '--others', '--exclude-standard']);
