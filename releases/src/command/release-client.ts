import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { getErrorMessage } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { checkBuild, describeFindings, type GateOptions } from '../gate/gate.ts';
import type { Registry, ReleaseManifest } from '../manifest.ts';
import { type PathAction, requireActivatable, toActivateCommand } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { describeBuild } from '../release-files.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { PruneOptions } from '../retention.ts';

const { resolve: findModule } = createRequire(import.meta.url);
/** Its package exports only the manifest. */
const RSPACK = resolve(findModule('@rspack/cli/package.json'), '../bin/rspack.js');
const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;

interface ReleaseClientOptions {
  /** Folder that holds the workspaces of the remotes. */
  readonly root: string;
  readonly store: ReleaseStore;
  /** Receives a line of output for each step. */
  readonly say: (line: string) => void;
}

type CheckOptions = Pick<GateOptions, 'depth' | 'allowGrowth' | 'skipBrowser'>;

const execute = promisify(execFile);

/** The error that `execFile` rejects with. */
interface ProgramFailure {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program; returns the failure if it exits with a status other than 0. */
const run = async (args: readonly string[], cwd: string): Promise<ProgramFailure | undefined> => {
  const options = { cwd, env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: OUTPUT_LIMIT_BYTES };
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

const getActive = (registry: Registry, remote: string): string | undefined => registry.remotes[remote]?.history[0];

/** Builds, checks, publishes and activates the remotes of one repository. */
export const createReleaseClient = ({ root, store, say }: ReleaseClientOptions) => {
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

  /** Throws a ReleaseError that names everything that has to be mended. */
  const check = async (remote: string, workspace: string, options: CheckOptions): Promise<ReleaseManifest['gate']> => {
    say('Checking it …');
    const result = await checkBuild({ remote, workspace, store, root, ...options });
    if (result.findings.length > 0) throw new ReleaseError(describeFindings(remote, result));
    return { browser: result.browser };
  };

  const describe = (remote: string, folder: string) => describeBuild(remote, readPackageVersion(folder), resolve(folder, 'dist'));

  /** Warns when the registry's newest generation cannot be used: the change that follows repairs it. */
  const readRegistry = async () => {
    const { registry, state, reason } = await store.inspectRegistry();
    if (state !== 'current') say(`The registry is ${state} (${reason}); generation ${registry.generation} is used. The next change repairs it.`);
    return registry;
  };

  const isActive = async (build: ReleaseManifest): Promise<boolean> =>
    getActive(await store.readRegistry(), build.remote) === build.version && (await store.isIntact(build));

  /** Checks the content of `dist`, publishes and activates it. */
  const release = async (build: ReleaseManifest, folder: string, options: CheckOptions): Promise<void> => {
    const { remote } = build;
    requireActivatable(await readRegistry(), build);
    const gate = await check(remote, folder, options);
    const published = await store.publish(remote, readPackageVersion(folder), resolve(folder, 'dist'), gate);
    await store.activate(published);
    say(`${remote} ${published.version} is active. Back again: npm run rollback -- ${remote}`);
  };

  /** Releases the remote's source, if the gate finds nothing wrong with its build. */
  const deploy = async (remote: string, options: CheckOptions = {}): Promise<void> => {
    const folder = getFolder(remote);
    await build(remote, folder);
    const built = await describe(remote, folder);
    if (await isActive(built)) say(`${remote} ${built.version} is active already.`);
    else await release(built, folder, options);
  };

  /**
   * Releases the content of `dist`, unless it is active or bad. `isNewOnly`: not if it has been released before, or its remote was removed, either. Prints the
   * command that would activate it then.
   */
  const deployBuilt = async (remote: string, { isNewOnly = false } = {}): Promise<void> => {
    const folder = getFolder(remote);
    const built = await describe(remote, folder);
    if (await isActive(built)) return;
    const { version } = built;
    const { remotes, removed } = await readRegistry();
    const entry = remotes[remote] ?? removed[remote];
    const active = remotes[remote]?.history[0];
    const isBad = entry?.bad.some((each) => each.version === version) === true;
    const isKnown = isBad || entry?.history.includes(version) === true || (entry !== undefined && (await store.isPublished(remote, version)));
    const isAllowed = active === version || (!isBad && (!isNewOnly || (!isKnown && removed[remote] === undefined)));
    // The sources are those of this repository, whose tests have checked their builds.
    if (isAllowed) return release(built, folder, { depth: 'quick' });
    const reason = removed[remote] !== undefined ? 'has been removed' : isBad ? `${version} is bad` : `${version} has been released before`;
    say(`${remote} ${reason}; ${active ?? 'nothing'} stays active. To activate this source: ${toActivateCommand(remote, version)}`);
  };

  /** Lists all versions of all remotes. */
  const list = async (): Promise<void> => {
    const { generation, remotes, removed } = await readRegistry();
    if (generation === 0) say('Nothing has been released yet. Build and publish all parts: npm run build');
    for (const [remote, { paths, history, bad }] of Object.entries(remotes)) {
      say(`${remote}  ${paths.join(' ')}`);
      const published = await store.listReleases(remote);
      const damaged = [...history, ...bad.map(({ version }) => version)].filter((version) => !published.some((each) => each.version === version));
      for (const { version, createdAt } of [...published, ...damaged.map((version) => ({ version, createdAt: 'its manifest is missing or damaged' }))]) {
        const mark = bad.find((each) => each.version === version);
        const label = mark !== undefined ? 'bad' : version === history[0] ? 'active' : version === history[1] ? 'last good' : '';
        say(`  ${label.padEnd(9)}  ${version}  ${createdAt}${mark === undefined ? '' : `  (${mark.reason}, ${mark.at})`}`);
      }
    }
    for (const [remote, { at }] of Object.entries(removed)) say(`${remote}  removed ${at}`);
  };

  /** Activates the version before the active one, which is bad from now on. */
  const rollBack = async (remote: string): Promise<void> => {
    const left = getActive(await readRegistry(), remote);
    const registry = await store.rollBack(remote);
    say(`${remote} is back on ${getActive(registry, remote)}. ${left} is bad; to activate it again: ${toActivateCommand(remote, String(left))}`);
  };

  /** Activates any published version, also an older or a bad one. */
  const activate = async (remote: string, version: string): Promise<void> => {
    await readRegistry();
    const published = await store.readCompleteRelease(remote, version).catch((error: unknown) => {
      throw new ReleaseError(`${remote} ${version} cannot be activated: ${getErrorMessage(error)}`);
    });
    await store.activate(published, { isExplicit: true });
    say(`${remote} ${version} is active.`);
  };

  const markBad = async (remote: string, version: string): Promise<void> => {
    await readRegistry();
    const registry = await store.markBad(remote, version);
    say(`${remote} ${version} is bad; ${getActive(registry, remote)} is active.`);
  };

  const remove = async (remote: string): Promise<void> => {
    await readRegistry();
    await store.remove(remote);
    say(`${remote} is removed: its paths are free. Its files stay; releasing it again brings it back.`);
  };

  /** Changes the paths that a remote owns. */
  const setPaths = async (remote: string, action: PathAction, path: string): Promise<void> => {
    await readRegistry();
    const { remotes } = await store.setPaths(remote, action, path);
    say(`${remote} owns: ${remotes[remote]?.paths.join(' ')}`);
  };

  /** Removes the versions that nothing needs any more, and lists them. */
  const prune = async (options: PruneOptions): Promise<void> => {
    await readRegistry();
    const versions = await store.prune(options);
    for (const { remote, version } of versions) say(`${remote} ${version}`);
    say(options.isDryRun === true ? `Versions that would be removed: ${versions.length}.` : `Versions removed: ${versions.length}.`);
  };

  return { deploy, deployBuilt, list, rollBack, activate, markBad, remove, setPaths, prune };
};
