import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const WITH_BODY = [
  { kind: 'post', table: 'posts' },
  { kind: 'event', table: 'events' },
] as const;
const WITHOUT_BODY = [
  { kind: 'image', table: 'gallery_images' },
  { kind: 'program', table: 'programs' },
] as const;

const INSERT = 'insert into search_index (rowid, title, text, body, status)';
const getColumns = (row: string, body: string): string =>
  `${row}.number, ${row}.title, substr(${row}.text, length(${row}.title) + 2), ${body}, substr(${row}.status, 1, 3)`;

const SQLITE = [
  `create virtual table search_index using fts5(title, text, body, status,
    tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = column)`,
  `${INSERT} select ${getColumns('document', "coalesce(posts.search_body, events.search_body, '')")} from search_documents as document
    left join posts on document.kind = 'post' and posts.id = document.id left join events on document.kind = 'event' and events.id = document.id`,
  'create trigger search_documents_forget_words after delete on search_documents begin delete from search_index where rowid = old.number; end',
  ...WITHOUT_BODY.map(
    ({ kind }) => `create trigger search_documents_${kind}_words after insert on search_documents when new.kind = '${kind}' begin
      ${INSERT} select ${getColumns('new', "''")}; end`,
  ),
  ...WITH_BODY.flatMap(({ kind, table }) => {
    const document = `search_documents as document where kind = '${kind}' and id = new.id`;
    return [
      `create trigger search_documents_${kind}_words after insert on search_documents when new.kind = '${kind}' begin
        ${INSERT} select ${getColumns('new', 'search_body')} from ${table} where id = new.id; end`,
      `create trigger ${table}_words after update of search_body on ${table} when old.search_body <> new.search_body and new.deleted_at is null begin
        delete from search_index where rowid = (select number from ${document});
        ${INSERT} select ${getColumns('document', 'new.search_body')} from ${document}; end`,
    ];
  }),
];

const UNDO_SQLITE = [
  'drop trigger search_documents_forget_words',
  ...[...WITH_BODY, ...WITHOUT_BODY].map(({ kind }) => `drop trigger search_documents_${kind}_words`),
  ...WITH_BODY.map(({ table }) => `drop trigger ${table}_words`),
  'drop table search_index',
];

/** Everything but letters and digits, in folded texts. Classes such as \W depend on the locale of the database. */
const SEPARATORS = String.raw`[\u0001-/:-@\[-\`{-\u00bf\u00d7\u00f7\u02c2-\u02df\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u3004\u3008-\u3020\ufe00-\ufe6f\ufffd\U0001f000-\U0001faff]+`;

const getBodyFunctions = (getWords: (title: string, text: string, body: string) => string): readonly string[] =>
  WITH_BODY.flatMap(({ kind, table }) => [
    `create or replace function search_documents_${kind}_body() returns trigger language plpgsql as $$ begin
      new.body := (select ${getWords('new.title', 'new.text', 'search_body')} from ${table} where id = new.id); return new; end $$`,
    `create or replace function ${table}_search_body() returns trigger language plpgsql as $$ begin
      update search_documents set body = ${getWords('title', 'text', 'new.search_body')} where kind = '${kind}' and id = new.id; return null; end $$`,
  ]);

const POSTGRES = [
  `create function split_words(text) returns setof text language sql immutable strict parallel safe as $$
    select word from regexp_split_to_table($1, '${SEPARATORS}') as word where length(word) between 1 and 40 $$`,
  `create function search_lexemes(title text, text text, body text) returns tsvector language sql immutable parallel safe as $$
    select array_to_tsvector(array(
      select 't:' || word from split_words(title) as word
      union all select 's:' || word from split_words(text) as word
      union all select word from split_words(text) as word
      union all select word from unnest(string_to_array(body, ' ')) as word where word <> '')) $$`,
  ...getBodyFunctions((title, text, body) => `search_lexemes(${title}, ${text}, ${body})`),
  `create function search_documents_words() returns trigger language plpgsql as $$ begin
    new.body := search_lexemes(new.title, new.text, ''); return new; end $$`,
  ...WITHOUT_BODY.flatMap(({ kind, table }) => [
    `create trigger search_documents_${kind}_words before insert on search_documents
      for each row when (new.kind = '${kind}') execute function search_documents_words()`,
    `create index ${table}_body_words on search_documents using gin (body) with (fastupdate = off) where kind = '${kind}'`,
  ]),
  `update search_documents as document set body = search_lexemes(title, text, coalesce(
    (select search_body from posts where document.kind = 'post' and posts.id = document.id),
    (select search_body from events where document.kind = 'event' and events.id = document.id), ''))`,
];

const UNDO_POSTGRES = [
  ...WITHOUT_BODY.flatMap(({ kind, table }) => [`drop trigger search_documents_${kind}_words on search_documents`, `drop index ${table}_body_words`]),
  'drop function search_documents_words()',
  ...getBodyFunctions((_title, _text, body) => `body_words(${body})`),
  'drop function search_lexemes(text, text, text)',
  'drop function split_words(text)',
];

/**
 * Lists search the beginnings of words of all kinds: on SQLite in `search_index`, on PostgreSQL in `search_documents.body`. `search_texts`, `search_bodies` and
 * the indexes of suffixes and trigrams stay for releases that search parts of words.
 */
export const searchIndex = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? SQLITE : POSTGRES) await sql.raw(statement).execute(db);
  },
  compatibleSince: '032-body-words',
  undo: { embedded: UNDO_SQLITE, postgres: UNDO_POSTGRES },
};
