import { hashSecret } from '../database/ids.ts';
import type { Database } from '../database/open-database.ts';
import { tooMany } from '../http/refusal.ts';
import { shareOf } from './shared-address.ts';

export interface RateLimit {
  /** Counts one use from an address; throws a refusal beyond the limit. */
  use(address: string): Promise<void>;
}

/** A few uses in a window, counted in the database, so that many providers count together. */
export const createRateLimit = (db: Database, now: () => Date, name: string, limit: number, windowMs: number): RateLimit => ({
  use: async (address) => {
    const key = hashSecret(`${name} ${address}`);
    const moment = now().toISOString();
    const windowEndsAt = new Date(now().getTime() + windowMs).toISOString();
    await db.deleteFrom('login_failures').where('throttle_key', '=', key).where('window_ends_at', '<=', moment).execute();
    const row = await db
      .insertInto('login_failures')
      .values({ throttle_key: key, failures: 1, window_ends_at: windowEndsAt })
      .onConflict((conflict) => conflict.column('throttle_key').doUpdateSet((expression) => ({ failures: expression('login_failures.failures', '+', 1) })))
      .returning(['failures', 'window_ends_at'])
      .executeTakeFirst();
    if (row !== undefined && row.failures > limit * shareOf(address)) throw tooMany((Date.parse(row.window_ends_at) - now().getTime()) / 1000);
  },
});
