import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Images of the gallery have the column that all other kinds have. The database computes it, so that a release that writes `is_published` need not know it. */
export const galleryStatus = {
  up: async (db: Kysely<unknown>) => {
    // SQLite adds only virtual columns to a table with rows, PostgreSQL 15 knows only stored ones.
    const isStored = !(db.getExecutor().adapter instanceof SqliteAdapter);
    await sql`
      alter table gallery_images add column status text not null
      generated always as (case when is_published = 1 then 'published' else 'draft' end) ${sql.raw(isStored ? 'stored' : 'virtual')}`.execute(db);
  },
  compatibleSince: '032-body-words',
  undo: ['alter table gallery_images drop column status'],
};
