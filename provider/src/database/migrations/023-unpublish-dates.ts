import { type Kysely, sql } from 'kysely';

const TABLES = ['posts', 'events'] as const;

/** When public content leaves the site again. */
export const unpublishDates = {
  up: async (db: Kysely<unknown>) => {
    for (const table of TABLES) {
      await db.schema.alterTable(table).addColumn('unpublish_at', 'text').execute();
      // Few have one: the scheduler looks for them every second.
      await sql.raw(`create index ${table}_unpublish on ${table} (unpublish_at) where unpublish_at is not null`).execute(db);
    }
  },
  compatibleSince: '022-program-facts',
  undo: TABLES.flatMap((table) => [`drop index ${table}_unpublish`, `alter table ${table} drop column unpublish_at`]),
};
