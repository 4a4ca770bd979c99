import { type Kysely, type Selectable, sql } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { AlbumTable, Tables } from '../database/tables.ts';
import { type ListSlice, type ListWindow, likePattern, sqlLimit, toSlice } from '../http/list-slice.ts';

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

export interface ImageWindow extends ListWindow {
  readonly albumId?: string;
  /** Id of the image with which the window begins, instead of its offset. */
  readonly at: string | undefined;
}

const matching = (db: Kysely<Tables>, { status, words, albumId }: ImageWindow) => {
  let query = db.selectFrom('gallery_images').where('gallery_images.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('gallery_images.is_published', '=', status === 'published' ? 1 : 0);
  // Images are drafts or published.
  if (status === 'scheduled' || status === 'archived') query = query.where(sql<boolean>`1 = 0`);
  if (words !== '') query = query.where(sql<boolean>`gallery_images.search_key like ${likePattern(words)} escape '\\'`);
  if (albumId !== undefined) query = query.where('gallery_images.album_id', '=', albumId);
  return query;
};

const countAll = async (query: ReturnType<typeof matching>): Promise<number> => {
  const { total } = await query.select((expression) => expression.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
};

/** How many images of the list stand before this one; undefined when it is not in the list. */
const findPosition = async (db: Kysely<Tables>, window: ImageWindow, id: string): Promise<number | undefined> => {
  const image = await matching(db, window).select(['position', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (image === undefined) return undefined;
  const { position, created_at: at } = image;
  const before = matching(db, window).where((where) => {
    const newer = where.or([where('created_at', '>', at), where.and([where('created_at', '=', at), where('id', '<', id)])]);
    return window.albumId === undefined ? newer : where.or([where('position', '<', position), where.and([where('position', '=', position), newer])]);
  });
  return countAll(before);
};

/** Newest first; those of an album in the order that staff gave them, and what is not placed yet before them. */
export const listImageRows = async (db: Kysely<Tables>, asked: ImageWindow): Promise<ListSlice<GalleryImageRow>> => {
  const offset = asked.at === undefined ? undefined : await findPosition(db, asked, asked.at);
  const window = { ...asked, offset: offset ?? asked.offset };
  let ids = matching(db, window).select('gallery_images.id');
  let images = selectImages(db);
  if (window.albumId !== undefined) {
    ids = ids.orderBy('gallery_images.position');
    images = images.orderBy('gallery_images.position');
  }
  ids = ids.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').limit(sqlLimit(window)).offset(window.offset);
  const rows = await images.where('gallery_images.id', 'in', ids).orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').execute();
  return toSlice(rows, window, () => countAll(matching(db, window)));
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
