/** One version of a remote as the browser needs it: the entry's address and its hash (`sha256-…`), which guards all other files. */
export interface RemoteVersion {
  readonly version: string;
  readonly entry: string;
  readonly integrity: string;
}

/** One remote in a set: the paths that it owns, the active version first, then the last good one if there is one. */
export interface RemoteInSet {
  readonly paths: readonly string[];
  readonly versions: readonly RemoteVersion[];
}

/** The versions that go together. The HTML carries the set inline, so that server and browser run the same versions and nobody asks for a registry. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Readonly<Record<string, RemoteInSet>>;
}

/** Where the host tells the set of this moment. Asked only after a failure: a page's own set came with its HTML. */
export const SET_ADDRESS = '/release-set.json';

/** Name under which the federation runtime knows a remote: a valid identifier. */
export const getFederationName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

/** True when `path` is owned by one of `paths`: each owns itself and everything below it, '/' itself alone. */
const ownsPath = (paths: readonly string[], path: string): boolean => paths.some((own) => path === own || (own !== '/' && path.startsWith(`${own}/`)));

/** Name of the remote that owns a path, or undefined when none does. */
export const findRemote = (set: ReleaseSet, path: string): string | undefined =>
  Object.entries(set.remotes).find(([, remote]) => ownsPath(remote.paths, path))?.[0];
