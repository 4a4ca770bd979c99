import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import * as v from 'valibot';
import { SERVER_BUNDLE } from './manifest.ts';
import { createReleaseStore } from './release-store.ts';

const SMOKE_LIMIT_MS = 20_000;

/** A command that cannot be carried out; its message is for the person who gave it. The active version is unchanged. */
export class ReleaseError extends Error {}

export interface ReleaseClientOptions {
  /** Folder that holds the workspaces of the remotes. */
  readonly root: string;
  /** Folder that holds the release store (`DATA_DIR`). */
  readonly dataFolder: string;
  /** Gets the steps of a command, one line each. */
  readonly say: (line: string) => void;
}

const run = (command: string, args: string[], cwd: string, limitMs?: number) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    ...(limitMs === undefined ? {} : { timeout: limitMs, killSignal: 'SIGKILL' }),
  });

/** Builds, checks, publishes and activates the remotes of one repository. */
export const createReleaseClient = ({ root, dataFolder, say }: ReleaseClientOptions) => {
  const store = createReleaseStore(resolve(dataFolder, 'releases'));

  const getFolder = (remote: string): string => {
    const folder = resolve(root, `remote-${remote}`);
    if (!/^[a-z-]+$/.test(remote) || !existsSync(folder)) throw new ReleaseError(`There is no remote "${remote}".`);
    return folder;
  };

  const readPackageVersion = (folder: string): string =>
    v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))).version;

  const build = (remote: string, folder: string): void => {
    say(`Building ${remote} …`);
    // The stamp in this folder would let `npm start` take the new build for one of an older source.
    rmSync(resolve(folder, 'dist'), { recursive: true, force: true });
    const result = run(process.execPath, [resolve(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], folder);
    if (result.status !== 0) throw new ReleaseError(`${remote} does not build:\n${result.stdout}${result.stderr}`);
  };

  const smokeRender = (remote: string, folder: string): void => {
    say('Rendering its pages …');
    const program = resolve(import.meta.dirname, 'smoke-render.ts');
    const result = run(process.execPath, ['--import', 'tsx', program, resolve(folder, 'dist', SERVER_BUNDLE)], root, SMOKE_LIMIT_MS);
    if (result.status === 0) return;
    const reason = result.signal ? `it did not finish within ${SMOKE_LIMIT_MS / 1000} s` : result.stderr.trim();
    throw new ReleaseError(`${remote} is rejected and the active version stays: its pages do not render.\n${reason}`);
  };

  /** Makes the remote's source the active version; with `isBuilt`, what its `dist` folder holds. */
  const deploy = async (remote: string, { isBuilt = false } = {}): Promise<void> => {
    const folder = getFolder(remote);
    if (!isBuilt) build(remote, folder);
    smokeRender(remote, folder);
    const release = await store.publish(remote, readPackageVersion(folder), resolve(folder, 'dist'));
    if (release.contract !== REMOTE_CONTRACT_VERSION)
      throw new ReleaseError(`${remote} is built for version ${release.contract} of the remote contract; the host supports ${REMOTE_CONTRACT_VERSION}.`);
    const { remotes } = await store.readRegistry();
    if (remotes[remote]?.history[0] === release.version) {
      say(`${remote} ${release.version} is active already.`);
      return;
    }
    await store.activate(release);
    say(`${remote} ${release.version} is active. Back again: npm run rollback -- ${remote}`);
  };

  /** Lists all versions of all remotes. */
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

  /** Activates the version before the active one. */
  const rollBack = async (remote: string): Promise<void> => {
    getFolder(remote);
    const registry = await store.rollBack(remote).catch((error: unknown) => {
      throw new ReleaseError(error instanceof Error ? error.message : String(error));
    });
    say(`${remote} is back on ${registry.remotes[remote]?.history[0]}.`);
  };

  return { deploy, list, rollBack };
};
