import { type Kysely, sql } from 'kysely';
import type { Tables, Timestamp } from './schema.ts';

type Db = Kysely<Tables>;

const TABLES = ['posts', 'events', 'programs'] as const;

/** Whether public content has reached the end of its time on the site. */
export const hasContentToArchive = async (db: Db, now: Timestamp): Promise<boolean> => {
  for (const table of TABLES) {
    const due = db.selectFrom(table).select('id').where('unpublish_at', '<=', now).where('status', '=', 'published').where('deleted_at', 'is', null);
    if ((await due.limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
};

/** A new version, so that an editor who has it open since before does not publish it again with the next save. */
export const archiveOverdueContent = async (db: Db, now: Timestamp): Promise<void> => {
  for (const table of TABLES) {
    await db
      .updateTable(table)
      .set({ status: 'archived', updated_at: sql<string>`case when updated_at < ${now} then ${now} else updated_at end` })
      .where('unpublish_at', '<=', now)
      .where('status', '=', 'published')
      .where('deleted_at', 'is', null)
      .execute();
  }
};
