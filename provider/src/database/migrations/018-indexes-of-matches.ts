import { type Kysely, SqliteAdapter } from 'kysely';

type Database = Kysely<unknown>;

/**
 * SQLite: the matches of a search are found and put in order from indexes. Their rows are spread over the whole file, where those of a search with some hundred matches
 * take tens of milliseconds to read.
 */
export const indexesOfMatches = {
  up: async (db: Database) => {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
    await db.schema.createIndex('search_documents_by_number').on('search_documents').columns(['number', 'id']).execute();
    await db.schema.createIndex('posts_by_id').on('posts').columns(['id', 'deleted_at', 'status', 'published_at', 'updated_at']).execute();
  },
  compatibleSince: '017-former-slugs',
  undo: ['drop index if exists search_documents_by_number', 'drop index if exists posts_by_id'],
};
