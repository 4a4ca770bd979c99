import type { SiteLink } from '@site/shared/contracts/site';
import { ownsPath } from '@site/shared/remote/owned-paths';

/** One version of a remote for the browser. `integrity` is the hash of the entry (`sha256-…`); the entry checks all other files. */
export interface RemoteVersion {
  readonly version: string;
  readonly entry: string;
  readonly integrity: string;
}

/** One remote in a set: the paths that it owns, and its versions. The active version is first, followed by the last good version if there is one. */
interface RemoteInSet {
  readonly paths: readonly string[];
  readonly versions: readonly RemoteVersion[];
}

/** One version of each remote. The HTML contains the set, so that server and browser run the same versions and no page has to fetch a registry. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Readonly<Record<string, RemoteInSet>>;
  readonly links?: readonly SiteLink[];
}

/** URL of the host's current set. It is fetched only after a failure, because the HTML contains the page's set. */
export const SET_URL = '/release-set.json';

/** Returns a version's name in the federation runtime: the name of its entry file without `.js`. */
export const getRuntimeName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1).replace(/\.js$/, '');

export const findRemote = (set: ReleaseSet, path: string): string | undefined =>
  Object.entries(set.remotes).find(([, remote]) => ownsPath(remote.paths, path))?.[0];
