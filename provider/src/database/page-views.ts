import { toLagosDay } from '@site/shared/domain/dates';
import { sql } from 'kysely';
import { runTransaction } from './retry-conflicts.ts';
import type { Database } from './schema.ts';

const FLUSH_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** More pages than the site has. */
const PATHS_PER_DAY = 2000;
const PATHS_PER_FLUSH = 500;
/** More than a year, so that years can be compared. */
const DAYS_STORED = 400;

interface PageViewLog {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

/** Counts views by page and day, without any data about the visitor. Views are collected for a few seconds and written in one transaction. */
export const createPageViews = (db: Database, now: () => Date, log: PageViewLog) => {
  const toDay = (daysAgo: number): string => toLagosDay(new Date(now().getTime() - daysAgo * DAY_MS));
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let lastDay = '';
  let omitted = 0;

  const store = async (counted: ReadonlyMap<string, number>): Promise<void> => {
    const day = toLagosDay(now());
    await runTransaction(db, async (transaction) => {
      if (day !== lastDay) await transaction.deleteFrom('page_views').where('day', '<', toDay(DAYS_STORED)).execute();
      const stored = await transaction.selectFrom('page_views').select('path').where('day', '=', day).execute();
      const paths = stored.length + counted.size > PATHS_PER_DAY ? new Set(stored.map(({ path }) => path)) : null;
      const rows = [...counted]
        .filter(([path]) => paths === null || paths.has(path))
        // All providers lock the rows in this order, so that they cannot deadlock.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([path, views]) => ({ day, path, views }));
      if (rows.length === 0) return;
      await transaction
        .insertInto('page_views')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['day', 'path']).doUpdateSet({ views: sql<number>`page_views.views + excluded.views` }))
        .execute();
    });
    lastDay = day;
  };

  /** Stores the collected views. Views that cannot be stored are counted again with the next ones. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const counted = pending;
    pending = new Map();
    if (omitted > 0) log.warn({ omitted }, 'page views were not counted: of more pages than the site has');
    omitted = 0;
    if (counted.size === 0) return;
    try {
      await store(counted);
    } catch (reason) {
      // Counts these views again with the next ones.
      for (const [path, views] of counted) pending.set(path, (pending.get(path) ?? 0) + views);
      schedule();
      throw reason;
    }
  };

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      flush().catch((reason: unknown) => log.error({ err: reason }, 'page views could not be stored and will be retried'));
    }, FLUSH_MS);
  };

  return {
    flush,
    count: (path: string, views = 1): void => {
      if (pending.size >= PATHS_PER_FLUSH && !pending.has(path)) {
        omitted += views;
        return;
      }
      pending.set(path, (pending.get(path) ?? 0) + views);
      schedule();
    },
    /** Flushes one last time, and logs the views that are lost if this fails. */
    close: async (): Promise<void> => {
      try {
        await flush();
      } catch (reason) {
        clearTimeout(timer);
        log.error({ err: reason, views: [...pending.values()].reduce((sum, count) => sum + count, 0) }, 'page views are lost');
      }
    },
    /** Returns the views of the last 30 days, oldest first. */
    readMonth: async () => {
      const days = Array.from({ length: 30 }, (_, index) => toDay(29 - index));
      const rows = await db
        .selectFrom('page_views')
        .select(['day', sql<number | string>`sum(views)`.as('views')])
        .where('day', '>=', days[0] ?? '')
        .groupBy('day')
        .execute();
      return days.map((day) => ({ day, views: Number(rows.find((row) => row.day === day)?.views ?? 0) }));
    },
  };
};
