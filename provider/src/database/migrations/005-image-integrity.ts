import type { Kysely, Migration } from 'kysely';

/**
 * Images: a version that is reserved before its file is written, and who agreed to the publication of a photo. Applications: the same form sent twice is
 * recognised.
 */
export const imageIntegrity: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('pictures')
      .addColumn('reserved_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('pictures').addColumn('shows_minors', 'integer').execute();
    for (const name of ['consent_by', 'consent_on', 'consent_recorded_by']) {
      await db.schema
        .alterTable('pictures')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await db.schema.alterTable('pictures').addColumn('consent_recorded_at', 'text').execute();
    await db.schema.alterTable('applications').addColumn('content_hash', 'text').execute();
    await db.schema.createIndex('applications_by_content').on('applications').column('content_hash').unique().execute();
  },
};
