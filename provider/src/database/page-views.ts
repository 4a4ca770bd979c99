import { toLagosDay } from '@site/shared/domain/dates';
import { type Kysely, sql } from 'kysely';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

const FLUSH_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** More pages than the site has. */
const PATHS_PER_DAY = 2000;
const PATHS_PER_FLUSH = 500;
/** A year to compare with. */
const DAYS_STORED = 400;

export interface PageViews {
  count(path: string): void;
  flush(): Promise<void>;
  /** The last 30 days, oldest first. */
  readMonth(): Promise<ReadonlyArray<{ readonly day: string; readonly views: number }>>;
}

const deleteBefore = async (db: Kysely<Tables>, day: string): Promise<void> => {
  await db.deleteFrom('page_views').where('day', '<', day).execute();
};

const addToStored = async (db: Kysely<Tables>, day: string, path: string, views: number): Promise<void> => {
  await db
    .updateTable('page_views')
    .set((expression) => ({ views: expression('views', '+', views) }))
    .where('day', '=', day)
    .where('path', '=', path)
    .execute();
};

/** Counts views by page and day, with nothing about the visitor; collected for a few seconds and written in one transaction. */
export const createPageViews = (db: Database, now: () => Date): PageViews => {
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let lastDay = '';

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const counted = pending;
    pending = new Map();
    if (counted.size === 0) return;
    const day = toLagosDay(now());
    await db.transaction().execute(async (transaction) => {
      if (day !== lastDay) await deleteBefore(transaction, toLagosDay(new Date(now().getTime() - DAYS_STORED * DAY_MS)));
      const { stored } = await transaction
        .selectFrom('page_views')
        .select(sql<number | string>`count(*)`.as('stored'))
        .where('day', '=', day)
        .executeTakeFirstOrThrow();
      const isFull = Number(stored) + counted.size > PATHS_PER_DAY;
      for (const [path, views] of counted) {
        if (isFull) {
          await addToStored(transaction, day, path, views);
          continue;
        }
        await transaction
          .insertInto('page_views')
          .values({ day, path, views })
          .onConflict((conflict) => conflict.columns(['day', 'path']).doUpdateSet({ views: sql<number>`page_views.views + ${views}` }))
          .execute();
      }
    });
    lastDay = day;
  };

  return {
    flush,
    count: (path) => {
      if (pending.size >= PATHS_PER_FLUSH && !pending.has(path)) return;
      pending.set(path, (pending.get(path) ?? 0) + 1);
      timer ??= setTimeout(() => {
        // A lost count is acceptable; the next batch is written as usual.
        flush().catch(() => undefined);
      }, FLUSH_MS);
    },
    readMonth: async () => {
      const days = Array.from({ length: 30 }, (_, index) => toLagosDay(new Date(now().getTime() - (29 - index) * DAY_MS)));
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
