import { type Kysely, type Migration, sql } from 'kysely';

type Database = Kysely<unknown>;

const TRASHED = ['posts', 'events', 'gallery_images', 'albums', 'programs', 'applications'];

/** What is deleted waits in its table; images have an order within their album; events can be scheduled; texts hold pictures. */
export const trashAndOrder: Migration = {
  up: async (db: Database) => {
    for (const table of TRASHED) {
      await db.schema.alterTable(table).addColumn('deleted_at', 'text').execute();
      await db.schema.createIndex(`${table}_in_trash`).on(table).column('deleted_at').where(sql`deleted_at`, 'is not', null).execute();
    }
    await db.schema.alterTable('events').addColumn('publish_at', 'text').execute();
    await db.schema
      .alterTable('gallery_images')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('pictures')
      .addColumn('is_in_text', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
