import { ownsPath } from '@site/shared/remote/owned-paths';

/** One version of a remote for the browser: the address of its entry and the entry's hash (`sha256-…`), which guards all other files. */
export interface RemoteVersion {
  readonly version: string;
  readonly entry: string;
  readonly integrity: string;
}

/** One remote in a set: the paths that it owns, and its versions: the active one, then the last good one if there is one. */
interface RemoteInSet {
  readonly paths: readonly string[];
  readonly versions: readonly RemoteVersion[];
}

/** One version of each remote. The HTML carries the set, so that server and browser run the same versions and no page asks for a registry. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Readonly<Record<string, RemoteInSet>>;
}

/** The host's current set. Fetched only after a failure: a page's own set is in its HTML. */
export const SET_ADDRESS = '/release-set.json';

/** The name of a remote in the federation runtime: a valid identifier. */
export const getFederationName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

/** The name of the remote that owns a path, or undefined when none does. */
export const findRemote = (set: ReleaseSet, path: string): string | undefined =>
  Object.entries(set.remotes).find(([, remote]) => ownsPath(remote.paths, path))?.[0];
