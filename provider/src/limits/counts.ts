import { LRUCache } from 'lru-cache';
import type { Database } from '../database/schema/tables.ts';
import { RateLimitedError } from '../domain/errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the longest window to sixteen times its normal length. */
const MAX_DOUBLINGS = 4;
const MAX_KEYS = 10_000;

export interface Count {
  /** Hashed, so that no IP address is stored. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Whether the window doubles each time the limit is reached in consecutive windows. */
  readonly hasBackOff?: boolean;
}

/** Returns the error for a limit whose window ends at `endsAt` (Unix time in milliseconds). */
export const toRateLimitedError = (endsAt: number, now: Date): RateLimitedError => new RateLimitedError((endsAt - now.getTime()) / 1000);

/**
 * Returns the earliest end of a window whose count still matters. Counts are kept for a day after their window ends, because they may lengthen the next one.
 */
const getOldestWindowEnd = (now: Date): string => new Date(now.getTime() - DAY_MS).toISOString();

/** Deletes counts from the database that no longer have any effect. Counts of that age are ignored when they are read. */
export const deleteOldCounts = (db: Pick<Database, 'deleteFrom'>, now: Date): Promise<unknown> =>
  db.deleteFrom('login_failures').where('window_ends_at', '<', getOldestWindowEnd(now)).execute();

/** Counts in the database, which all providers share. */
export const createSharedCounts = (db: Database, now: () => Date) => {
  const getWindowEnd = (windowMs: number, strikeCount: number): string =>
    new Date(now().getTime() + windowMs * 2 ** Math.min(strikeCount, MAX_DOUBLINGS)).toISOString();

  /** Starts a new window if the previous one has ended. Of several concurrent requests, only one can do so. */
  const renewWindow = async ({ key, limit, windowMs, hasBackOff = false }: Count): Promise<void> => {
    const endedWindow = await db
      .selectFrom('login_failures')
      .selectAll()
      .where('throttle_key', '=', key)
      .where('window_ends_at', '<=', now().toISOString())
      .executeTakeFirst();
    if (endedWindow === undefined) return;
    const isStrike = hasBackOff && endedWindow.failures >= limit && endedWindow.window_ends_at >= getOldestWindowEnd(now());
    const strikeCount = isStrike ? endedWindow.strikes + 1 : 0;
    await db
      .updateTable('login_failures')
      .set({ failures: 0, strikes: strikeCount, window_ends_at: getWindowEnd(windowMs, strikeCount) })
      .where('throttle_key', '=', key)
      .where('window_ends_at', '=', endedWindow.window_ends_at)
      .execute();
  };

  return {
    /** Counts one use. Returns the number of uses in the window, including this one, and the end of the window. */
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
    undo: async (counts: readonly Count[]): Promise<void> => {
      // Use one statement per row, because statements that lock several rows in different orders could deadlock.
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

/** Counts in this process, so that reads do not cause database writes. Each provider counts separately. */
export const createProcessCounts = (now: () => Date, windowMs: number) => {
  const createWindow = () => ({ used: 0, endsAt: now().getTime() + windowMs, omitted: 0 });
  const windows = new LRUCache<string, ReturnType<typeof createWindow>>({ max: MAX_KEYS });

  /** Returns the current window of a key. The number of omitted uses is carried over from earlier windows. */
  const getWindow = (key: string) => {
    const window = windows.get(key) ?? createWindow();
    if (window.endsAt <= now().getTime()) Object.assign(window, { used: 0, endsAt: now().getTime() + windowMs });
    windows.set(key, window);
    return window;
  };

  return {
    getWindow,
    check: (key: string, limit: number): void => {
      const { used, endsAt } = getWindow(key);
      if (used >= limit) throw toRateLimitedError(endsAt, now());
    },
    add: (key: string): void => {
      getWindow(key).used += 1;
    },
  };
};
