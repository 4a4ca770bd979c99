import { LRUCache } from 'lru-cache';
import { type LoadVersion, toVersionKey, type UsableVersion } from './usable-version.ts';

/** Versions outside the active set stay loaded for as long as they are requested. */
const LIMITS = { max: 20, ttl: 10 * 60_000, updateAgeOnGet: true };

/** Published versions outside the active set, for example for previews. `onLoad` is called after each new one. */
export const createOtherVersions = (load: LoadVersion, onLoad: () => void) => {
  const versions = new LRUCache<string, UsableVersion>(LIMITS);
  const pending = new Map<string, Promise<UsableVersion>>();

  /** Loads and checks a version when it is first requested. */
  const get: LoadVersion = async (remote, version) => {
    const key = toVersionKey(remote, version);
    const cached = versions.get(key);
    if (cached !== undefined) return cached;
    const pendingVersion = pending.get(key) ?? load(remote, version).finally(() => pending.delete(key));
    pending.set(key, pendingVersion);
    const usableVersion = await pendingVersion;
    versions.set(key, usableVersion);
    onLoad();
    return usableVersion;
  };

  return {
    get,
    list: (): UsableVersion[] => [...versions.values()],
    /** Keys of the versions that are loaded or being loaded. */
    keys: (): string[] => [...versions.keys(), ...pending.keys()],
    /** Drops versions that are no longer requested, or whose files are damaged. */
    refresh: async (): Promise<void> => {
      versions.purgeStale();
      for (const [key, { release }] of [...versions.entries()]) {
        const usableVersion = await load(release.remote, release.version).catch(() => undefined);
        if (usableVersion === undefined) versions.delete(key);
      }
    },
  };
};
