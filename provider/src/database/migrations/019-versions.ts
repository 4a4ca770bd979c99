import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const KINDS = [
  { kind: 'post', table: 'posts' },
  { kind: 'event', table: 'events' },
  { kind: 'program', table: 'programs' },
];

/**
 * What documents have been, and what is not public yet of those that are. A release that does not know the tables goes on saving: the next save by this one stores its
 * state as a version first. The rows of a document that is deleted for good go with it, whichever release deletes it.
 */
export const versions = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    await db.schema
      .createTable('versions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('document_updated_at', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('act', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('changed', 'text', (column) => column.notNull())
      .addColumn('fields', 'text')
      .addColumn('picture_id', 'text')
      .addUniqueConstraint('versions_of_document', ['kind', 'document_id', 'number'])
      .execute();
    await execute('create index versions_by_time on versions (saved_at)');
    await db.schema
      .createTable('version_images')
      .addColumn('picture_id', 'text', (column) => column.notNull())
      .addColumn('version_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('version_images_key', ['picture_id', 'version_id'])
      .execute();
    await execute('create index version_images_by_version on version_images (version_id)');
    await db.schema
      .createTable('document_drafts')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_drafts_key', ['kind', 'document_id', 'user_id'])
      .execute();
    const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
    const onDelete = async (table: string, statements: string) => {
      if (isEmbedded) return execute(`create trigger ${table}_forget_versions after delete on ${table} begin ${statements}; end`);
      await execute(`create function ${table}_forget_versions() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`);
      return execute(`create trigger ${table}_forget_versions after delete on ${table} for each row execute function ${table}_forget_versions()`);
    };
    await onDelete('versions', 'delete from version_images where version_id = old.id');
    for (const { kind, table } of KINDS) {
      const isOfDocument = `kind = '${kind}' and document_id = old.id`;
      await onDelete(table, `delete from versions where ${isOfDocument}; delete from document_drafts where ${isOfDocument}`);
    }
  },
  compatibleSince: '018-indexes-of-matches',
  undo: {
    embedded: [
      ...KINDS.map(({ table }) => `drop trigger ${table}_forget_versions`),
      'drop table document_drafts',
      'drop table version_images',
      'drop table versions',
    ],
    postgres: [
      ...KINDS.map(({ table }) => `drop function ${table}_forget_versions() cascade`),
      'drop table document_drafts',
      'drop table version_images',
      'drop table versions',
      'drop function versions_forget_versions()',
    ],
  },
};
