import { type Kysely, sql } from 'kysely';

/** Of which image a copy is: its former file, or the file that an earlier release has stored again for a copied document. Null for other images, and until it is known. */
export const imageOrigins = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('pictures').addColumn('origin_id', 'text').execute();
    // Few have one.
    await sql`create index pictures_by_origin on pictures (origin_id) where origin_id is not null`.execute(db);
    await sql`create index pictures_without_origin on pictures (id) where is_copy = 1 and origin_id is null`.execute(db);
  },
  compatibleSince: '032-body-words',
  undo: ['drop index pictures_by_origin', 'drop index pictures_without_origin', 'alter table pictures drop column origin_id'],
};
