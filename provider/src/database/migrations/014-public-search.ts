import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** By kind, the table, the order in which its rows are indexed (the last ones count as the newest), and the columns whose change makes the index outdated. */
const KINDS = [
  { kind: 'post', table: 'posts', order: 'published_at', columns: 'title, excerpt, content, category, tags, author_name, status, deleted_at' },
  { kind: 'event', table: 'events', order: 'date', columns: 'title, description, location, category, tags, status, deleted_at' },
  { kind: 'image', table: 'gallery_images', order: 'created_at', columns: 'title, alt, is_published, deleted_at' },
  { kind: 'program', table: 'programs', order: 'position desc', columns: 'title, content, deleted_at' },
];

/** A conflict locks the row on PostgreSQL: a process that takes it from the queue meanwhile waits, and reads what is written here. */
const enqueue = (kind: string, row: 'new' | 'old'): string =>
  `insert into search_queue (kind, id) values ('${kind}', ${row}.id) on conflict (kind, id) do update set kind = excluded.kind`;

const createForSqlite = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  await execute(
    `create virtual table public_words using fts5(title, text, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = column)`,
  );
  await execute('create trigger public_documents_delete after delete on public_documents begin delete from public_words where rowid = old.number; end');
  for (const { kind, table, columns } of KINDS) {
    await execute(`create trigger ${table}_public_insert after insert on ${table} begin ${enqueue(kind, 'new')}; end`);
    await execute(`create trigger ${table}_public_update after update of ${columns} on ${table} begin ${enqueue(kind, 'new')}; end`);
    await execute(`create trigger ${table}_public_delete after delete on ${table} begin ${enqueue(kind, 'old')}; end`);
  }
};

const createForPostgres = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  // Words are read for few rows: they are not stored among the other columns.
  await execute(`alter table public_documents add column title_words text[] not null default '{}', add column words text[] not null default '{}'`);
  await execute('alter table public_documents set (toast_tuple_target = 128)');
  for (const { kind, table, columns } of KINDS) {
    for (const column of ['title_words', 'words'])
      await execute(`create index public_documents_${kind}_${column} on public_documents using gin (${column}) with (fastupdate = off) where kind = '${kind}'`);
    await execute(`create function ${table}_public() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then ${enqueue(kind, 'old')}; else ${enqueue(kind, 'new')}; end if;
      return null; end $$`);
    await execute(`create trigger ${table}_public after insert or delete or update of ${columns} on ${table} for each row execute function ${table}_public()`);
  }
};

const TABLES = ['search_queue', 'search_words', 'public_documents'];

/**
 * The words of everything public, for the search of the whole site. The application writes them. Triggers note each row that changes in `search_queue`, so that those
 * that an earlier release writes are indexed too, in the background. `search_words` has every word once: misspelt ones are compared with it.
 */
export const publicSearch = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const numberType = isSqlite ? 'integer' : 'bigserial';
    await db.schema
      .createTable('search_queue')
      .addColumn('number', numberType, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addUniqueConstraint('search_queue_by_id', ['kind', 'id'])
      .execute();
    await db.schema
      .createTable('search_words')
      .addColumn('word', 'text', (column) => column.primaryKey())
      .execute();
    await db.schema
      .createTable('public_documents')
      .addColumn('number', numberType, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addUniqueConstraint('public_documents_by_id', ['kind', 'id'])
      .execute();
    await db.schema.createIndex('public_documents_by_number').on('public_documents').columns(['kind', 'number']).execute();
    await (isSqlite ? createForSqlite(db) : createForPostgres(db));
    for (const { kind, table, order } of KINDS)
      await sql.raw(`insert into search_queue (kind, id) select '${kind}', id from ${table} where deleted_at is null order by ${order}`).execute(db);
  },
  compatibleSince: '013-withdrawals',
  undo: {
    embedded: [
      ...KINDS.flatMap(({ table }) => ['insert', 'update', 'delete'].map((event) => `drop trigger ${table}_public_${event}`)),
      ...TABLES.map((name) => `drop table ${name}`),
      'drop table public_words',
    ],
    postgres: [
      ...KINDS.flatMap(({ table }) => [`drop trigger ${table}_public on ${table}`, `drop function ${table}_public()`]),
      ...TABLES.map((name) => `drop table ${name}`),
    ],
  },
};
