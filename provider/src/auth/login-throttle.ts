import { hashSecret } from '../database/ids.ts';
import type { Database } from '../database/open-database.ts';
import { tooMany } from '../http/refusal.ts';
import { shareOf } from './shared-address.ts';

const WINDOW_MS = 15 * 60 * 1000;

/** Wrong sign-ins within the window before the next must wait. Right ones do not count. */
const LIMITS = { accountFromAddress: 8, address: 40, account: 80 } as const;

export interface LoginThrottle {
  /** Throws a refusal when there were too many failures; the same for accounts that do not exist. */
  check(email: string, address: string): Promise<void>;
  countFailure(email: string, address: string): Promise<void>;
  forget(email: string, address: string): Promise<void>;
}

export const createLoginThrottle = (db: Database, now: () => Date): LoginThrottle => {
  const keysOf = (email: string, address: string) => [
    { key: hashSecret(`account ${email} from ${address}`), limit: LIMITS.accountFromAddress },
    { key: hashSecret(`address ${address}`), limit: LIMITS.address * shareOf(address) },
    { key: hashSecret(`account ${email}`), limit: LIMITS.account },
  ];
  return {
    check: async (email, address) => {
      const limits = keysOf(email, address);
      const moment = now().toISOString();
      const rows = await db
        .selectFrom('login_failures')
        .selectAll()
        .where(
          'throttle_key',
          'in',
          limits.map((limit) => limit.key),
        )
        .where('window_ends_at', '>', moment)
        .execute();
      for (const row of rows) {
        const limit = limits.find((candidate) => candidate.key === row.throttle_key);
        if (limit !== undefined && row.failures >= limit.limit) throw tooMany((Date.parse(row.window_ends_at) - now().getTime()) / 1000);
      }
    },
    countFailure: async (email, address) => {
      const moment = now().toISOString();
      const windowEndsAt = new Date(now().getTime() + WINDOW_MS).toISOString();
      await db.deleteFrom('login_failures').where('window_ends_at', '<=', moment).execute();
      for (const { key } of keysOf(email, address)) {
        await db
          .insertInto('login_failures')
          .values({ throttle_key: key, failures: 1, window_ends_at: windowEndsAt })
          .onConflict((conflict) => conflict.column('throttle_key').doUpdateSet((expression) => ({ failures: expression('login_failures.failures', '+', 1) })))
          .execute();
      }
    },
    forget: async (email, address) => {
      await db
        .deleteFrom('login_failures')
        .where('throttle_key', '=', hashSecret(`account ${email} from ${address}`))
        .execute();
    },
  };
};
