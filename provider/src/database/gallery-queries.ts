import { type Kysely, type Selectable, sql } from 'kysely';
import { getSqlLimit, type Page, type PageRequest, toLikePattern, toPage } from './page.ts';
import type { Tables } from './schema.ts';
import type { TrashState } from './trash-queries.ts';

/** An image whose album is in the trash is shown without one, and is in it again when the album comes back. */
const selectImages = (db: Kysely<Tables>, place: TrashState = 'active') =>
  db
    .selectFrom('gallery_images')
    .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
    .leftJoin('albums', (join) => join.onRef('albums.id', '=', 'gallery_images.album_id').on('albums.deleted_at', 'is', null))
    .selectAll('gallery_images')
    .select(['pictures.version', 'pictures.format', 'pictures.width', 'pictures.height', 'pictures.focal_x', 'pictures.focal_y'])
    .select('albums.id as shown_album_id')
    .where('gallery_images.deleted_at', place === 'active' ? 'is' : 'is not', null);

export type GalleryImageRow = Awaited<ReturnType<ReturnType<typeof selectImages>['execute']>>[number];

export interface ImagePageRequest extends PageRequest {
  readonly albumId?: string;
  /** Id of the image with which the request begins, instead of its offset. */
  readonly at: string | undefined;
}

const matching = (db: Kysely<Tables>, { status, search, albumId }: ImagePageRequest) => {
  let query = db.selectFrom('gallery_images').where('gallery_images.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('gallery_images.is_published', '=', status === 'published' ? 1 : 0);
  // Images are drafts or published.
  if (status === 'scheduled' || status === 'archived') query = query.where(sql<boolean>`1 = 0`);
  if (search !== '') query = query.where(sql<boolean>`gallery_images.search_key like ${toLikePattern(search)} escape '\\'`);
  if (albumId !== undefined) query = query.where('gallery_images.album_id', '=', albumId);
  return query;
};

const countAll = async (query: ReturnType<typeof matching>): Promise<number> => {
  const { total } = await query.select((expression) => expression.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
};

/** How many images of the list stand before this one; undefined when it is not in the list. */
const findPosition = async (db: Kysely<Tables>, request: ImagePageRequest, id: string): Promise<number | undefined> => {
  const image = await matching(db, request).select(['position', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (image === undefined) return undefined;
  const { position, created_at: at } = image;
  const before = matching(db, request).where((where) => {
    const newer = where.or([where('created_at', '>', at), where.and([where('created_at', '=', at), where('id', '<', id)])]);
    return request.albumId === undefined ? newer : where.or([where('position', '<', position), where.and([where('position', '=', position), newer])]);
  });
  return countAll(before);
};

/** Newest first; those of an album in the order that staff gave them, and what is not placed yet before them. */
export const listGalleryImageRows = async (db: Kysely<Tables>, asked: ImagePageRequest): Promise<Page<GalleryImageRow>> => {
  const offset = asked.at === undefined ? undefined : await findPosition(db, asked, asked.at);
  const request = { ...asked, offset: offset ?? asked.offset };
  let ids = matching(db, request).select('gallery_images.id');
  let images = selectImages(db);
  if (request.albumId !== undefined) {
    ids = ids.orderBy('gallery_images.position');
    images = images.orderBy('gallery_images.position');
  }
  ids = ids.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').limit(getSqlLimit(request)).offset(request.offset);
  const rows = await images.where('gallery_images.id', 'in', ids).orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').execute();
  return toPage(rows, request, () => countAll(matching(db, request)));
};

export const findGalleryImageRow = (db: Kysely<Tables>, id: string, place: TrashState = 'active'): Promise<GalleryImageRow | undefined> =>
  selectImages(db, place).where('gallery_images.id', '=', id).executeTakeFirst();

export type AlbumRow = Selectable<Tables['albums']>;

export const listAlbumRows = (db: Kysely<Tables>): Promise<AlbumRow[]> =>
  db.selectFrom('albums').selectAll().where('deleted_at', 'is', null).orderBy('position').orderBy('name_key').execute();

export const findAlbumRow = (db: Kysely<Tables>, id: string, place: TrashState = 'active'): Promise<AlbumRow | undefined> =>
  db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', place === 'active' ? 'is' : 'is not', null)
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
