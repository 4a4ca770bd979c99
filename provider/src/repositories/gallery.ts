import type { Kysely, Selectable } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { AlbumTable, Tables } from '../database/tables.ts';

/** An image whose album is in the trash is shown without one, and is in it again when the album comes back. */
const selectImages = (db: Kysely<Tables>, place: Place = 'kept') =>
  db
    .selectFrom('gallery_images')
    .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
    .leftJoin('albums', (join) => join.onRef('albums.id', '=', 'gallery_images.album_id').on('albums.deleted_at', 'is', null))
    .selectAll('gallery_images')
    .select(['pictures.version', 'pictures.format', 'pictures.width', 'pictures.height', 'pictures.focal_x', 'pictures.focal_y'])
    .select('albums.id as shown_album_id')
    .where('gallery_images.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type GalleryImageRow = Awaited<ReturnType<ReturnType<typeof selectImages>['execute']>>[number];

export interface ImageFilter {
  readonly albumId?: string;
  readonly isPublishedOnly: boolean;
}

/** Newest first; those of an album in the order that staff gave them, and what is not placed yet before them. */
export const listImageRows = (db: Kysely<Tables>, { albumId, isPublishedOnly }: ImageFilter): Promise<GalleryImageRow[]> => {
  let query = selectImages(db);
  if (isPublishedOnly) query = query.where('gallery_images.is_published', '=', 1);
  if (albumId !== undefined) query = query.where('gallery_images.album_id', '=', albumId).orderBy('gallery_images.position');
  return query.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').execute();
};

export const findImageRow = (db: Kysely<Tables>, id: string, place: Place = 'kept'): Promise<GalleryImageRow | undefined> =>
  selectImages(db, place).where('gallery_images.id', '=', id).executeTakeFirst();

export type AlbumRow = Selectable<AlbumTable>;

export const listAlbumRows = (db: Kysely<Tables>): Promise<AlbumRow[]> =>
  db.selectFrom('albums').selectAll().where('deleted_at', 'is', null).orderBy('position').orderBy('name_key').execute();

export const findAlbumRow = (db: Kysely<Tables>, id: string, place: Place = 'kept'): Promise<AlbumRow | undefined> =>
  db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', place === 'kept' ? 'is' : 'is not', null)
    .executeTakeFirst();

/** How many images each album has, and its first one. */
export const listAlbumCovers = async (db: Kysely<Tables>) => {
  const ranked = selectImages(db)
    .select((expression) =>
      expression.fn
        .countAll<number | string>()
        .over((over) => over.partitionBy('gallery_images.album_id'))
        .as('count'),
    )
    .select((expression) =>
      expression.fn
        .agg<number | string>('row_number')
        .over((over) =>
          over
            .partitionBy('gallery_images.album_id')
            .orderBy('gallery_images.position')
            .orderBy('gallery_images.created_at', 'desc')
            .orderBy('gallery_images.id'),
        )
        .as('rank'),
    )
    .where('gallery_images.album_id', 'is not', null);
  return db.selectFrom(ranked.as('image')).select(['album_id', 'count', 'picture_id', 'version', 'format', 'is_published']).where('rank', '=', 1).execute();
};

export type AlbumCover = Awaited<ReturnType<typeof listAlbumCovers>>[number];
