import { getAddressKey } from '@site/shared/domain/client-address';
import type { Database } from '../database/schema/tables.ts';
import { hashSecret } from '../domain/ids.ts';
import { getPeoplePerAddress } from './address-limit.ts';
import { createSharedCounts, toRateLimitedError } from './counts.ts';

/** Limits what a client may do within a window, at all providers together. The name says what it does, for example `upload by`. */
export const createSharedLimit = (db: Database, now: () => Date, name: string, limit: number, windowMs: number) => {
  const counts = createSharedCounts(db, now);
  return {
    /** Counts one use by an IP address, an account or another key; throws beyond the limit. IPv6 addresses are counted by network. */
    use: async (client: string): Promise<void> => {
      const { used, endsAt } = await counts.add({ key: hashSecret(`${name} ${getAddressKey(client)}`), limit, windowMs });
      if (used > limit * getPeoplePerAddress(client)) throw toRateLimitedError(endsAt, now());
    },
  };
};

export type SharedLimit = ReturnType<typeof createSharedLimit>;
