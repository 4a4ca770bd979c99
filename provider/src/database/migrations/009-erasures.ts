import type { Kysely, Migration } from 'kysely';

/** What was erased on request, by hashes and ids: to be erased again when a backup brings it back. */
export const erasures: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('erasures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('erased_at', 'text', (column) => column.notNull())
      .addColumn('erased', 'text', (column) => column.notNull())
      .execute();
  },
};
