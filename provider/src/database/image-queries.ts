import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from './schema.ts';
import { isInVersion } from './version-queries.ts';

export type StoredImage = Selectable<Tables['pictures']>;
export type ImageRef = Pick<StoredImage, 'id' | 'version' | 'format'>;

export const findStoredImage = (db: Kysely<Tables>, id: string): Promise<StoredImage | undefined> =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();

/** The reference of a joined image; null when the join found none. */
export const toImageRef = (id: string | null, version: number | null, format: string | null): ImageRef | null =>
  id === null || version === null || format === null ? null : { id, version, format };

/** Focal point of a joined image. */
export const toFocalPoint = (x: number | null, y: number | null): { x: number; y: number } | null => (x === null || y === null ? null : { x, y });

export const findImagesWithoutColor = (db: Kysely<Tables>, limit: number): Promise<ImageRef[]> =>
  db.selectFrom('pictures').select(['id', 'version', 'format']).where('color', 'is', null).orderBy('id').limit(limit).execute();

/** Unless the image was replaced meanwhile. */
export const setImageColor = async (db: Kysely<Tables>, { id, version }: ImageRef, color: string): Promise<void> => {
  await db.updateTable('pictures').set({ color }).where('id', '=', id).where('version', '=', version).execute();
};

/** Of a joined image; absent while it is unknown. */
export const toImageColor = (color: string | null): string | undefined => color || undefined;

/** Who may see an image, by the content that shows it; content in the trash shows nothing, not even to staff. */
export type ImageAudience = 'everyone' | 'staff' | 'nobody';

/** Who may see an image of a text, by the texts that show it: staff for as long as it is in drafts only, or in no text yet. */
export const findTextImageAudience = async (db: Kysely<Tables>, id: string): Promise<ImageAudience> => {
  const contains = sql<boolean>`content like ${`%${id}%`}`;
  const rows = await db
    .selectFrom('posts')
    .select([sql<number>`case when status = 'published' then 1 else 0 end`.as('is_open'), 'deleted_at'])
    .where(contains)
    .unionAll(
      db
        .selectFrom('programs')
        .select([sql<number>`1`.as('is_open'), 'deleted_at'])
        .where(contains),
    )
    .execute();
  const active = rows.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  if (active.length === 0) return rows.length === 0 ? 'staff' : 'nobody';
  return active.some(({ is_open: isOpen }) => isOpen === 1) ? 'everyone' : 'staff';
};

export const findImageAudience = async (db: Kysely<Tables>, id: string): Promise<ImageAudience> => {
  const isPublished = sql<number>`case when status = 'published' then 1 else 0 end`.as('is_open');
  const found = await db
    .selectFrom('posts')
    .select(isPublished)
    .where('deleted_at', 'is', null)
    .where((expression) => expression.or([expression('picture_id', '=', id), expression('author_picture_id', '=', id)]))
    .unionAll(db.selectFrom('events').select(isPublished).where('deleted_at', 'is', null).where('picture_id', '=', id))
    .unionAll(db.selectFrom('gallery_images').select('is_published as is_open').where('deleted_at', 'is', null).where('picture_id', '=', id))
    .unionAll(db.selectFrom('programs').select(sql<number>`1`.as('is_open')).where('deleted_at', 'is', null).where('picture_id', '=', id))
    .orderBy('is_open', 'desc')
    .limit(1)
    .executeTakeFirst();
  // What only versions show is for those who see them.
  if (found === undefined) return (await isInVersion(db, id)) ? 'staff' : 'nobody';
  return found.is_open === 1 ? 'everyone' : 'staff';
};
