import type { Kysely } from 'kysely';

/** Autosaves that are not in the audit log yet: one row for each document that somebody is editing. An earlier release writes an entry for each autosave, and leaves these rows. */
export const auditSessions = {
  up: (db: Kysely<unknown>) =>
    db.schema
      .createTable('audit_sessions')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_role', 'text', (column) => column.notNull())
      .addColumn('actor_email', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('began_at', 'text', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addColumn('saves', 'integer', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_sessions_key', ['kind', 'document_id', 'actor_id'])
      .execute(),
  compatibleSince: '032-body-words',
  undo: ['drop table audit_sessions'],
};
