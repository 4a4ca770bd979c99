import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** By kind, the table after which its indexes are named. */
const KINDS = [
  { kind: 'post', table: 'posts' },
  { kind: 'event', table: 'events' },
  { kind: 'image', table: 'gallery_images' },
  { kind: 'program', table: 'programs' },
];

const INDEXES = KINDS.flatMap(({ kind, table }) => ['text', 'title'].map((column) => ({ name: `${table}_${column}_suffixes`, column, kind })));

/**
 * PostgreSQL: an index of the suffixes of all words, for each kind. A text is in a word if one of its suffixes begins with it: the index alone finds and counts the
 * matches of texts of any length, where that of trigrams only finds candidates, each of which has to be read and compared, and none for fewer than three characters.
 */
export const searchSuffixes = {
  up: async (db: Database) => {
    if (db.getExecutor().adapter instanceof SqliteAdapter) return;
    const execute = (text: string) => sql.raw(text).execute(db);
    // Of 24 characters: longer texts are compared with the documents that have their beginning.
    await execute(`create function search_suffixes(text) returns tsvector language sql immutable strict parallel safe as $$
      select array_to_tsvector(array(select substr(word, start, 24)
        from unnest(string_to_array(translate($1, e'\\n', ' '), ' ')) as word, generate_series(1, length(word)) as start)) $$`);
    for (const { name, column, kind } of INDEXES) {
      await execute(`create index ${name} on search_documents using gin (search_suffixes(${column})) with (fastupdate = off) where kind = '${kind}'`);
      // Computing the suffixes of a sample takes seconds, and says nothing that a plan depends on.
      await execute(`alter index ${name} alter column 1 set statistics 0`);
    }
  },
  compatibleSince: '014-public-search',
  undo: {
    // Nothing was done.
    embedded: ['select 1'],
    postgres: [...INDEXES.map(({ name }) => `drop index ${name}`), 'drop function search_suffixes(text)'],
  },
};
