import { LRUCache } from 'lru-cache';
import type { Database } from '../database/schema/tables.ts';
import { RateLimitedError } from '../domain/errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the longest window to sixteen times its usual length. */
const MAX_DOUBLINGS = 4;
/** Number of keys that a process keeps; more would bring no benefit. */
const MAX_KEYS = 10_000;

/** A limit within windows of time. */
export interface Count {
  /** A hash, so that no address is stored. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Whether each consecutive window in which the limit is reached doubles the length of the next one. */
  readonly hasBackOff?: boolean;
}

/** Returns the error for a limit whose window ends at a Unix time in milliseconds. */
export const toRateLimitedError = (endsAt: number, now: Date): RateLimitedError => new RateLimitedError((endsAt - now.getTime()) / 1000);

/** Counts remain for a day after their windows have ended. Until then they can lengthen the next window. */
const getOldestEnd = (now: Date): string => new Date(now.getTime() - DAY_MS).toISOString();

/** Deletes the counts in the database that have no effect any more. Those that are still read have to be younger too. */
export const forgetCounts = (db: Pick<Database, 'deleteFrom'>, now: Date): Promise<unknown> =>
  db.deleteFrom('login_failures').where('window_ends_at', '<', getOldestEnd(now)).execute();

/** Counts in the database, so that several providers share the counts. */
export const createSharedCounts = (db: Database, now: () => Date) => {
  const getWindowEnd = (windowMs: number, strikes: number): string =>
    new Date(now().getTime() + windowMs * 2 ** Math.min(strikes, MAX_DOUBLINGS)).toISOString();

  /** Starts a new window if the last one has ended. Only one of several concurrent uses does so. */
  const renewWindow = async ({ key, limit, windowMs, hasBackOff = false }: Count): Promise<void> => {
    const ended = await db
      .selectFrom('login_failures')
      .selectAll()
      .where('throttle_key', '=', key)
      .where('window_ends_at', '<=', now().toISOString())
      .executeTakeFirst();
    if (ended === undefined) return;
    const isStrike = hasBackOff && ended.failures >= limit && ended.window_ends_at >= getOldestEnd(now());
    const strikes = isStrike ? ended.strikes + 1 : 0;
    await db
      .updateTable('login_failures')
      .set({ failures: 0, strikes, window_ends_at: getWindowEnd(windowMs, strikes) })
      .where('throttle_key', '=', key)
      .where('window_ends_at', '=', ended.window_ends_at)
      .execute();
  };

  return {
    /** Counts one use. Returns the uses in the window, with this one, and when the window ends. */
    add: async (count: Count) => {
      await renewWindow(count);
      const row = await db
        .insertInto('login_failures')
        .values({ throttle_key: count.key, failures: 1, window_ends_at: getWindowEnd(count.windowMs, 0) })
        .onConflict((conflict) => conflict.column('throttle_key').doUpdateSet((expression) => ({ failures: expression('login_failures.failures', '+', 1) })))
        .returning(['failures', 'window_ends_at'])
        .executeTakeFirstOrThrow();
      return { used: row.failures, endsAt: Date.parse(row.window_ends_at) };
    },
    /** Takes one use of each count back. */
    takeBack: async (counts: readonly Count[]): Promise<void> => {
      // One statement per row: statements that lock several rows in different orders would wait for each other.
      for (const { key } of counts) {
        await db
          .updateTable('login_failures')
          .set((expression) => ({ failures: expression('failures', '-', 1) }))
          .where('throttle_key', '=', key)
          .where('failures', '>', 0)
          .execute();
      }
    },
    reset: async (counts: readonly Count[]): Promise<void> => {
      for (const { key } of counts) await db.deleteFrom('login_failures').where('throttle_key', '=', key).execute();
    },
  };
};

/** Counts in this process, so that reads cause no database writes. Each provider has its own counts. */
export const createProcessCounts = (now: () => Date, windowMs: number) => {
  const createWindow = () => ({ used: 0, endsAt: now().getTime() + windowMs, omitted: 0 });
  const windows = new LRUCache<string, ReturnType<typeof createWindow>>({ max: MAX_KEYS });

  /** Returns the current window of a key, with the number of omitted uses in this and in earlier windows. */
  const getWindow = (key: string) => {
    const window = windows.get(key) ?? createWindow();
    if (window.endsAt <= now().getTime()) Object.assign(window, { used: 0, endsAt: now().getTime() + windowMs });
    windows.set(key, window);
    return window;
  };

  return {
    getWindow,
    /** Throws if the key has been used as often as the limit allows. */
    check: (key: string, limit: number): void => {
      const { used, endsAt } = getWindow(key);
      if (used >= limit) throw toRateLimitedError(endsAt, now());
    },
    add: (key: string): void => {
      getWindow(key).used += 1;
    },
  };
};
