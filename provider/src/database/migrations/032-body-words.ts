import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** What has a long text, with the number of the rules by which releases from this one on derive its columns. */
const KINDS = [
  { kind: 'post', table: 'posts', rules: 2 },
  { kind: 'event', table: 'events', rules: 3 },
];

const createForSqlite = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  await execute(
    `create virtual table search_bodies using fts5(body, status, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = column)`,
  );
  // With the numbers of the documents, which they get anew with every change.
  await execute(`insert into search_bodies (rowid, body, status)
    select number, '', substr(status, 1, 3) from search_documents where kind in (${KINDS.map(({ kind }) => `'${kind}'`).join(', ')})`);
  await execute(`create trigger search_documents_forget_body after delete on search_documents begin delete from search_bodies where rowid = old.number; end`);
  for (const { kind, table } of KINDS) {
    await execute(`create trigger search_documents_${kind}_body after insert on search_documents when new.kind = '${kind}' begin
      insert into search_bodies (rowid, body, status) select new.number, search_body, substr(new.status, 1, 3) from ${table} where id = new.id; end`);
    const document = `from search_documents where kind = '${kind}' and id = new.id`;
    await execute(`create trigger ${table}_search_body after update of search_body on ${table} when old.search_body <> new.search_body and new.deleted_at is null begin
      delete from search_bodies where rowid = (select number ${document});
      insert into search_bodies (rowid, body, status) select number, new.search_body, substr(status, 1, 3) ${document}; end`);
  }
};

const createForPostgres = async (db: Database): Promise<void> => {
  const execute = (text: string) => sql.raw(text).execute(db);
  await execute('alter table search_documents add column body tsvector');
  await execute(`create function body_words(text) returns tsvector language sql immutable strict parallel safe as $$
    select array_to_tsvector(array_remove(string_to_array($1, ' '), '')) $$`);
  for (const { kind, table } of KINDS) {
    await execute(`create function ${table}_search_body() returns trigger language plpgsql as $$ begin
      update search_documents set body = body_words(new.search_body) where kind = '${kind}' and id = new.id; return null; end $$`);
    await execute(`create trigger ${table}_search_body after update of search_body on ${table}
      for each row when (old.search_body <> new.search_body) execute function ${table}_search_body()`);
    await execute(`create function search_documents_${kind}_body() returns trigger language plpgsql as $$ begin
      new.body := (select body_words(search_body) from ${table} where id = new.id); return new; end $$`);
    await execute(`create trigger search_documents_${kind}_body before insert on search_documents
      for each row when (new.kind = '${kind}') execute function search_documents_${kind}_body()`);
    await execute(`create index ${table}_body_words on search_documents using gin (body) with (fastupdate = off) where kind = '${kind}'`);
  }
  await execute('alter table search_documents alter column body set statistics 0');
};

/**
 * All words of posts and events, also of their long texts, for the search of staff lists. Releases that do not know them change a text without its words: their rows have the number
 * of earlier rules, so that they are computed again. And indexes for lists by category.
 */
export const bodyWords = {
  up: async (db: Database) => {
    for (const { table, rules } of KINDS) {
      await db.schema
        .alterTable(table)
        .addColumn('search_body', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await sql`create index ${sql.ref(`${table}_outdated_${rules}`)} on ${sql.table(table)} (id) where derived_from <> ${sql.lit(`${rules}|`)} || updated_at`.execute(
        db,
      );
    }
    await (db.getExecutor().adapter instanceof SqliteAdapter ? createForSqlite(db) : createForPostgres(db));
    await db.schema.createIndex('posts_by_category').on('posts').columns(['category', 'deleted_at', 'status', 'published_at', 'updated_at', 'id']).execute();
    await db.schema.createIndex('events_by_category').on('events').columns(['category', 'deleted_at', 'status', 'date', 'id']).execute();
  },
  compatibleSince: '031-posts-without-alt',
  undo: {
    embedded: [
      'drop trigger search_documents_forget_body',
      ...KINDS.flatMap(({ kind, table }) => [`drop trigger search_documents_${kind}_body`, `drop trigger ${table}_search_body`]),
      'drop table search_bodies',
      ...KINDS.flatMap(({ table, rules }) => [
        `drop index ${table}_outdated_${rules}`,
        `drop index ${table}_by_category`,
        // An earlier release leaves rows of later rules alone.
        `update ${table} set derived_from = ''`,
        `alter table ${table} drop column search_body`,
      ]),
    ],
    postgres: [
      ...KINDS.flatMap(({ kind, table, rules }) => [
        `drop function search_documents_${kind}_body() cascade`,
        `drop function ${table}_search_body() cascade`,
        `drop index ${table}_outdated_${rules}`,
        `drop index ${table}_by_category`,
        `update ${table} set derived_from = ''`,
        `alter table ${table} drop column search_body`,
      ]),
      'alter table search_documents drop column body',
      'drop function body_words(text)',
    ],
  },
};
