import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const KINDS = [
  { kind: 'post', table: 'posts' },
  { kind: 'event', table: 'events' },
  { kind: 'program', table: 'programs' },
];
const TABLES = {
  reviews: { columns: ['state', 'by_id', 'by_name', 'at'], key: 'kind, document_id', index: false },
  review_comments: { columns: ['id', 'author_id', 'author_name', 'text', 'created_at'], key: 'id', index: true },
  review_links: { columns: ['id', 'created_by_id', 'created_by', 'created_at', 'expires_at'], key: 'id', index: true },
  presences: { columns: ['tab', 'user_id', 'since', 'seen_at', 'took_over_at'], key: 'kind, document_id, tab', index: false },
};
const NAMES = Object.keys(TABLES);

/** What colleagues say about a document before it is public, whom outside it is shown to, and who has it open. All of it goes with the document, whichever release deletes it. */
export const reviews = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    for (const [name, { columns, key, index }] of Object.entries(TABLES)) {
      const definitions = ['kind', 'document_id', ...columns].map((column) => `${column} text not null`).join(', ');
      await execute(`create table ${name} (${definitions}, primary key (${key}))`);
      if (index) await execute(`create index ${name}_document on ${name} (kind, document_id)`);
    }
    const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const { kind, table } of KINDS) {
      const statements = NAMES.map((name) => `delete from ${name} where kind = '${kind}' and document_id = old.id`).join('; ');
      if (isEmbedded) await execute(`create trigger ${table}_forget_reviews after delete on ${table} begin ${statements}; end`);
      else {
        await execute(`create function ${table}_forget_reviews() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`);
        await execute(`create trigger ${table}_forget_reviews after delete on ${table} for each row execute function ${table}_forget_reviews()`);
      }
    }
  },
  compatibleSince: '025-image-library',
  undo: {
    embedded: [...KINDS.map(({ table }) => `drop trigger ${table}_forget_reviews`), ...NAMES.map((table) => `drop table ${table}`)],
    postgres: [...KINDS.map(({ table }) => `drop function ${table}_forget_reviews() cascade`), ...NAMES.map((table) => `drop table ${table}`)],
  },
};
