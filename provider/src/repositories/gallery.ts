import type { Kysely, Selectable } from 'kysely';
import type { AlbumTable, Tables } from '../database/tables.ts';

const selectImages = (db: Kysely<Tables>) =>
  db
    .selectFrom('gallery_images')
    .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
    .selectAll('gallery_images')
    .select(['pictures.version', 'pictures.format', 'pictures.width', 'pictures.height', 'pictures.focal_x', 'pictures.focal_y']);

export type GalleryImageRow = Awaited<ReturnType<ReturnType<typeof selectImages>['execute']>>[number];

export interface ImageFilter {
  readonly albumId?: string;
  readonly isPublishedOnly: boolean;
}

/** Newest first. */
export const listImageRows = (db: Kysely<Tables>, { albumId, isPublishedOnly }: ImageFilter): Promise<GalleryImageRow[]> => {
  let query = selectImages(db);
  if (isPublishedOnly) query = query.where('gallery_images.is_published', '=', 1);
  if (albumId !== undefined) query = query.where('gallery_images.album_id', '=', albumId);
  return query.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').execute();
};

export const findImageRow = (db: Kysely<Tables>, id: string): Promise<GalleryImageRow | undefined> =>
  selectImages(db).where('gallery_images.id', '=', id).executeTakeFirst();

export type AlbumRow = Selectable<AlbumTable>;

export const listAlbumRows = (db: Kysely<Tables>): Promise<AlbumRow[]> => db.selectFrom('albums').selectAll().orderBy('position').orderBy('name_key').execute();

export const findAlbumRow = (db: Kysely<Tables>, id: string): Promise<AlbumRow | undefined> =>
  db.selectFrom('albums').selectAll().where('id', '=', id).executeTakeFirst();
