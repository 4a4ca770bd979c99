import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { PEOPLE_BEHIND_A_HOST } from '../accounts/throttling.ts';
import { RateLimitedError } from '../domain/errors.ts';

const WINDOW_MS = 60_000;
/** Number of IP addresses kept in memory; more would bring no benefit. */
const MAX_ADDRESSES = 10_000;

/** Counts uses by IP address in this process, so that reads cause no database writes. Each provider has its own count. */
export const createAddressLimit = (now: () => Date, perMinute: number) => {
  const counts = new LRUCache<string, { used: number; readonly endsAt: number }>({ max: MAX_ADDRESSES });
  return {
    /** Counts one use; throws beyond the limit. A caller without a forwarding header is a host, which sends requests for all visitors of a page. */
    use: ({ ip, headers }: FastifyRequest): void => {
      const key = getAddressKey(ip);
      const people = headers['x-forwarded-for'] === undefined ? PEOPLE_BEHIND_A_HOST : 1;
      const at = now().getTime();
      const known = counts.get(key);
      const count = known !== undefined && known.endsAt > at ? known : { used: 0, endsAt: at + WINDOW_MS };
      counts.set(key, count);
      if (count.used >= perMinute * people) throw new RateLimitedError((count.endsAt - at) / 1000);
      count.used += 1;
    },
  };
};
