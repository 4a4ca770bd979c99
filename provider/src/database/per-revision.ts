import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from './schema.ts';

const MAX_ENTRIES = 200;

/**
 * Results of queries over public content, each computed once per content revision: counting and searching read every row, whichever page is shown.
 * The key says what is computed; it must not depend on the time. The revision is read from the database for each use, and not the one that the process may reuse
 * for a while: a result is as new as the rows that are read with it, whichever provider has written.
 */
export const createPerRevision = <Result>() => {
  const caches = new WeakMap<Kysely<Tables>, { revision: number; readonly results: LRUCache<string, Promise<Result>> }>();
  return async (db: Kysely<Tables>, key: readonly unknown[], compute: () => Promise<Result>): Promise<Result> => {
    const row = await db.selectFrom('content_revision').select('number').where('id', '=', 1).executeTakeFirst();
    const revision = row?.number ?? 0;
    const cache = caches.get(db) ?? { revision, results: new LRUCache<string, Promise<Result>>({ max: MAX_ENTRIES }) };
    caches.set(db, cache);
    if (cache.revision !== revision) {
      cache.results.clear();
      cache.revision = revision;
    }
    const name = JSON.stringify(key);
    const cached = cache.results.get(name);
    if (cached !== undefined) return cached;
    const computed = compute();
    cache.results.set(name, computed);
    computed.catch(() => cache.results.delete(name));
    return computed;
  };
};
