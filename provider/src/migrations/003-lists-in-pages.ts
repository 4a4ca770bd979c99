import type { Kysely, Migration } from 'kysely';
import { fillDerived } from '../database/derived-columns.ts';
import type { Tables } from '../database/tables.ts';

const SEARCHED = ['posts', 'events', 'gallery_images'];

/** Columns and indexes by which lists are searched, divided and cut into pages without reading them whole. */
export const listsInPages: Migration = {
  up: async (db: Kysely<Tables>) => {
    for (const table of SEARCHED) {
      await db.schema
        .alterTable(table)
        .addColumn('search_key', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .alterTable('events')
      .addColumn('upcoming_until', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await fillDerived(db);
    await db.schema.dropIndex('posts_by_status').execute();
    await db.schema.createIndex('posts_by_status').on('posts').columns(['status', 'published_at desc', 'id', 'deleted_at']).execute();
    await db.schema.dropIndex('events_by_date').execute();
    await db.schema.createIndex('events_by_date').on('events').columns(['status', 'date', 'id', 'upcoming_until', 'deleted_at']).execute();
    await db.schema.dropIndex('gallery_images_by_album').execute();
    const images = ['is_published', 'created_at desc', 'id', 'deleted_at'] as const;
    await db.schema
      .createIndex('gallery_images_by_date')
      .on('gallery_images')
      .columns([...images])
      .execute();
    await db.schema
      .createIndex('gallery_images_by_album')
      .on('gallery_images')
      .columns(['album_id', 'position', 'created_at desc', 'id', 'is_published', 'deleted_at'])
      .execute();
  },
};
