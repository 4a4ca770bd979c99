import { LRUCache } from 'lru-cache';
import { readRevision } from './revision.ts';
import type { Database } from './schema/tables.ts';

const MAX_ENTRIES = 200;

export type Visibility = 'published' | 'all';

/**
 * Caches query results and computes each one only once per content revision, because counting and searching read every row, whichever page is requested.
 * Results that depend only on published content are computed only once per public change. The key identifies the result, which must not depend on the time.
 * Each use reads the current revision from the database instead of a cached number. A result is therefore as recent as the rows read with it, even if another
 * provider has written them.
 */
export const createRevisionCache = <Result>() => {
  const caches = new WeakMap<Database, LRUCache<string, { readonly revision: number; readonly result: Promise<Result> }>>();
  return async (db: Database, visibility: Visibility, key: readonly unknown[], compute: () => Promise<Result>): Promise<Result> => {
    const state = await readRevision(db);
    const revision = (visibility === 'all' ? state?.number : state?.visible) ?? 0;
    const cache = caches.get(db) ?? new LRUCache<string, { readonly revision: number; readonly result: Promise<Result> }>({ max: MAX_ENTRIES });
    caches.set(db, cache);
    const name = JSON.stringify([visibility, key]);
    const cachedEntry = cache.get(name);
    if (cachedEntry?.revision === revision) return cachedEntry.result;
    const result = compute();
    cache.set(name, { revision, result });
    result.catch(() => cache.delete(name));
    return result;
  };
};
