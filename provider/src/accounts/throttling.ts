import { getAddressKey } from '@site/shared/domain/client-address';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { Database } from '../database/schema.ts';
import { RateLimitedError } from '../domain/errors.ts';
import { hashSecret } from '../domain/ids.ts';

const LOGIN_WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the longest window to four hours. */
const MAX_DOUBLINGS = 4;

/** Failed sign-ins allowed within a window. Successful sign-ins do not count. */
const LOGIN_LIMITS = { accountFromAddress: 8, address: 40, account: 80 } as const;
/** Failed sign-ins allowed within a day, against an attacker who stays just below the limit of each window. */
const DAILY_LIMITS = { accountFromAddress: 40, account: 320 } as const;

/** Wrong second-factor codes allowed per day. The chance that one of 10 guesses is right is 1 in 30,000. */
const CODES_PER_DAY = 10;

/** Loopback addresses. A host on this machine that sends no forwarding header uses one, so any visitor may be behind it. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
export const PEOPLE_BEHIND_A_HOST = 25;

/** Returns the expected number of people behind an IP address. */
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

interface Count {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Whether the count covers only this client. A successful sign-in resets it. */
  readonly isOwn: boolean;
  /** Whether each consecutive window in which the limit is reached doubles the length of the next one. */
  readonly hasBackOff: boolean;
}

const getCounts = (email: string, address: string, deviceId: string | null): readonly Count[] => {
  const client = getAddressKey(address);
  const own = deviceId === null ? `account ${email} from ${client}` : `device ${deviceId} of ${email}`;
  const inWindow = (text: string, limit: number) => ({ key: hashSecret(text), limit, windowMs: LOGIN_WINDOW_MS });
  const inDay = (text: string, limit: number) => ({ key: hashSecret(`day of ${text}`), limit, windowMs: DAY_MS });
  const ofClient = [
    { ...inWindow(own, LOGIN_LIMITS.accountFromAddress), isOwn: true, hasBackOff: true },
    { ...inDay(own, DAILY_LIMITS.accountFromAddress), isOwn: true, hasBackOff: false },
  ];
  if (deviceId !== null) return ofClient;
  const shared = [
    inWindow(`address ${client}`, LOGIN_LIMITS.address * getAddressShare(address)),
    inWindow(`account ${email}`, LOGIN_LIMITS.account),
    inDay(`account ${email}`, DAILY_LIMITS.account),
  ];
  return [...ofClient, ...shared.map((count) => ({ ...count, isOwn: false, hasBackOff: false }))];
};

/** Deletes counts a day after their windows have ended. Until then they can lengthen the next window. */
export const forgetFailures = (db: Pick<Database, 'deleteFrom'>, now: Date): Promise<unknown> =>
  db
    .deleteFrom('login_failures')
    .where('window_ends_at', '<', new Date(now.getTime() - DAY_MS).toISOString())
    .execute();

export const createLoginThrottle = (db: Database, now: () => Date) => {
  const getWindowEnd = ({ windowMs }: Count, strikes: number): string =>
    new Date(now().getTime() + windowMs * 2 ** Math.min(strikes, MAX_DOUBLINGS)).toISOString();

  /** Starts a new window if the last one has ended. Only one of several concurrent attempts does so. */
  const renewWindow = async (count: Count): Promise<void> => {
    const { key, limit, hasBackOff } = count;
    const ended = await db
      .selectFrom('login_failures')
      .selectAll()
      .where('throttle_key', '=', key)
      .where('window_ends_at', '<=', now().toISOString())
      .executeTakeFirst();
    if (ended === undefined) return;
    const strikes = hasBackOff && ended.failures >= limit ? ended.strikes + 1 : 0;
    await db
      .updateTable('login_failures')
      .set({ failures: 0, strikes, window_ends_at: getWindowEnd(count, strikes) })
      .where('throttle_key', '=', key)
      .where('window_ends_at', '=', ended.window_ends_at)
      .execute();
  };

  const release = async (counts: readonly Count[]): Promise<void> => {
    // One statement per row: statements that lock several rows in different orders would wait for each other.
    for (const { key } of counts) {
      await db
        .updateTable('login_failures')
        .set((expression) => ({ failures: expression('failures', '-', 1) }))
        .where('throttle_key', '=', key)
        .where('failures', '>', 0)
        .execute();
    }
  };

  /** Counts an attempt before it is checked, so that simultaneous guesses cannot all pass. Throws after too many attempts. */
  const begin = async (counts: readonly Count[]) => {
    let isLast = false;
    await retryConflicts(() => forgetFailures(db, now()));
    for (const [index, count] of counts.entries()) {
      await renewWindow(count);
      const row = await increment(db, count.key, getWindowEnd(count, 0));
      isLast ||= row?.failures === count.limit;
      if (row === undefined || row.failures <= count.limit) continue;
      await release(counts.slice(0, index + 1));
      throw toRateLimitedError(row.window_ends_at, now());
    }
    return {
      /** Whether no further attempt is allowed after this one. */
      isLast,
      /** Removes the attempt from the failures, and resets the failures of this client. */
      succeed: async (): Promise<void> => {
        for (const { key } of counts.filter(({ isOwn }) => isOwn)) await db.deleteFrom('login_failures').where('throttle_key', '=', key).execute();
        await release(counts.filter(({ isOwn }) => !isOwn));
      },
      /** Removes the attempt from the failures, because nothing was guessed wrong and no user is signed in yet. */
      undo: (): Promise<void> => release(counts),
    };
  };

  return {
    /**
     * Counts a sign-in attempt, in the same way for accounts that do not exist. A device that the account has used before (`deviceId`) has its own count, so that guesses by
     * strangers do not lock it out.
     */
    begin: (email: string, address: string, deviceId: string | null) => begin(getCounts(email, address, deviceId)),
    /** Counts a second-factor code of a user who knows the password, across all IP addresses, within a day. */
    beginCode: (userId: string, deviceId: string | null) => {
      const key = hashSecret(deviceId === null ? `code of ${userId}` : `code of ${userId} on ${deviceId}`);
      return begin([{ key, limit: CODES_PER_DAY, windowMs: DAY_MS, isOwn: false, hasBackOff: false }]);
    },
  };
};

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

export const createRateLimit = (db: Database, now: () => Date, name: string, limit: number, windowMs: number) => ({
  /** Counts one use by an IP address, an account or another key; throws beyond the limit. IPv6 addresses are counted by network. */
  use: async (client: string): Promise<void> => {
    const key = hashSecret(`${name} ${getAddressKey(client)}`);
    await db.deleteFrom('login_failures').where('throttle_key', '=', key).where('window_ends_at', '<=', now().toISOString()).execute();
    const row = await increment(db, key, new Date(now().getTime() + windowMs).toISOString());
    if (row !== undefined && row.failures > limit * getAddressShare(client)) throw toRateLimitedError(row.window_ends_at, now());
  },
});

export type RateLimit = ReturnType<typeof createRateLimit>;
