import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import * as v from 'valibot';
import { SERVER_BUNDLE } from './manifest.ts';
import { createReleaseStore } from './release-store.ts';

const { resolve: findModule } = createRequire(import.meta.url);
/** Its package exports only the manifest. */
const RSPACK = resolve(findModule('@rspack/cli/package.json'), '../bin/rspack.js');
const TSX = findModule('tsx');
const SMOKE_LIMIT_MS = 20_000;
const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;

/** A command that failed; its message is shown to the user. The active version is unchanged. */
export class ReleaseError extends Error {}

interface ReleaseClientOptions {
  /** Folder that holds the workspaces of the remotes. */
  readonly root: string;
  /** Folder that holds the release store (`DATA_DIR`). */
  readonly dataFolder: string;
  /** Receives a line of output for each step. */
  readonly say: (line: string) => void;
}

const execute = promisify(execFile);

/** The error that `execFile` rejects with. */
interface ProgramFailure {
  readonly stdout: string;
  readonly stderr: string;
  readonly killed: boolean;
}

/** Runs a Node program; returns the failure if it exits with a status other than 0 or exceeds the time limit. */
const run = async (args: readonly string[], cwd: string, limitMs = 0): Promise<ProgramFailure | undefined> => {
  const options = { cwd, env: { ...process.env, NODE_ENV: 'production' }, timeout: limitMs, killSignal: 'SIGKILL' as const, maxBuffer: OUTPUT_LIMIT_BYTES };
  return execute(process.execPath, [...args], options).then(
    () => undefined,
    (failure: ProgramFailure) => failure,
  );
};

/** Builds the workspace of a folder for production. Throws a ReleaseError with the output of the build. */
export const buildWorkspace = async (folder: string): Promise<void> => {
  const failure = await run([RSPACK, 'build'], folder);
  if (failure !== undefined) throw new ReleaseError(`${basename(folder)} does not build:\n${failure.stdout}${failure.stderr}`);
};

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

  const build = async (remote: string, folder: string): Promise<void> => {
    say(`Building ${remote} …`);
    // With the stamp in this folder `npm start` would treat the new build as one of older source.
    rmSync(resolve(folder, 'dist'), { recursive: true, force: true });
    await buildWorkspace(folder);
  };

  const smokeRender = async (remote: string, folder: string): Promise<void> => {
    say('Rendering its pages …');
    const program = resolve(import.meta.dirname, 'smoke-render.ts');
    const failure = await run(['--import', TSX, program, resolve(folder, 'dist', SERVER_BUNDLE)], root, SMOKE_LIMIT_MS);
    if (failure === undefined) return;
    const reason = failure.killed ? `it did not finish within ${SMOKE_LIMIT_MS / 1000} s` : failure.stderr.trim();
    throw new ReleaseError(`${remote} is rejected and the active version stays: its pages do not render.\n${reason}`);
  };

  /** Releases the remote's source, or with `isBuilt` the content of its `dist` folder. */
  const deploy = async (remote: string, { isBuilt = false } = {}): Promise<void> => {
    const folder = getFolder(remote);
    if (!isBuilt) await build(remote, folder);
    await smokeRender(remote, folder);
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
