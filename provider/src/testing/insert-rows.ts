import type { Insertable } from 'kysely';
import { getSearchColumns } from '../database/derived-columns.ts';
import type { Database, Tables } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';

type Fields<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>;

const ROWS_PER_INSERT = 200;

const insertInBatches = async <Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) await insert(rows.slice(start, start + ROWS_PER_INSERT));
};

const getTime = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();

/** Inserts published posts and their index rows, one minute apart. Returns their ids. */
export const insertPosts = async (db: Database, posts: readonly Fields<'posts'>[]): Promise<string[]> => {
  const rows = posts.map((fields, index) => {
    const [id, time] = [createId(), getTime(index)];
    const texts = { title: 'A post', content: '<p>Text</p>', excerpt: '', category: '', tags: '[]', author_name: 'A', status: 'published' as const };
    const images = { picture_id: null, picture_alt: '', author_id: null, author_picture_id: null };
    const row = { id, slug: id, ...texts, ...images, is_sample: 0 as const, created_at: time, updated_at: time, published_at: time, ...fields };
    return { ...row, ...getSearchColumns('posts', row) };
  });
  await insertInBatches(rows, (batch) => db.insertInto('posts').values(batch).execute());
  return rows.map(({ id }) => id);
};

export const insertImages = async (db: Database, images: readonly Fields<'pictures'>[]): Promise<string[]> => {
  const rows = images.map((fields, index) => ({
    ...{ id: createId(), version: 1, format: 'jpg', width: 1, height: 1, bytes: 1, focal_x: null, focal_y: null, alt_key: '' },
    ...{ is_sample: 0 as const, created_at: getTime(index) },
    ...fields,
  }));
  await insertInBatches(rows, (batch) => db.insertInto('pictures').values(batch).execute());
  return rows.map(({ id }) => id);
};

/** Inserts published gallery images, each with its own stored image. Returns the ids of the stored images. */
export const insertGalleryImages = async (db: Database, images: readonly Fields<'gallery_images'>[]): Promise<string[]> => {
  const ids = await insertImages(
    db,
    images.map(() => ({})),
  );
  const rows = ids.map((picture_id, index) => {
    const [id, time] = [createId(), getTime(index)];
    const row = { id, title: '', alt: '', album_id: null, is_published: 1 as const, author_id: null, ...images[index] };
    const columns = { ...row, picture_id, is_sample: 0 as const, created_at: time, updated_at: time };
    return { ...columns, ...getSearchColumns('gallery_images', columns) };
  });
  await insertInBatches(rows, (batch) => db.insertInto('gallery_images').values(batch).execute());
  return ids;
};
