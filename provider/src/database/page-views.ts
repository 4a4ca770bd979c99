import { toLagosDay } from '@site/shared/domain/dates';
import { isSlugKind, KINDS, VERSION_KINDS } from '@site/shared/domain/kinds';
import { sql } from 'kysely';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { countRows } from './page.ts';
import { splitForStatements } from './read-rows.ts';
import { runTransaction } from './retry-conflicts.ts';
import type { Database } from './schema/tables.ts';

const FLUSH_INTERVAL_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum number of paths per day that get their own row although they belong to no document. Limits the rows that visitors can create with invented URLs. */
const OTHER_PATHS_PER_DAY = 2000;
/** Maximum number of buffered paths. Exceeds the number of paths that hosts can report between two flushes. */
const PATHS_PER_FLUSH = 10_000;
/** Path of the row that counts views of all paths without their own row, so that the daily total is correct. */
const OTHER_PATHS_ROW = '';
/** Views are kept for more than a year, so that staff can compare years. */
const RETENTION_DAYS = 400;

const DOCUMENT_PAGES = VERSION_KINDS.map((kind) => ({ page: KINDS[kind].page, table: DOCUMENT_KINDS[kind].table, column: isSlugKind(kind) ? 'slug' : 'id' }));

const getName = (path: string, page: string): string | undefined => {
  const name = path.startsWith(page) ? path.slice(page.length) : '';
  return name === '' || name.includes('/') ? undefined : name;
};

const isDocumentPage = (path: string): boolean => DOCUMENT_PAGES.some(({ page }) => getName(path, page) !== undefined);

const listDocumentPages = async (db: Database, paths: readonly string[]): Promise<readonly string[]> => {
  const selects = DOCUMENT_PAGES.flatMap(({ page, table, column }) => {
    const names = paths.flatMap((path) => getName(path, page) ?? []);
    const name = sql.ref(column);
    return names.length === 0 ? [] : [sql`select ${sql.lit(page)} || ${name} as path from ${sql.table(table)} where ${name} in (${sql.join(names)})`];
  });
  if (selects.length === 0) return [];
  return (await sql<{ path: string }>`${sql.join(selects, sql` union all `)}`.execute(db)).rows.map(({ path }) => path);
};

const countOtherPaths = async (db: Database, day: string): Promise<number> => {
  const isOtherPath = DOCUMENT_PAGES.map(({ page }) => sql<boolean>`(path not like ${`${page}%`} or path like ${`${page}%/%`})`);
  const otherPathRows = db.selectFrom('page_views').where('day', '=', day).where('path', '!=', OTHER_PATHS_ROW);
  return (await countRows(otherPathRows.where((where) => where.and(isOtherPath)))).all;
};

/** Chooses the paths that get their own row: paths that already have one, pages of existing documents, and a limited number of other pages. */
const choosePathsWithOwnRow = async (db: Database, day: string, paths: readonly string[]): Promise<ReadonlySet<string>> => {
  const storedRows = await db.selectFrom('page_views').select('path').where('day', '=', day).where('path', 'in', paths).execute();
  const pathsWithOwnRow = new Set(storedRows.map(({ path }) => path));
  const documents = await listDocumentPages(
    db,
    paths.filter((path) => !pathsWithOwnRow.has(path)),
  );
  for (const path of documents) pathsWithOwnRow.add(path);
  const otherPaths = paths.filter((path) => !pathsWithOwnRow.has(path) && !isDocumentPage(path));
  const availableRows = otherPaths.length === 0 ? 0 : Math.max(0, OTHER_PATHS_PER_DAY - (await countOtherPaths(db, day)));
  for (const path of otherPaths.slice(0, availableRows)) pathsWithOwnRow.add(path);
  return pathsWithOwnRow;
};

interface PageViews {
  readonly path: string;
  readonly views: number;
}

/** A fixed lock order makes deadlocks between providers rare. */
const compareByPath = (a: PageViews, b: PageViews): number => (a.path < b.path ? -1 : 1);

const storeViews = async (db: Database, day: string, pages: readonly PageViews[]): Promise<void> => {
  const pathsWithOwnRow = await choosePathsWithOwnRow(
    db,
    day,
    pages.map(({ path }) => path),
  );
  const hasOwnRow = ({ path }: PageViews): boolean => path !== OTHER_PATHS_ROW && pathsWithOwnRow.has(path);
  const rows = pages.filter(hasOwnRow);
  const remainingViews = pages.filter((page) => !hasOwnRow(page)).reduce((sum, { views }) => sum + views, 0);
  await db
    .insertInto('page_views')
    .values([...(remainingViews === 0 ? [] : [{ path: OTHER_PATHS_ROW, views: remainingViews }]), ...rows].map((row) => ({ day, ...row })))
    .onConflict((conflict) => conflict.columns(['day', 'path']).doUpdateSet({ views: sql<number>`page_views.views + excluded.views` }))
    .execute();
};

interface PageViewLog {
  error(values: object, message: string): void;
}

/** Counts views by page and day, without any data about visitors. Views are buffered for a few seconds and stored in one transaction. */
export const createPageViews = (db: Database, now: () => Date, log: PageViewLog) => {
  const getPastDay = (daysAgo: number): string => toLagosDay(new Date(now().getTime() - daysAgo * DAY_MS));
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let lastDay = '';

  const add = (path: string, views: number): void => {
    const key = pending.size < PATHS_PER_FLUSH || pending.has(path) ? path : OTHER_PATHS_ROW;
    pending.set(key, (pending.get(key) ?? 0) + views);
  };

  const store = async (countedViews: readonly PageViews[]): Promise<void> => {
    const day = toLagosDay(now());
    await runTransaction(db, async (transaction) => {
      if (day !== lastDay) await transaction.deleteFrom('page_views').where('day', '<', getPastDay(RETENTION_DAYS)).execute();
      for (const pages of splitForStatements(countedViews)) await storeViews(transaction, day, pages);
    });
    lastDay = day;
  };

  /** Stores the buffered views. Views that cannot be stored stay in the buffer. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const countedViews = Array.from(pending, ([path, views]) => ({ path, views })).sort(compareByPath);
    pending = new Map();
    if (countedViews.length === 0) return;
    try {
      await store(countedViews);
    } catch (reason) {
      for (const { path, views } of countedViews) add(path, views);
      schedule();
      throw reason;
    }
  };

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      flush().catch((reason: unknown) => log.error({ err: reason }, 'page views could not be stored and will be retried'));
    }, FLUSH_INTERVAL_MS);
  };

  return {
    flush,
    count: (path: string, views = 1): void => {
      add(path, views);
      schedule();
    },
    /** Flushes one last time. If this fails, logs how many views are lost. */
    close: async (): Promise<void> => {
      try {
        await flush();
      } catch (reason) {
        clearTimeout(timer);
        log.error({ err: reason, views: [...pending.values()].reduce((sum, count) => sum + count, 0) }, 'page views are lost');
      }
    },
    readMonth: async () => {
      const days = Array.from({ length: 30 }, (_, index) => getPastDay(29 - index));
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
