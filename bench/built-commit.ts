import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printLine, root } from '@site/scripts/parts';

const run = (command: string, cwd: string): void => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env: { ...process.env, DATA_DIR: '' }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
};

/** Builds a commit in a separate checkout and publishes its remotes in its `data` folder. The checkout stays in the temporary folder for reuse. */
export const prepareBuiltCommit = (commit: string): string => {
  const folder = join(tmpdir(), `built-${commit}`);
  const stamp = join(folder, 'ready');
  if (existsSync(stamp)) return folder;
  printLine(`Building ${commit} in ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(`git archive ${commit} | tar -x -C '${folder}'`, root);
  // `npm ci` fails because that commit's lock file lacks packages for other platforms.
  run('npm install --no-audit --no-fund --loglevel=error && npm run build', folder);
  writeFileSync(stamp, '');
  return folder;
};
