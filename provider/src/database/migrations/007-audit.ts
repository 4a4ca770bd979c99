import type { Kysely, Migration } from 'kysely';

/** The audit log: entries in a hash chain, their personal values apart from it, and the end of the chain. */
export const auditLog: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('audit_entries')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_role', 'text', (column) => column.notNull())
      .addColumn('subject_kind', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('details_hash', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('audit_entries_by_subject').on('audit_entries').columns(['subject_id', 'number']).execute();
    await db.schema.createIndex('audit_entries_by_category').on('audit_entries').columns(['category', 'number']).execute();
    await db.schema
      .createTable('audit_details')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('salt', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('audit_head')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('seal', 'text', (column) => column.notNull())
      .execute();
  },
};
