import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** Of a draft that was never published, nobody has the address. */
const KINDS = [
  { kind: 'post', table: 'posts', isKnown: 'old.published_at is not null' },
  { kind: 'program', table: 'programs', isKnown: 'true' },
];

/**
 * The addresses that documents have had: written by the database itself, so that every way to change a slug counts, that of an earlier release included. Who has had a slug
 * last keeps it here, also while another document has it now.
 */
export const formerSlugs = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    await db.schema
      .createTable('former_slugs')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('former_slugs_key', ['kind', 'slug'])
      .execute();
    await execute('create index former_slugs_document on former_slugs (document_id)');
    for (const { kind, table, isKnown } of KINDS) {
      const keep = `insert into former_slugs (kind, slug, document_id, changed_at) values ('${kind}', old.slug, old.id, new.updated_at)
        on conflict (kind, slug) do update set document_id = excluded.document_id, changed_at = excluded.changed_at`;
      // That of a document in the trash has its id added, which nobody knows.
      const isChanged = `old.slug <> new.slug and old.slug not like '%~%' and old.slug <> '' and ${isKnown}`;
      const forget = `delete from former_slugs where kind = '${kind}' and document_id = old.id`;
      if (db.getExecutor().adapter instanceof SqliteAdapter) {
        await execute(`create trigger ${table}_former_slug after update of slug on ${table} when ${isChanged} begin ${keep}; end`);
        await execute(`create trigger ${table}_forget_slugs after delete on ${table} begin ${forget}; end`);
      } else {
        await execute(`create function ${table}_former_slug() returns trigger language plpgsql as $$ begin ${keep}; return null; end $$`);
        await execute(
          `create trigger ${table}_former_slug after update of slug on ${table} for each row when (${isChanged}) execute function ${table}_former_slug()`,
        );
        await execute(`create function ${table}_forget_slugs() returns trigger language plpgsql as $$ begin ${forget}; return null; end $$`);
        await execute(`create trigger ${table}_forget_slugs after delete on ${table} for each row execute function ${table}_forget_slugs()`);
      }
    }
  },
  compatibleSince: '016-event-details',
  undo: {
    embedded: [...KINDS.flatMap(({ table }) => [`drop trigger ${table}_former_slug`, `drop trigger ${table}_forget_slugs`]), 'drop table former_slugs'],
    postgres: [
      ...KINDS.flatMap(({ table }) => [`drop function ${table}_former_slug() cascade`, `drop function ${table}_forget_slugs() cascade`]),
      'drop table former_slugs',
    ],
  },
};
