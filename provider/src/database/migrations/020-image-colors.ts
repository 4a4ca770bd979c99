import { type Kysely, sql } from 'kysely';

/** What images mostly look like from afar. A job reads it from images that earlier releases have stored, which the index finds. */
export const imageColors = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('pictures').addColumn('color', 'text').execute();
    await sql`create index pictures_without_color on pictures (id) where color is null`.execute(db);
  },
  compatibleSince: '019-versions',
  undo: ['drop index pictures_without_color', 'alter table pictures drop column color'],
};
