import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '@site/releases/browser-program';
import { root } from './parts.ts';

const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist']);

const execute = promisify(execFile);

export const run = async (cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await execute(command, [...args], { cwd, env, maxBuffer: OUTPUT_LIMIT_BYTES }).catch(
    (error: { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`${command} ${args.join(' ')} in ${basename(cwd)}:\n${error.stdout ?? ''}${error.stderr ?? String(error)}`);
    },
  );
  return `${stdout}${stderr}`;
};

export interface Credentials {
  readonly token: string;
  readonly key: string;
}

const EMPTY_CREDENTIALS: Credentials = { token: '', key: '' };

/** Returns the environment of a team's machine, without npm variables that point to this repository and without access to the site's data. */
export const getTeamEnvironment = ({ token, key }: Credentials = EMPTY_CREDENTIALS): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  CHROMIUM_PATH: findBrowser(),
  RELEASE_TOKEN: token,
  RELEASE_KEY: key,
});

export const runAdminCommand = (dataFolder: string, ...args: readonly string[]): Promise<string> =>
  run(root, { ...process.env, DATA_DIR: dataFolder }, 'npm', 'run', '--silent', ...args);

export const createToken = async (dataFolder: string, ...args: readonly string[]): Promise<Credentials> => {
  const output = await runAdminCommand(dataFolder, 'tokens', '--', 'create', ...args);
  const [token] = /^release_[\w-]+$/m.exec(output) ?? [];
  const [key] = /^MC4[\w+/]+$/m.exec(output) ?? [];
  if (token === undefined || key === undefined) throw new Error(`There is no token with a key in:\n${output}`);
  return { token, key };
};

export const packKit = async (): Promise<string> => {
  await run(root, process.env, 'npm', 'run', '--silent', 'pack:kit');
  const packedName = readdirSync(join(root, 'dist')).find((name) => /^site-kit-.*\.tgz$/.test(name)) ?? '';
  return join(root, 'dist', packedName);
};

/** Copies a remote from this repository to a folder outside it, without its packages. Returns the new folder. */
export const copyRemote = (remote: string, target: string): string => {
  const folder = join(target, `remote-${remote}`);
  cpSync(join(root, `remote-${remote}`), folder, { recursive: true, filter: (source) => !EXCLUDED_FOLDERS.has(basename(source)) });
  return folder;
};

const linkPackages = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@site') continue;
    if (name.startsWith('@') || name === '.bin') linkPackages(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
};

/** Creates a folder for the repositories of several teams, with the unpacked kit and links to the packages installed here. Nothing is downloaded. */
export const createTeams = async (): Promise<{ readonly folder: string; remove(): void }> => {
  const tarball = await packKit();
  const folder = mkdtempSync(join(tmpdir(), 'teams-'));
  const packages = join(folder, 'node_modules');
  linkPackages(join(root, 'node_modules'), packages);
  const kit = join(packages, '@site/shared');
  mkdirSync(kit, { recursive: true });
  await run(folder, process.env, 'tar', '-xzf', tarball, '--strip-components=1', '-C', kit);
  rmSync(join(packages, '.bin/site-kit'), { force: true });
  symlinkSync(join(kit, 'releases/src/command/cli.js'), join(packages, '.bin/site-kit'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
