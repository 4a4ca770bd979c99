import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** What each kind of content brings into the index, as SQL over its table. */
const KINDS = [
  { kind: 'post', table: 'posts', getStatus: (row: string) => `${row}status`, columns: 'search_text, status, deleted_at' },
  { kind: 'event', table: 'events', getStatus: (row: string) => `${row}status`, columns: 'search_text, status, deleted_at' },
  {
    kind: 'image',
    table: 'gallery_images',
    getStatus: (row: string) => `case when ${row}is_published = 1 then 'published' else 'draft' end`,
    columns: 'search_text, is_published, deleted_at',
  },
  { kind: 'program', table: 'programs', getStatus: () => `'published'`, columns: 'search_text, deleted_at' },
];

/** Of SQLite: the documents of a kind have numbers in a range of its own, so that they are read one after the other and found without those of other kinds. */
const NUMBERS_OF_KIND = 1_000_000_000_000;

const createForSqlite = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  await execute(
    `create virtual table search_texts using fts5(title, text, status, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`,
  );
  // The text begins with the title and a line feed.
  await execute(`create trigger search_documents_insert after insert on search_documents begin
    insert into search_texts (rowid, title, text, status)
    values (new.number, new.title, substr(new.text, length(new.title) + 2), substr(new.status, 1, 3)); end`);
  await execute('create trigger search_documents_delete after delete on search_documents begin delete from search_texts where rowid = old.number; end');
  for (const [index, { kind, table, getStatus, columns }] of KINDS.entries()) {
    const first = (index + 1) * NUMBERS_OF_KIND;
    const insert = (row: string, number: string) => `insert into search_documents (number, kind, id, status, title, text)
      select ${number}, '${kind}', ${row}id, ${getStatus(row)}, substr(${row}search_text, 1, instr(${row}search_text || char(10), char(10)) - 1), ${row}search_text`;
    const next = `(select coalesce(max(number), ${first}) + 1 from search_documents where number between ${first} and ${first + NUMBERS_OF_KIND - 1})`;
    const remove = `delete from search_documents where kind = '${kind}' and id = old.id`;
    await execute(`${insert('', `${first} + row_number() over ()`)} from ${table} where deleted_at is null`);
    await execute(`create trigger ${table}_search_insert after insert on ${table} when new.deleted_at is null begin ${insert('new.', next)}; end`);
    await execute(`create trigger ${table}_search_update after update of ${columns} on ${table} begin
      ${remove}; ${insert('new.', next)} where new.deleted_at is null; end`);
    await execute(`create trigger ${table}_search_delete after delete on ${table} begin ${remove}; end`);
  }
};

/** Without the extension, which not every account may create, the same queries read the narrow table instead of an index. */
const createTrigramIndexes = async (db: Database): Promise<void> => {
  const indexes = KINDS.map(({ kind, table }) => `create index ${table}_search_text on search_documents using gin (text gin_trgm_ops) where kind = '${kind}';`);
  await sql
    .raw(
      `do $$ begin
        create extension if not exists pg_trgm;
        ${indexes.join('\n')}
      exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
        raise notice 'search reads all texts, because the extension pg_trgm cannot be created';
      end $$`,
    )
    .execute(db);
};

const createForPostgres = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  for (const { kind, table, getStatus, columns } of KINDS) {
    const insert = (row: string) => `insert into search_documents (kind, id, status, title, text)
      select '${kind}', ${row}id, ${getStatus(row)}, split_part(${row}search_text, chr(10), 1), ${row}search_text`;
    await execute(`${insert('')} from ${table} where deleted_at is null`);
    await execute(`create function ${table}_search() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from search_documents where kind = '${kind}' and id = old.id; end if;
      if tg_op <> 'DELETE' then ${insert('new.')} where new.deleted_at is null; end if;
      return null; end $$`);
    await execute(`create trigger ${table}_search after insert or delete or update of ${columns} on ${table} for each row execute function ${table}_search()`);
  }
  await createTrigramIndexes(db);
};

const INDEXES = [
  'posts_addresses',
  'events_addresses',
  'posts_by_status_and_change',
  'posts_by_default_order',
  'posts_by_title',
  'gallery_images_by_creation',
  'events_by_change',
  'gallery_images_by_change',
  'posts_samples',
  'events_samples',
  'gallery_images_samples',
  'programs_samples',
  'gallery_images_without_alt',
  'applications_unread',
].map((name) => `drop index ${name}`);

/**
 * The texts of everything that can be found, as the columns `search_text` have them, in a narrow table with an index of trigrams. Triggers maintain it, so that it
 * also has what an earlier release writes. And indexes for sitemaps, for the orders of lists and for the numbers of the dashboard.
 */
export const searchDocuments = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await db.schema
      .createTable('search_documents')
      .addColumn('number', isSqlite ? 'integer' : 'bigserial', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addUniqueConstraint('search_documents_by_id', ['kind', 'id'])
      .execute();
    await (isSqlite ? createForSqlite(db) : createForPostgres(db));

    for (const [table, columns] of [
      ['posts', ['id', 'slug', 'updated_at']],
      ['events', ['id', 'updated_at']],
    ] as const)
      await db.schema
        .createIndex(`${table}_addresses`)
        .on(table)
        .columns([...columns])
        .where(sql`status`, '=', sql.lit('published'))
        .where(sql`deleted_at`, 'is', null)
        .execute();
    await db.schema.createIndex('posts_by_status_and_change').on('posts').columns(['status', 'updated_at desc', 'id', 'deleted_at']).execute();
    // The orders in which lists of all rows begin, and the one by title.
    await sql.raw(`create index posts_by_default_order on posts (coalesce(published_at, '9') desc, id, deleted_at)`).execute(db);
    await db.schema.createIndex('posts_by_title').on('posts').columns(['search_key', 'id', 'deleted_at']).execute();
    await db.schema.createIndex('gallery_images_by_creation').on('gallery_images').columns(['created_at desc', 'id', 'deleted_at']).execute();
    await db.schema.createIndex('events_by_change').on('events').columns(['updated_at desc', 'deleted_at']).execute();
    await db.schema.createIndex('gallery_images_by_change').on('gallery_images').columns(['updated_at desc', 'deleted_at']).execute();
    for (const table of ['posts', 'events', 'gallery_images', 'programs'])
      await db.schema.createIndex(`${table}_samples`).on(table).column('deleted_at').where(sql`is_sample`, '=', sql.lit(1)).execute();
    await db.schema
      .createIndex('gallery_images_without_alt')
      .on('gallery_images')
      .columns(['created_at desc', 'deleted_at'])
      .where(sql`alt`, '=', sql.lit(''))
      .execute();
    await db.schema.createIndex('applications_unread').on('applications').columns(['created_at', 'deleted_at']).where(sql`read_at`, 'is', null).execute();
  },
  compatibleSince: '011-derived-columns',
  undo: {
    embedded: [
      ...KINDS.flatMap(({ table }) => ['insert', 'update', 'delete'].map((event) => `drop trigger ${table}_search_${event}`)),
      'drop table search_documents',
      'drop table search_texts',
      ...INDEXES,
    ],
    postgres: [
      ...KINDS.flatMap(({ table }) => [`drop trigger ${table}_search on ${table}`, `drop function ${table}_search()`]),
      'drop table search_documents',
      ...INDEXES,
    ],
  },
};
