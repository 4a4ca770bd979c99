import { LRUCache } from 'lru-cache';
import { type LoadVersion, toVersionKey, type UsableVersion } from './usable-version.ts';

/** Versions outside the set that pages are made of stay examined for as long as they are asked for. */
const LIMITS = { max: 20, ttl: 10 * 60_000, updateAgeOnGet: true };

/** Published versions that the active set does not name, for another set. `onLoad` is called after each new one. */
export const createOtherVersions = (load: LoadVersion, onLoad: () => void) => {
  const versions = new LRUCache<string, UsableVersion>(LIMITS);
  const pending = new Map<string, Promise<UsableVersion>>();

  /** Examines a version when it is asked for, and again when its files change. */
  const get: LoadVersion = async (remote, version) => {
    const key = toVersionKey(remote, version);
    const cached = versions.get(key);
    if (cached !== undefined) return cached;
    const loading = pending.get(key) ?? load(remote, version).finally(() => pending.delete(key));
    pending.set(key, loading);
    const usable = await loading;
    versions.set(key, usable);
    onLoad();
    return usable;
  };

  return {
    get,
    list: (): UsableVersion[] => [...versions.values()],
    /** Keys of the loaded versions, and of those that are being loaded. */
    keys: (): string[] => [...versions.keys(), ...pending.keys()],
    /** Forgets versions that are no longer asked for, or whose files are damaged. */
    refresh: async (): Promise<void> => {
      versions.purgeStale();
      for (const [key, { release }] of [...versions.entries()]) {
        const usable = await load(release.remote, release.version).catch(() => undefined);
        if (usable === undefined) versions.delete(key);
      }
    },
  };
};
