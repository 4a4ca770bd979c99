import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './servers.ts';

export interface CommandOutcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs an npm command of a checkout over a data folder, as a member of a team would. */
export const runIn = (folder: string, args: readonly string[], dataFolder: string): CommandOutcome => {
  const { status, stdout, stderr } = spawnSync('npm', [...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, DATA_DIR: dataFolder } });
  return { status, output: `${stdout}${stderr}` };
};

/** Publishes what is built into a data folder. Throws with the command's words when one part is refused. */
export const publishInto = (dataFolder: string): void => {
  const { status, output } = runIn(root, ['run', 'build'], dataFolder);
  if (status !== 0) throw new Error(output);
};

export const releasesFolder = (dataFolder: string, remote: string): string => join(dataFolder, 'releases', remote);
