import type { ReleaseStore } from '@site/releases/release-store';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../../federation/release-set.ts';

const SETS_IN_MEMORY = 50;
const RELEASES_IN_MEMORY = 500;
const LOOKUP_LIFETIME_MS = 60_000;
/** Browsers send these names, so only safe ones may become part of a path. */
const REMOTE_NAME = /^[a-z][a-z0-9-]{0,40}$/;
const VERSION_NAME = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,80}$/;

/**
 * The versions that open pages may name in a report: those of sets that this host has served, including deleted ones, and those in the release
 * store, because a page may be older than this process.
 */
export const createKnownVersions = (store: Pick<ReleaseStore, 'readRelease'>, now: () => number = Date.now) => {
  const sets = new LRUCache<string, ReleaseSet>({ max: SETS_IN_MEMORY });
  const releaseLookups = new LRUCache<string, boolean>({ max: RELEASES_IN_MEMORY, ttl: LOOKUP_LIFETIME_MS });
  const active = new Map<string, { readonly version: string; readonly since: number | undefined }>();
  let latest: ReleaseSet | undefined;

  const noteActive = ({ remotes }: ReleaseSet): void => {
    for (const [remote, { versions }] of Object.entries(remotes)) {
      const version = versions[0]?.version ?? '';
      // It is unknown when the first set became active, because an earlier process served it.
      if (active.get(remote)?.version !== version) active.set(remote, { version, since: latest === undefined ? undefined : now() });
    }
  };

  const isReleased = async (remote: string, version: string): Promise<boolean> => {
    if (!REMOTE_NAME.test(remote) || !VERSION_NAME.test(version)) return false;
    const key = `${remote}/${version}`;
    const knownVersion = releaseLookups.get(key);
    if (knownVersion !== undefined) return knownVersion;
    const isFound = await store.readRelease(remote, version).then(
      () => true,
      () => false,
    );
    releaseLookups.set(key, isFound);
    return isFound;
  };

  return {
    /** Call this with the set of every page that is sent. */
    remember: (set: ReleaseSet): void => {
      if (set === latest) return;
      noteActive(set);
      latest = set;
      sets.set(set.id, set);
    },
    /** Call this with every other set that pages are rendered from. */
    rememberVariant: (set: ReleaseSet): void => {
      if (!sets.has(set.id)) sets.set(set.id, set);
    },
    getSet: (id: string): ReleaseSet | undefined => sets.get(id),
    /** When the remote's active version became active, as a Unix time in milliseconds; undefined if it already was when this process started. */
    getActiveSince: (remote: string): number | undefined => active.get(remote)?.since,
    has: async (remote: string, version: string): Promise<boolean> =>
      [...sets.values()].some(
        ({ remotes }) => Object.hasOwn(remotes, remote) && remotes[remote]?.versions.some((knownVersion) => knownVersion.version === version),
      ) || (await isReleased(remote, version)),
  };
};
export type KnownVersions = ReturnType<typeof createKnownVersions>;
