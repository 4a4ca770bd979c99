import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';

export interface CachedResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 1024;

/** Caches visitors' responses for the current revision, within a memory limit. */
export const createResponseCache = (maxBytes = MAX_BYTES) => {
  let cachedRevision = -1;
  // Concurrent requests for a URL share one computation: lru-cache's `fetch` coalesces them and never stores a failure.
  const cache = new LRUCache<string, CachedResponse, () => Promise<CachedResponse | undefined>>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, url) => body.length + url.length + ENTRY_OVERHEAD_BYTES,
    // A computation that started under an older revision still resolves for its callers, but is not stored.
    ignoreFetchAbort: true,
    fetchMethod: (_url, _stale, { context: create }) => create(),
  });
  return {
    /** Returns the cached response, or creates one. Streams are not cached; each caller gets its own. */
    get: async (url: string, revision: number, create: () => Promise<CachedResponse | Readable>): Promise<CachedResponse | Readable> => {
      if (revision !== cachedRevision) {
        cache.clear();
        cachedRevision = revision;
      }
      let stream: Readable | undefined;
      const createCacheable = async (): Promise<CachedResponse | undefined> => {
        const createdResponse = await create();
        if (!(createdResponse instanceof Readable)) return createdResponse;
        stream = createdResponse;
        return undefined;
      };
      return cache.get(url) ?? (await cache.fetch(url, { context: createCacheable })) ?? stream ?? create();
    },
  };
};
