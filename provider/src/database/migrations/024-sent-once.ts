import { type Kysely, sql } from 'kysely';

/** The hash of the key with which an image of the gallery was sent: sent again, it is stored once. */
export const sentOnce = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('gallery_images').addColumn('sent_hash', 'text').execute();
    await sql`create unique index gallery_images_sent_once on gallery_images (sent_hash) where sent_hash is not null`.execute(db);
  },
  compatibleSince: '023-unpublish-dates',
  undo: ['drop index gallery_images_sent_once', 'alter table gallery_images drop column sent_hash'],
};
