import { type Kysely, sql } from 'kysely';

/** Which events were repeated from one. */
export const eventSeries = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('events')
      .addColumn('series_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql.raw(`create index events_series on events (series_id, date) where series_id <> ''`).execute(db);
  },
  compatibleSince: '027-program-drafts',
  undo: ['drop index events_series', 'alter table events drop column series_id'],
};
