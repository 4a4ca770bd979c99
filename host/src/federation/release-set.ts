import type { SiteLink } from '@site/shared/contracts/site';
import { ownsPath } from '@site/shared/remote/owned-paths';

/** One version of a remote for the browser: the URL of its entry and the entry's hash (`sha256-…`), which guards all other files. */
export interface RemoteVersion {
  readonly version: string;
  readonly entry: string;
  readonly integrity: string;
}

/** One remote in a set: the paths that it owns and its versions. The active version is first, followed by the last good version if there is one. */
interface RemoteInSet {
  readonly paths: readonly string[];
  readonly versions: readonly RemoteVersion[];
}

/** One version of each remote. The HTML carries the set, so that server and browser run the same versions and no page has to fetch a registry. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Readonly<Record<string, RemoteInSet>>;
  /** Remotes' links in the Explore group; absent if there are none. */
  readonly links?: readonly SiteLink[];
}

/** The host's current set, fetched only after a failure, because a page's own set is in its HTML. */
export const SET_ADDRESS = '/release-set.json';

/** Trusted Types policy of a remote, the same for all of its versions: an open page may load a version that is newer than its Content-Security-Policy. */
export const getPolicyName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

/**
 * Name of a version in the federation runtime: the file name of its entry. Earlier entries were named `remoteEntry.<hash>.js`, and all versions had one name.
 */
export const getRuntimeName = (remote: string, entry: string): string => {
  const policy = getPolicyName(remote);
  const file = entry.slice(entry.lastIndexOf('/') + 1);
  return file.startsWith(policy) ? file.replace(/\.js$/, '') : policy;
};

/** Name of the remote that owns a path; undefined if none does. */
export const findRemote = (set: ReleaseSet, path: string): string | undefined =>
  Object.entries(set.remotes).find(([, remote]) => ownsPath(remote.paths, path))?.[0];
