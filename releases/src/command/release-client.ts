import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Activated } from '../api/api-schemas.ts';
import { checkTypes } from '../gate/check-types.ts';
import { checkBuild, describeFindings, type GateOptions } from '../gate/gate.ts';
import type { ReleaseManifest } from '../manifest.ts';
import { type LinkAction, type PathAction, toActivateCommand } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { describeBuild } from '../release-files.ts';
import type { HistoryQuery } from '../release-history.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { PruneOptions } from '../retention.ts';
import type { ApiTarget } from './api-target.ts';
import { describeCanary, describeEntry, describeRemote } from './describe-releases.ts';
import { createLocalTarget } from './local-target.ts';
import type { ActivationRequest, CanaryRequest, PreviewRequest, ReleaseTarget, RollbackRequest } from './release-target.ts';
import { toUnknownRemoteError } from './usage.ts';

const { resolve: findModule } = createRequire(import.meta.url);
/** The program of the bundler, whose package exports only the manifest. */
export const RSPACK = resolve(findModule('@rspack/cli/package.json'), '../bin/rspack.js');
const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;

interface ReleaseClientOptions {
  /** Folder that holds the workspaces of the remotes. */
  readonly root: string;
  /** The folder that the command runs in: of the remote, when it is in a repository of its own. */
  readonly workingFolder?: string | undefined;
  readonly store: ReleaseStore;
  /** `DATA_DIR`. */
  readonly dataFolder: string;
  /** The release API of a site, to release there and not to the store. */
  readonly api?: ApiTarget | undefined;
  /** The command runs in a remote's own repository, which has no store to compare with. */
  readonly isAlone?: boolean;
  /** Receives a line of output for each step. */
  readonly say: (line: string) => void;
}

type CheckOptions = Pick<GateOptions, 'depth' | 'allowGrowth' | 'skipBrowser' | 'types'>;

type CanaryOptions = Omit<CanaryRequest, 'remote' | 'version' | 'reason'>;

interface DeployOptions extends CheckOptions {
  /** Leaves the active version active. */
  readonly publishOnly?: boolean;
  /** Makes it a canary, and leaves the active version active too. */
  readonly canary?: CanaryOptions | undefined;
}

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

/** The commit of the source in a folder, marked when files of the folder differ from it. Undefined outside of a repository. */
const readCommit = async (folder: string): Promise<string | undefined> => {
  try {
    const git = async (...args: string[]): Promise<string> => (await execute('git', args, { cwd: folder })).stdout.trim();
    const [commit, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain', '--', '.')]);
    return changes === '' ? commit : `${commit}-dirty`;
  } catch {
    return undefined;
  }
};

/** Builds the workspace of a folder for production. `args` are further arguments of `rspack build`. Throws a ReleaseError with the output of the build. */
export const buildWorkspace = async (folder: string, args: readonly string[] = []): Promise<void> => {
  const failure = await run([RSPACK, 'build', ...args], folder);
  if (failure !== undefined) throw new ReleaseError(`${basename(folder)} does not build:\n${failure.stdout}${failure.stderr}`);
};

/** True if the package in a folder is that of the remote: `remote-<name>`, with or without a scope. */
const isWorkspaceOf = (remote: string, folder: string): boolean => {
  const file = resolve(folder, 'package.json');
  if (!existsSync(file)) return false;
  const { name } = v.parse(v.object({ name: v.optional(v.string(), '') }), JSON.parse(readFileSync(file, 'utf8')));
  return name.replace(/^@[^/]+\//, '') === `remote-${remote}`;
};

/** Builds, checks, publishes and activates remotes: in a store, or at a site with a release API. */
export const createReleaseClient = ({ root, workingFolder, store, dataFolder, api, isAlone = false, say }: ReleaseClientOptions) => {
  const local = createLocalTarget({ store, dataFolder, say });
  const target: ReleaseTarget = api ?? local;
  const { readRegistry } = local;

  const requireServer = (): void => {
    if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
  };

  const getFolder = (remote: string): string => {
    const folder = workingFolder !== undefined && isWorkspaceOf(remote, workingFolder) ? workingFolder : resolve(root, `remote-${remote}`);
    if (/^[a-z-]+$/.test(remote) && existsSync(folder)) return folder;
    throw toUnknownRemoteError(
      remote,
      readdirSync(root).flatMap((name) => (name.startsWith('remote-') ? [name.slice('remote-'.length)] : [])),
    );
  };

  /** Throws an error that names the remotes if the store knows none of this name. A release API knows that of its token only, and says so itself. */
  const requireRemote = async (remote: string): Promise<void> => {
    if (api !== undefined) return;
    const { remotes, removed, registered = {} } = await store.readRegistry();
    const knownRemotes = [remotes, removed, registered].flatMap(Object.keys);
    if (!knownRemotes.includes(remote)) throw toUnknownRemoteError(remote, knownRemotes);
  };

  /** The line of a terminal that runs a command at the same target. */
  const toCommandLine = (command: string): string => `npm run ${command}${api === undefined ? '' : ` --to ${api.site}`}`;

  const readPackageVersion = (folder: string): string =>
    v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))).version;

  const build = async (remote: string, folder: string): Promise<void> => {
    say(`Building ${remote} …`);
    // With the stamp `npm start` would treat the new build as one of older source. The build replaces the rest, except for the state of the type check.
    rmSync(resolve(folder, 'dist/built-from'), { force: true });
    await buildWorkspace(folder);
  };

  /** Throws a ReleaseError that names everything that must be fixed. */
  const check = async (remote: string, workspace: string, options: CheckOptions): Promise<ReleaseManifest['gate']> => {
    say('Checking it …');
    // The host of a release API compares the build with what the site has.
    const compared = api !== undefined ? { isRepeatedByHost: true } : isAlone ? {} : { store };
    const result = await checkBuild({ remote, workspace, root, ...compared, ...options });
    if (result.findings.length > 0) throw new ReleaseError(describeFindings(remote, result));
    return { browser: result.browser };
  };

  const describe = (remote: string, folder: string) => describeBuild(remote, readPackageVersion(folder), resolve(folder, 'dist'));

  /** Says what visitors get now, and how to undo it if another version was active before. Throws when the host does not serve the version that is active. */
  const describeActivation = ({ remote, version, left, isServed, refused }: Activated): void => {
    if (refused !== undefined) throw new ReleaseError(`${remote} ${version} is active, but the host serves another version: ${refused}`);
    const undo = left === undefined || left === version ? '' : ` To roll back: ${toCommandLine(`rollback -- ${remote}`)}`;
    say(`${remote} ${version} is active${isServed ? ' and served' : ''}.${undo}`);
  };

  /** Gives a published version to staff and a share of the visitors. */
  const startCanary = async (request: CanaryRequest): Promise<void> => {
    const { remote, version, share, views, minutes } = request;
    if (!Number.isInteger(share) || share < 0 || share > 100)
      throw new ReleaseError('A share is a whole number of percent, up to 100. For staff only: --staff');
    if (!Number.isInteger(views) || views < 1 || !(minutes >= 0)) throw new ReleaseError('--views and --minutes are numbers.');
    say(`${remote} ${version} is a canary: ${describeCanary(await target.startCanary(request))}.`);
    say(`To activate it now: ${toCommandLine(`releases -- promote ${remote}`)}`);
    say(`To end it: ${toCommandLine(`releases -- stop-canary ${remote}`)}`);
  };

  /** Checks the content of `dist`, publishes and activates it, unless the options say otherwise. */
  const release = async (built: ReleaseManifest, folder: string, { publishOnly = false, canary, ...options }: DeployOptions): Promise<void> => {
    const { remote, version } = built;
    await target.requireActivatable(built);
    const commit = await readCommit(folder);
    const publish = (gate: ReleaseManifest['gate']): Promise<ReleaseManifest> => {
      if (api !== undefined) say('Sending it …');
      return target.publish({
        build: built,
        packageVersion: readPackageVersion(folder),
        dist: resolve(folder, 'dist'),
        details: { gate, ...(commit === undefined ? {} : { commit }) },
        allowGrowth: options.allowGrowth === true,
      });
    };
    const checked = check(remote, folder, options);
    // Without the browser the host repeats everything but the types, which are checked during the upload: it activates nothing.
    const [published] =
      api !== undefined && options.skipBrowser === true ? await Promise.all([publish({ browser: 'skipped' }), checked]) : [await publish(await checked)];
    if (publishOnly) return say(`${remote} ${version} is published. To see it in the live site: ${toCommandLine(`releases -- preview ${remote} ${version}`)}`);
    if (canary !== undefined) return startCanary({ remote, version, ...canary });
    describeActivation(await target.activate({ remote, version, commit, published }));
  };

  /** Releases the remote's source, if the gate finds nothing wrong with its build. */
  const deploy = async (remote: string, options: DeployOptions = {}): Promise<void> => {
    const folder = getFolder(remote);
    const { publishOnly = false } = options;
    await target.requireScopes(remote, publishOnly ? ['publish'] : ['publish', 'activate']);
    // Both read the sources only.
    const types = checkTypes(folder);
    await build(remote, folder);
    const built = await describe(remote, folder);
    if (await target.isActive(built)) say(`${remote} ${built.version} is active already.`);
    else await release(built, folder, { ...options, types });
  };

  /** Checks the content of `dist` as a release would be, and releases nothing. */
  const checkBuilt = async (remote: string, options: CheckOptions = {}): Promise<void> => {
    const folder = getFolder(remote);
    if (!existsSync(resolve(folder, 'dist/browser'))) throw new ReleaseError(`There is no build of "${remote}". Build it first: npm run build`);
    await check(remote, folder, options);
    say(`${remote} can be released.`);
  };

  /**
   * Releases the content of `dist`, unless it is active or bad. `isNewOnly`: not if it has been released before, or its remote was removed, either. Prints the
   * command that would activate it then.
   */
  const deployBuilt = async (remote: string, { isNewOnly = false } = {}): Promise<void> => {
    const folder = getFolder(remote);
    const built = await describe(remote, folder);
    if (await target.isActive(built)) return;
    const { version } = built;
    const { remotes, removed } = await readRegistry();
    const entry = remotes[remote] ?? removed[remote];
    const active = remotes[remote]?.history[0];
    const frozen = remotes[remote]?.frozen;
    if (isNewOnly && frozen !== undefined) return say(`${remote} is frozen (${frozen.reason}); ${active} stays active.`);
    const isBad = entry?.bad.some((each) => each.version === version) === true;
    const isKnown = isBad || entry?.history.includes(version) === true || (entry !== undefined && (await store.isPublished(remote, version)));
    const isAllowed = active === version || (!isBad && (!isNewOnly || (!isKnown && removed[remote] === undefined)));
    // The sources are those of this repository, whose tests have checked their builds and the growth of their pages.
    if (isAllowed) return release(built, folder, { depth: 'quick', allowGrowth: true });
    const reason = removed[remote] !== undefined ? 'has been removed' : isBad ? `${version} is blocked` : `${version} has been released before`;
    say(`${remote} ${reason}; ${active ?? 'nothing'} stays active. To activate this source: ${toActivateCommand(remote, version)}`);
  };

  /** Lists all versions of all remotes that the target shows. */
  const list = async (): Promise<void> => {
    const remotes = await target.list();
    if (remotes.length === 0) say('Nothing has been released yet. Build and publish all parts: npm run build');
    for (const remote of remotes) for (const line of describeRemote(remote)) say(line);
  };

  /** Activates the version before the active one, or another one of the history; the one that is left is bad from now on. */
  const rollBack = async (request: RollbackRequest): Promise<void> => {
    const { remote, version, left = '' } = await target.rollBack(request);
    say(`${remote} is back on ${version}. ${left} is blocked; to activate it again: ${toActivateCommand(remote, left, api?.site)}`);
  };

  /** Activates any published version, also an older one, and on the server a bad one. */
  const activate = async (request: ActivationRequest): Promise<void> => describeActivation(await target.activate({ ...request, isExplicit: true }));

  const promoteCanary = async (remote: string, reason?: string): Promise<void> => {
    describeActivation(await target.promoteCanary(remote, reason));
  };

  const stopCanary = async (remote: string, reason?: string): Promise<void> => {
    await target.stopCanary(remote, reason);
    say(`${remote} no longer has a canary; all visitors get the active version.`);
  };

  const markBad = async (remote: string, version: string, reason?: string): Promise<void> => {
    requireServer();
    const registry = await local.markBad(remote, version, reason);
    say(`${remote} ${version} is blocked; ${registry.remotes[remote]?.history[0]} is active.`);
  };

  const remove = async (remote: string): Promise<void> => {
    requireServer();
    await local.remove(remote);
    say(`${remote} is removed: its paths are free. Its files stay; releasing it again brings it back.`);
  };

  /** Changes the paths that a remote owns. */
  const setPaths = async (remote: string, action: PathAction, path: string): Promise<void> => {
    requireServer();
    const { remotes } = await local.setPaths(remote, action, path);
    say(`${remote} owns: ${remotes[remote]?.paths.join(' ')}`);
  };

  /** Allows or hides the links in the Explore group that a remote asks for. */
  const setLinks = async (remote: string, action: LinkAction): Promise<void> => {
    requireServer();
    await local.setLinks(remote, action);
    say(action === 'allow' ? `The links of ${remote} are shown in the Explore group.` : `The links of ${remote} are not shown.`);
  };

  /** Removes the versions that nothing needs any more, and lists them. */
  const prune = async (options: PruneOptions): Promise<void> => {
    requireServer();
    const versions = await local.prune(options);
    for (const { remote, version } of versions) say(`${remote} ${version}`);
    say(options.isDryRun === true ? `Versions that would be removed: ${versions.length}.` : `Versions removed: ${versions.length}.`);
  };

  const freeze = async (remote: string, reason: string): Promise<void> => {
    await target.freeze(remote, reason);
    say(`${remote} is frozen: no version will be activated until it is unfrozen: ${toCommandLine(`releases -- unfreeze ${remote}`)}`);
  };

  const unfreeze = async (remote: string, reason?: string): Promise<void> => {
    await target.unfreeze(remote, reason);
    say(`${remote} is no longer frozen.`);
  };

  /** Has a site's host examine a published version again. */
  const checkPublished = async (remote: string, version: string): Promise<void> => {
    if (api === undefined) throw new ReleaseError('A published version is checked by a host: name its site with --to.');
    const findings = await api.check(remote, version);
    if (findings.length > 0) throw new ReleaseError([`The host's release checks found problems in ${remote} ${version}:`, ...findings].join('\n'));
    say(`The host's release checks found no problems in ${remote} ${version}.`);
  };

  /** Prints an address of the site that shows a published version. */
  const preview = async ({ site, ...request }: PreviewRequest & { readonly site: string }): Promise<void> => {
    const { id, path, expiresAt } = await target.createPreview(request);
    say(`${request.remote} ${request.version}, until ${expiresAt}, for anyone with this link:`);
    say(new URL(path, site).href);
    say(`To end it: ${toCommandLine(`releases -- revoke-preview ${id}`)}`);
  };

  /** `id`: of one preview, or `all`. */
  const revokePreview = async (id: string): Promise<void> => {
    if (id === 'all') requireServer();
    await target.revokePreview(id);
    say(id === 'all' ? 'Every preview is revoked.' : `The preview ${id} is revoked.`);
  };

  /** Who released what, newest first. */
  const listHistory = async (query: HistoryQuery): Promise<void> => {
    const entries = await target.readHistory(query);
    if (entries.length === 0) say('There is no history yet.');
    for (const entry of entries) say(describeEntry(entry));
  };

  return {
    requireRemote,
    deploy,
    deployBuilt,
    checkBuilt,
    list,
    rollBack,
    activate,
    startCanary,
    promoteCanary,
    stopCanary,
    markBad,
    remove,
    setPaths,
    setLinks,
    prune,
    freeze,
    unfreeze,
    checkPublished,
    preview,
    revokePreview,
    listHistory,
  };
};
