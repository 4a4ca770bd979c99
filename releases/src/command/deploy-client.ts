import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkTypes } from '../gate/check-types.ts';
import { checkBuild, describeFindings, type GateOptions } from '../gate/gate.ts';
import type { ReleaseManifest } from '../manifest.ts';
import { toActivateCommand } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { describeBuild } from '../release-files.ts';
import type { ClientContext } from './client-context.ts';
import type { CanaryRequest } from './release-target.ts';
import { sayActivation, startCanary } from './version-client.ts';
import { buildWorkspace, getWorkspace, readCommit, readPackageVersion } from './workspace.ts';

type CheckOptions = Pick<GateOptions, 'depth' | 'allowGrowth' | 'skipBrowser' | 'types'>;

type CanaryOptions = Omit<CanaryRequest, 'remote' | 'version' | 'reason'>;

interface DeployOptions extends CheckOptions {
  /** Publishes without activating the version. */
  readonly publishOnly?: boolean;
  /** Starts the version as a canary; the active version stays active. */
  readonly canary?: CanaryOptions | undefined;
}

const build = async (say: ClientContext['say'], remote: string, folder: string): Promise<void> => {
  say(`Building ${remote} …`);
  // Remove the stamp. Otherwise, `npm start` would assume that the new build comes from an older source. The build replaces all other files except the type
  // checker's state.
  rmSync(resolve(folder, 'dist/built-from'), { force: true });
  await buildWorkspace(folder);
};

/** Runs the release checks. Throws a ReleaseError that lists everything that must be fixed. */
const check = async (
  { root, api, isAlone, store, say }: ClientContext,
  remote: string,
  workspace: string,
  options: CheckOptions,
): Promise<ReleaseManifest['gate']> => {
  say('Checking it …');
  // With a release API, the host compares the build with the released versions.
  const comparisonOptions = api !== undefined ? { isRepeatedByHost: true } : isAlone ? {} : { store };
  const result = await checkBuild({ remote, workspace, root, ...comparisonOptions, ...options });
  if (result.findings.length > 0) throw new ReleaseError(describeFindings(remote, result));
  return { browser: result.browser };
};

const describe = (remote: string, folder: string) => describeBuild(remote, readPackageVersion(folder), resolve(folder, 'dist'));

/** Checks the content of `dist`, publishes it, and activates it unless the options specify otherwise. */
const release = async (
  context: ClientContext,
  built: ReleaseManifest,
  folder: string,
  { publishOnly = false, canary, ...options }: DeployOptions,
): Promise<void> => {
  const { target, api, say, toCommandLine } = context;
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
  const checked = check(context, remote, folder, options);
  // The host repeats all checks except the browser and type checks, and publishing activates nothing. If the browser check is skipped, the other checks can
  // therefore run during the upload.
  const [published] =
    api !== undefined && options.skipBrowser === true ? await Promise.all([publish({ browser: 'skipped' }), checked]) : [await publish(await checked)];
  if (publishOnly) return say(`${remote} ${version} is published. To see it in the live site: ${toCommandLine(`releases -- preview ${remote} ${version}`)}`);
  if (canary !== undefined) return startCanary(context, { remote, version, ...canary });
  sayActivation(context, await target.activate({ remote, version, commit, published }));
};

/** Builds, checks, publishes and activates remotes. */
export const createDeployClient = (context: ClientContext) => {
  const { store, local, target, say } = context;

  /** Builds and releases the remote's source, unless the release checks find a problem. */
  const deploy = async (remote: string, options: DeployOptions = {}): Promise<void> => {
    const folder = getWorkspace(context, remote);
    const { publishOnly = false } = options;
    await target.requireScopes(remote, publishOnly ? ['publish'] : ['publish', 'activate']);
    // The type check and the build only read the source, so they run in parallel.
    const types = checkTypes(folder);
    await build(say, remote, folder);
    const built = await describe(remote, folder);
    if (await target.isActive(built)) say(`${remote} ${built.version} is active already.`);
    else await release(context, built, folder, { ...options, types });
  };

  /** Runs the release checks on the content of `dist` without releasing it. */
  const checkExistingBuild = async (remote: string, options: CheckOptions = {}): Promise<void> => {
    const folder = getWorkspace(context, remote);
    if (!existsSync(resolve(folder, 'dist/browser'))) throw new ReleaseError(`There is no build of "${remote}". Build it first: npm run build`);
    await check(context, remote, folder, options);
    say(`${remote} can be released.`);
  };

  /**
   * Releases the content of `dist`, unless the version is active or blocked. `isNewOnly`: skips versions that have been released before, and remotes that have
   * been removed. For a skipped version, prints the command that activates it.
   */
  const deployExistingBuild = async (remote: string, { isNewOnly = false } = {}): Promise<void> => {
    const folder = getWorkspace(context, remote);
    const built = await describe(remote, folder);
    if (await target.isActive(built)) return;
    const { version } = built;
    const { remotes, removed } = await local.readRegistry();
    const entry = remotes[remote] ?? removed[remote];
    const active = remotes[remote]?.history[0];
    const frozen = remotes[remote]?.frozen;
    if (isNewOnly && frozen !== undefined) return say(`${remote} is frozen (${frozen.reason}); ${active} stays active.`);
    const isBad = entry?.bad.some((each) => each.version === version) === true;
    const isKnown = isBad || entry?.history.includes(version) === true || (entry !== undefined && (await store.isPublished(remote, version)));
    const isAllowed = active === version || (!isBad && (!isNewOnly || (!isKnown && removed[remote] === undefined)));
    // The source is from this repository, whose tests have checked the build and how much its pages have grown.
    if (isAllowed) return release(context, built, folder, { depth: 'quick', allowGrowth: true });
    const reason = removed[remote] !== undefined ? 'has been removed' : isBad ? `${version} is blocked` : `${version} has been released before`;
    say(`${remote} ${reason}; ${active ?? 'nothing'} stays active. To activate this source: ${toActivateCommand(remote, version)}`);
  };

  return { deploy, checkExistingBuild, deployExistingBuild };
};
