import { type Kysely, sql } from 'kysely';

/** The library of images finds the posts whose image nobody has described without reading every post. */
export const postsWithoutAlt = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index posts_without_alt on posts (picture_id) where picture_alt = '' and deleted_at is null`.execute(db);
  },
  compatibleSince: '030-library-uploads',
  undo: ['drop index posts_without_alt'],
};
