import type { Kysely, Migration } from 'kysely';

/** What applicants add and agree to, and the backups that exist. */
export const privacy: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const name of ['age_band', 'guardian_contact', 'consent_version']) {
      await db.schema
        .alterTable('applications')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await db.schema.alterTable('applications').addColumn('consented_at', 'text').execute();
    await db.schema
      .createTable('backups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('is_encrypted', 'integer', (column) => column.notNull())
      .execute();
  },
};
