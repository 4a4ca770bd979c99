import { getAddressKey } from '@site/shared/domain/client-address';
import type { Database } from '../database/connection.ts';
import { RateLimitedError } from '../domain/errors.ts';
import { hashSecret } from '../domain/ids.ts';

const LOGIN_WINDOW_MS = 15 * 60 * 1000;

/** Failed sign-ins within the window before the next must wait. Successful ones do not count. */
const LOGIN_LIMITS = { accountFromAddress: 8, address: 40, account: 80 } as const;

/** The address of a host on this machine that sends no forwarding header: any visitor may be behind it. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const PEOPLE_BEHIND_A_HOST = 25;

/** The expected number of people behind one address. */
export const getAddressShare = (address: string): number => (LOOPBACK.includes(address) ? PEOPLE_BEHIND_A_HOST : 1);

const toRateLimitedError = (windowEndsAt: string, now: Date): RateLimitedError => new RateLimitedError((Date.parse(windowEndsAt) - now.getTime()) / 1000);

/** Counts one use of a key in the database, so that several providers share the count. */
const increment = (db: Database, key: string, windowEndsAt: string) =>
  db
    .insertInto('login_failures')
    .values({ throttle_key: key, failures: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) => conflict.column('throttle_key').doUpdateSet((expression) => ({ failures: expression('login_failures.failures', '+', 1) })))
    .returning(['failures', 'window_ends_at'])
    .executeTakeFirst();

export interface LoginThrottle {
  /** Throws after too many failures; the same for accounts that do not exist. */
  check(email: string, address: string): Promise<void>;
  countFailure(email: string, address: string): Promise<void>;
  reset(email: string, address: string): Promise<void>;
}

export const createLoginThrottle = (db: Database, now: () => Date): LoginThrottle => {
  const getAccountKey = (email: string, address: string): string => hashSecret(`account ${email} from ${address}`);
  const getLimits = (email: string, address: string) => [
    { key: getAccountKey(email, address), limit: LOGIN_LIMITS.accountFromAddress },
    { key: hashSecret(`address ${address}`), limit: LOGIN_LIMITS.address * getAddressShare(address) },
    { key: hashSecret(`account ${email}`), limit: LOGIN_LIMITS.account },
  ];
  return {
    check: async (email, address) => {
      const limits = getLimits(email, address);
      const keys = limits.map(({ key }) => key);
      const rows = await db
        .selectFrom('login_failures')
        .selectAll()
        .where('throttle_key', 'in', keys)
        .where('window_ends_at', '>', now().toISOString())
        .execute();
      for (const row of rows) {
        const limit = limits.find(({ key }) => key === row.throttle_key);
        if (limit !== undefined && row.failures >= limit.limit) throw toRateLimitedError(row.window_ends_at, now());
      }
    },
    countFailure: async (email, address) => {
      const windowEndsAt = new Date(now().getTime() + LOGIN_WINDOW_MS).toISOString();
      await db.deleteFrom('login_failures').where('window_ends_at', '<=', now().toISOString()).execute();
      for (const { key } of getLimits(email, address)) await increment(db, key, windowEndsAt);
    },
    reset: async (email, address) => {
      await db.deleteFrom('login_failures').where('throttle_key', '=', getAccountKey(email, address)).execute();
    },
  };
};

export interface RateLimit {
  /** Counts one use from an address; throws beyond the limit. */
  use(address: string): Promise<void>;
}

export const createRateLimit = (db: Database, now: () => Date, name: string, limit: number, windowMs: number): RateLimit => ({
  use: async (address) => {
    const key = hashSecret(`${name} ${getAddressKey(address)}`);
    await db.deleteFrom('login_failures').where('throttle_key', '=', key).where('window_ends_at', '<=', now().toISOString()).execute();
    const row = await increment(db, key, new Date(now().getTime() + windowMs).toISOString());
    if (row !== undefined && row.failures > limit * getAddressShare(address)) throw toRateLimitedError(row.window_ends_at, now());
  },
});
