import { ownsPath } from '@site/shared/remote/owned-paths';
import { PREVIEW_PATH, type Registry, type RegistryEntry, SIGN_IN_PATH } from './manifest.ts';
import { ReleaseError } from './release-error.ts';

const PATH = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/;
/** Prefixes that the host serves itself. */
const HOST_PATHS = ['/_mf', PREVIEW_PATH, '/api', '/assets', '/health', '/img', '/metrics', '/ready', '/releases', '/reports', '/saved-pages', '/site-data'];

/** Paths that each remote owns. */
export type PathOwners = Readonly<Record<string, { readonly paths: readonly string[] }>>;

/** Returns the owners of paths: released remotes, and registered remotes without a release. */
export const getOwners = ({ remotes, registered = {} }: Pick<Registry, 'remotes' | 'registered'>): PathOwners => ({ ...registered, ...remotes });

const overlaps = (a: string, b: string): boolean => ownsPath([a], b) || ownsPath([b], a);

interface Owner {
  readonly remote: string;
  /** Path that equals, contains or lies below the given path. */
  readonly path: string;
}

/** Finds the owner, other than `exceptRemote`, of a path or of a path above or below it. */
const findOwner = (owners: PathOwners, path: string, exceptRemote: string): Owner | undefined => {
  const hostPath = HOST_PATHS.find((candidate) => overlaps(candidate, path));
  if (hostPath !== undefined) return { remote: 'the host', path: hostPath };
  for (const [remote, { paths }] of Object.entries(owners)) {
    const ownedPath = remote === exceptRemote ? undefined : paths.find((candidate) => overlaps(candidate, path));
    if (ownedPath !== undefined) return { remote, path: ownedPath };
  }
  return undefined;
};

/** Throws a ReleaseError if a remote cannot own the path. The message names the owner. */
export const requireFreePath = (owners: PathOwners, path: string, remote: string): void => {
  if (!PATH.test(path) || path.includes('/.')) throw new ReleaseError(`"${path}" is not a path that a remote can own, such as "/news".`);
  const owner = findOwner(owners, path, remote);
  if (owner === undefined) return;
  if (owner.path !== path) throw new ReleaseError(`${remote} cannot own "${path}": it overlaps "${owner.path}", which belongs to ${owner.remote}.`);
  throw new ReleaseError(
    `${remote} cannot own "${path}": it belongs to ${owner.remote}. To move it, release ${owner.remote} without it first, or: npm run releases -- paths ${remote} move ${path}`,
  );
};

/** Throws a ReleaseError if a release declares another remote's path, or no path. */
export const requireOwnPaths = (owners: PathOwners, remote: string, declared: readonly string[]): void => {
  if (declared.length === 0) throw new ReleaseError(`${remote} declares no paths.`);
  for (const path of declared) if (!ownsPath(owners[remote]?.paths ?? [], path)) requireFreePath(owners, path, remote);
};

/**
 * Throws a ReleaseError if a team's release declares the sign-in path without owning it, even if the path is free: the page runs where staff are signed in.
 * Only an administrator can assign the path.
 */
export const requireOwnSignIn = (owners: PathOwners, remote: string, declared: readonly string[]): void => {
  if (!ownsPath(declared, SIGN_IN_PATH) || ownsPath(owners[remote]?.paths ?? [], SIGN_IN_PATH)) return;
  throw new ReleaseError(`Only an administrator gives ${remote} the sign-in, on the server: npm run releases -- paths ${remote} add ${SIGN_IN_PATH}`);
};

interface Claim {
  readonly owners: PathOwners;
  readonly remote: string;
  /** Paths that the release declares. */
  readonly declared: readonly string[];
  /** Paths that the active release declares; empty if there is no active release. */
  readonly declaredBefore: readonly string[];
}

/** Returns the paths that a remote owns once a release is active: adds free paths that it declares, and frees paths that it no longer declares. */
export const claimPaths = ({ owners, remote, declared, declaredBefore }: Claim): RegistryEntry['paths'] => {
  const ownedPaths = owners[remote]?.paths ?? [];
  const retainedPaths = ownedPaths.filter((path) => declared.includes(path) || !declaredBefore.includes(path));
  const claimedPaths = declared.filter((path) => !ownsPath(ownedPaths, path) && findOwner(owners, path, remote) === undefined);
  return [...new Set([...retainedPaths, ...claimedPaths])];
};
