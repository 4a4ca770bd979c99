import { LRUCache } from 'lru-cache';
import { readRevision } from './revision.ts';
import type { Database } from './schema/tables.ts';

const MAX_ENTRIES = 200;

/** The content that a result depends on. */
export type Visibility = 'published' | 'all';

/**
 * Caches results of queries over content, each computed once per content revision. Counting and searching read every row, whichever page is shown. A result
 * that depends on published content alone is computed once per change that visitors see. The key names what is computed, which must not depend on the time.
 * Each use reads the revision from the database, not the one that the process may reuse for a while. A result is therefore as new as the rows that are read
 * with it, whichever provider has written.
 */
export const createPerRevision = <Result>() => {
  const caches = new WeakMap<Database, LRUCache<string, { readonly revision: number; readonly result: Promise<Result> }>>();
  return async (db: Database, visibility: Visibility, key: readonly unknown[], compute: () => Promise<Result>): Promise<Result> => {
    const state = await readRevision(db);
    const revision = (visibility === 'all' ? state?.number : state?.visible) ?? 0;
    const cache = caches.get(db) ?? new LRUCache<string, { readonly revision: number; readonly result: Promise<Result> }>({ max: MAX_ENTRIES });
    caches.set(db, cache);
    const name = JSON.stringify([visibility, key]);
    const cached = cache.get(name);
    if (cached?.revision === revision) return cached.result;
    const result = compute();
    cache.set(name, { revision, result });
    result.catch(() => cache.delete(name));
    return result;
  };
};
