import { enqueue, KINDS, KINDS_WITH_BODY, TRIGGERS } from './triggers.ts';

const createFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`;

/** Words are read for few rows, so they are stored out of line. Their statistics take seconds to compute, and no query plan depends on them. */
const STORAGE_SETTINGS = ['alter table public_documents set (toast_tuple_target = 128)', 'alter table search_documents alter column body set statistics 0'];

const FUNCTIONS = [
  // Suffixes have 24 characters. Longer texts are compared with the documents that match their first 24 characters.
  `create function search_suffixes(text) returns tsvector language sql immutable strict parallel safe as $$
      select array_to_tsvector(array(select substr(word, start, 24)
        from unnest(string_to_array(translate($1, e'\\n', ' '), ' ')) as word, generate_series(1, length(word)) as start)) $$`,
  `create function body_words(text) returns tsvector language sql immutable strict parallel safe as $$
    select array_to_tsvector(array_remove(string_to_array($1, ' '), '')) $$`,
  ...KINDS.flatMap(({ kind, table, getStatus }) => [
    createFunction(
      `${table}_search`,
      `if tg_op <> 'INSERT' then delete from search_documents where kind = '${kind}' and id = old.id; end if;
      if tg_op <> 'DELETE' then insert into search_documents (kind, id, status, title, text)
        select '${kind}', new.id, ${getStatus('new')}, split_part(new.search_text, chr(10), 1), new.search_text where new.deleted_at is null; end if`,
    ),
    createFunction(`${table}_public`, `if tg_op = 'DELETE' then ${enqueue(kind, 'old')}; else ${enqueue(kind, 'new')}; end if`),
  ]),
  ...KINDS_WITH_BODY.flatMap(({ kind, table }) => [
    createFunction(`${table}_search_body`, `update search_documents set body = body_words(new.search_body) where kind = '${kind}' and id = new.id`),
    `create function search_documents_${kind}_body() returns trigger language plpgsql as $$ begin
      new.body := (select body_words(search_body) from ${table} where id = new.id); return new; end $$`,
  ]),
  ...TRIGGERS.filter(({ calls }) => calls === undefined).map(({ table, name, does }) => createFunction(`${table}_${name}`, does)),
];

/**
 * The suffix index finds and counts texts that contain a word, regardless of their length. The trigram index finds candidates for a phrase. It needs an
 * extension that not every account may create; without the extension, the same queries scan the narrow table.
 */
const SEARCH_INDEXES = [
  ...KINDS.flatMap(({ kind, table }) => [
    ...['text', 'title'].flatMap((column) => [
      `create index ${table}_${column}_suffixes on search_documents using gin (search_suffixes(${column})) with (fastupdate = off) where kind = '${kind}'`,
      `alter index ${table}_${column}_suffixes alter column 1 set statistics 0`,
    ]),
    ...['title_words', 'words'].map(
      (column) => `create index public_documents_${kind}_${column} on public_documents using gin (${column}) with (fastupdate = off) where kind = '${kind}'`,
    ),
  ]),
  ...KINDS_WITH_BODY.map(
    ({ kind, table }) => `create index ${table}_body_words on search_documents using gin (body) with (fastupdate = off) where kind = '${kind}'`,
  ),
  `do $$ begin
    create extension if not exists pg_trgm;
    ${KINDS.map(({ kind, table }) => `create index ${table}_search_text on search_documents using gin (text gin_trgm_ops) where kind = '${kind}';`).join('\n')}
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'search reads all texts, because the extension pg_trgm cannot be created';
  end $$`,
];

const on = (table: string, name: string, event: string, calls = name, when?: string): string =>
  `create trigger ${table}_${name} after ${event} on ${table} for each row ${when === undefined ? '' : `when (${when}) `}execute function ${table}_${calls}()`;

const ALL_TRIGGERS = [
  ...KINDS.flatMap(({ table, searched, shown }) => [
    on(table, 'search', `insert or delete or update of ${searched}`),
    on(table, 'public', `insert or delete or update of ${shown}`),
  ]),
  ...KINDS_WITH_BODY.flatMap(({ kind, table }) => [
    on(table, 'search_body', 'update of search_body', 'search_body', 'old.search_body <> new.search_body'),
    `create trigger search_documents_${kind}_body before insert on search_documents
      for each row when (new.kind = '${kind}') execute function search_documents_${kind}_body()`,
  ]),
  ...TRIGGERS.map(({ table, name, event, when, calls }) => on(table, name, event, calls, when)),
];

export const POSTGRES: readonly string[] = [...STORAGE_SETTINGS, ...FUNCTIONS, ...SEARCH_INDEXES, ...ALL_TRIGGERS];
