import { type Kysely, sql } from 'kysely';

/** Of images that were uploaded into the library, where they stay although nothing shows them; `is_in_text` is 2 for them. */
const COLUMNS = ['uploaded_by', 'upload_hash', 'trashed_at'];

export const libraryUploads = {
  up: async (db: Kysely<unknown>) => {
    for (const name of COLUMNS) await db.schema.alterTable('pictures').addColumn(name, 'text').execute();
    // The release before this one copies whole rows, for versions that show a replaced file.
    await sql`create unique index pictures_uploaded_once on pictures (upload_hash) where upload_hash is not null and is_copy = 0`.execute(db);
    await sql`create index pictures_in_trash on pictures (trashed_at) where trashed_at is not null`.execute(db);
  },
  compatibleSince: '029-external-links',
  undo: ['drop index pictures_in_trash', 'drop index pictures_uploaded_once', ...COLUMNS.map((name) => `alter table pictures drop column ${name}`)],
};
