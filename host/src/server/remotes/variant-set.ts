import { createHash } from 'node:crypto';
import { claimPaths, type PathOwners } from '@site/releases/path-ownership';
import type { ReleaseSet } from '../../federation/release-set.ts';
import type { ActiveRemote, ActiveSet } from './active-set.ts';
import { toRemoteVersion, type UsableVersion } from './usable-version.ts';

interface VariantOptions {
  readonly base: ActiveSet;
  /** The owners of all paths. */
  readonly owners: PathOwners;
  /** The versions that replace those of the base, one per remote. */
  readonly versions: readonly UsableVersion[];
  /** Whether the versions of the base serve as fallbacks. */
  readonly hasFallback: boolean;
}

const toRemote = ({ base, owners, hasFallback }: VariantOptions, version: UsableVersion): ActiveRemote => {
  const { remote, paths: declared } = version.release;
  const active = base.remotes.get(remote);
  // Claim paths as if the version were activated: it may have pages at new paths.
  const paths = claimPaths({ owners, remote, declared, declaredBefore: active?.release.paths ?? [] });
  const fallbacks = hasFallback ? (active?.usableVersions ?? []).filter(({ release }) => release.version !== version.release.version) : [];
  const usableVersions = [version, ...fallbacks].map((candidate) => ({ ...candidate, bundle: { ...candidate.bundle, paths } }));
  const [first = version] = usableVersions;
  return { ...first, versions: usableVersions.map(({ release }) => toRemoteVersion(release)), usableVersions };
};

/** Creates a set in which some remotes have versions other than their active ones. Its id depends only on the base and these versions. */
export const createVariantSet = (options: VariantOptions): ActiveSet => {
  const { base, versions } = options;
  const replaced = versions.map((version) => [version.release.remote, toRemote(options, version)] as const);
  const remotesInSet: ReleaseSet['remotes'] = {
    ...base.browserSet.remotes,
    ...Object.fromEntries(replaced.map(([remote, { bundle, versions: browserVersions }]) => [remote, { paths: bundle.paths, versions: browserVersions }])),
  };
  const id = createHash('sha256')
    .update(JSON.stringify([base.browserSet.id, remotesInSet]))
    .digest('hex')
    .slice(0, 12);
  return { ...base, browserSet: { ...base.browserSet, id, remotes: remotesInSet }, remotes: new Map([...base.remotes, ...replaced]) };
};
