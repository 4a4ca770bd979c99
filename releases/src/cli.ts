/**
 * The release commands, from the root: `npm run deploy -w remote-<name>`, `npm run releases`, `npm run rollback -- <name>`.
 * Exit status 1 and one clear line when a release is refused or a name is unknown; the active version then stays as it was.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { getDataFolder } from '@site/shared/domain/environment';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import * as v from 'valibot';
import { createReleaseStore } from './release-store.ts';

const root = resolve(import.meta.dirname, '../..');
const store = createReleaseStore(resolve(getDataFolder(process.env, { root, cwd: process.cwd() }), 'releases'));

const SMOKE_LIMIT_MS = 20_000;

/** A command that cannot be carried out; the message is for the person who gave it. */
class CommandError extends Error {}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const run = (command: string, args: string[], cwd: string, limitMs?: number) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    ...(limitMs === undefined ? {} : { timeout: limitMs, killSignal: 'SIGKILL' }),
  });

const getWorkspaceFolder = (remote: string): string => {
  const folder = resolve(root, `remote-${remote}`);
  if (!/^[a-z-]+$/.test(remote) || !existsSync(folder)) throw new CommandError(`There is no remote "${remote}".`);
  return folder;
};

const packageVersion = (folder: string): string =>
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))).version;

const build = (remote: string, folder: string): void => {
  say(`Building ${remote} …`);
  // The whole folder goes, and with it the mark by which `npm start` would take this build for the one of an older source.
  rmSync(resolve(folder, 'dist'), { recursive: true, force: true });
  const result = run(process.execPath, [resolve(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], folder);
  if (result.status !== 0) throw new CommandError(`${remote} does not build:\n${result.stdout}${result.stderr}`);
};

const smokeRender = (remote: string, folder: string): void => {
  say('Rendering its pages …');
  const program = resolve(import.meta.dirname, 'smoke-render.ts');
  const result = run(process.execPath, ['--import', 'tsx', program, resolve(folder, 'dist/server/routes.cjs')], root, SMOKE_LIMIT_MS);
  if (result.status === 0) return;
  const reason = result.signal ? `it did not finish within ${SMOKE_LIMIT_MS / 1000} s` : result.stderr.trim();
  throw new CommandError(`${remote} is rejected and the active version stays: its pages do not render.\n${reason}`);
};

const deploy = async (remote: string, flags: readonly string[]): Promise<void> => {
  const folder = getWorkspaceFolder(remote);
  if (!flags.includes('--built')) build(remote, folder);
  smokeRender(remote, folder);
  const release = await store.publish(remote, packageVersion(folder), resolve(folder, 'dist'));
  if (release.contract !== REMOTE_CONTRACT_VERSION)
    throw new CommandError(`${remote} speaks version ${release.contract} of the remote contract; the host takes ${REMOTE_CONTRACT_VERSION}.`);
  const { remotes } = await store.readRegistry();
  if (remotes[remote]?.history[0] === release.version) {
    say(`${remote} ${release.version} is active already.`);
    return;
  }
  await store.activate(release);
  say(`${remote} ${release.version} is active. Back again: npm run rollback -- ${remote}`);
};

const list = async (): Promise<void> => {
  const { generation, remotes } = await store.readRegistry();
  if (generation === 0) say('Nothing has been released yet. Build and publish all parts: npm run build');
  for (const [remote, { history }] of Object.entries(remotes)) {
    say(remote);
    for (const release of await store.listReleases(remote)) {
      const mark = release.version === history[0] ? 'active   ' : release.version === history[1] ? 'last good' : '         ';
      say(`  ${mark}  ${release.version}  ${release.createdAt}`);
    }
  }
};

const rollback = async (remote: string): Promise<void> => {
  getWorkspaceFolder(remote);
  const registry = await store.rollBack(remote).catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  });
  say(`${remote} is back on ${registry.remotes[remote]?.history[0]}.`);
};

const [command, name = '', ...flags] = process.argv.slice(2);
try {
  if (command === 'deploy' && name !== '') await deploy(name, flags);
  else if (command === 'rollback' && name !== '') await rollback(name);
  else if (command === 'list') await list();
  else throw new CommandError('Use: npm run deploy -w remote-<name> · npm run releases · npm run rollback -- <name>');
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
