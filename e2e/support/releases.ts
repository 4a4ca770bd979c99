import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import { root } from './servers.ts';

interface CommandOutcome {
  readonly status: number | null;
  readonly output: string;
}

const runInFolder = (folder: string, args: readonly string[], dataFolder: string, env: Readonly<Record<string, string>> = {}): CommandOutcome => {
  const { status, stdout, stderr } = spawnSync('npm', [...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env, DATA_DIR: dataFolder } });
  return { status, output: `${stdout}${stderr}` };
};

export const runCommand = (dataFolder: string, ...args: string[]): CommandOutcome => runInFolder(root, args, dataFolder);

export const getReleasesFolder = (dataFolder: string, remote: string): string => join(dataFolder, 'releases', remote);

const EXCLUDED_NAMES = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'test-results']);

/**
 * Creates a team's working copy, so that tests can edit and deploy without changing this one. `env` contains additional environment variables for its commands.
 */
export const createTeamCheckout = (dataFolder: string, env: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'team-'));
  cpSync(root, folder, { recursive: true, filter: (source) => source === root || !EXCLUDED_NAMES.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // The release checks open a release inside the built host.
  symlinkSync(join(root, 'host/dist'), join(folder, 'host/dist'));
  return {
    folder,
    /** Replaces text in a file. Throws if the text is not found, because the test would then change nothing. */
    edit: (file: string, from: string, to: string): void => {
      const path = join(folder, file);
      const content = readFileSync(path, 'utf8');
      if (!content.includes(from)) throw new Error(`${file} does not contain "${from}"`);
      writeFileSync(path, content.replaceAll(from, to));
    },
    write: (file: string, content: string): void => writeFileSync(join(folder, file), content),
    run: (...args: string[]): CommandOutcome => runInFolder(folder, args, dataFolder, env),
    /** Builds the source and activates it without the release checks. */
    force: async (remote: string): Promise<void> => {
      const { status, output } = runInFolder(folder, ['run', 'build', '-w', `remote-${remote}`], dataFolder);
      if (status !== 0) throw new Error(output);
      const store = createReleaseStore(join(dataFolder, 'releases'));
      await store.activate(await store.publish(remote, '1.0.0', join(folder, `remote-${remote}`, 'dist')));
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
