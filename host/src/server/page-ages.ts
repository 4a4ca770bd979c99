import { LRUCache } from 'lru-cache';

const ADDRESSES_KEPT = 20_000;

/**
 * Since when an address has answered what it answers now, for `Last-Modified`: the moment when this answer was first composed here.
 * HTTP counts in whole seconds, so that each change gets a second of its own, and two within one second can be told apart.
 */
export const createPageAges = (now: () => number = Date.now) => {
  const seen = new LRUCache<string, { readonly etag: string; readonly since: number }>({ max: ADDRESSES_KEPT });
  return (address: string, etag: string): number => {
    const before = seen.get(address);
    if (before?.etag === etag) return before.since;
    const since = Math.max(Math.floor(now() / 1000), (before?.since ?? 0) + 1);
    seen.set(address, { etag, since });
    return since;
  };
};
