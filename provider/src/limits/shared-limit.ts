import { getAddressKey } from '@site/shared/domain/client-address';
import type { Database } from '../database/schema/tables.ts';
import { hashSecret } from '../domain/ids.ts';
import { getUsersPerAddress } from './address-limit.ts';
import { createSharedCounts, toRateLimitedError } from './counts.ts';

/** Limits how often a client may perform an action within a window, across all providers. The name describes the action, for example `upload by`. */
export const createSharedLimit = (db: Database, now: () => Date, name: string, limit: number, windowMs: number) => {
  const counts = createSharedCounts(db, now);
  return {
    /** Counts one use by an IP address, an account or another key. Throws if the limit is exceeded. IPv6 addresses are counted by network. */
    use: async (client: string): Promise<void> => {
      const { used, endsAt } = await counts.add({ key: hashSecret(`${name} ${getAddressKey(client)}`), limit, windowMs });
      if (used > limit * getUsersPerAddress(client)) throw toRateLimitedError(endsAt, now());
    },
  };
};

export type SharedLimit = ReturnType<typeof createSharedLimit>;
