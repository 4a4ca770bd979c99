import { type Kysely, type Selectable, sql } from 'kysely';
import { countRows, getSqlLimit, type Page, type PageRequest, toLikePattern, toPage } from './page.ts';
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
  /** Of one album, in its order; null for images without an album, undefined for all. */
  readonly albumId?: string | null;
  /** Id of the image with which the request begins, instead of its offset. */
  readonly at: string | undefined;
  readonly isWithoutAlt?: boolean;
  readonly isSample?: boolean;
}

const IS_WITHOUT_ALT = sql<boolean>`trim(gallery_images.alt) = ''`;
const IS_SAMPLE = sql<boolean>`gallery_images.is_sample = 1`;

const selectActiveAlbums = (db: Kysely<Tables>) => db.selectFrom('albums').where('albums.deleted_at', 'is', null);

const selectVisible = (db: Kysely<Tables>, { visibility }: ImagePageRequest) => {
  const query = db.selectFrom('gallery_images').where('gallery_images.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('gallery_images.is_published', '=', 1);
};

const selectAlbum = (db: Kysely<Tables>, request: ImagePageRequest) => {
  const { albumId } = request;
  const query = selectVisible(db, request);
  if (albumId === undefined) return query;
  if (albumId !== null) return query.where('gallery_images.album_id', '=', albumId);
  const active = selectActiveAlbums(db).select('albums.id');
  return query.where((where) => where.or([where('gallery_images.album_id', 'is', null), where('gallery_images.album_id', 'not in', active)]));
};

const selectMatching = (db: Kysely<Tables>, request: ImagePageRequest) => {
  const { status, search, words, isWithoutAlt = false, isSample = false } = request;
  let query = selectAlbum(db, request);
  if (status !== 'all') query = query.where('gallery_images.is_published', '=', status === 'published' ? 1 : 0);
  // Images are drafts or published.
  if (status === 'scheduled' || status === 'archived') query = query.where(sql<boolean>`1 = 0`);
  if (search !== '') query = query.where(sql<boolean>`gallery_images.search_key like ${toLikePattern(search)} escape '\\'`);
  for (const word of words) {
    const hasWord = (column: 'gallery_images.search_text' | 'albums.search_text') => sql<boolean>`${sql.ref(column)} like ${toLikePattern(word)} escape '\\'`;
    const albums = selectActiveAlbums(db).select('albums.id').where(hasWord('albums.search_text'));
    query = query.where((where) => where.or([hasWord('gallery_images.search_text'), where('gallery_images.album_id', 'in', albums)]));
  }
  if (isWithoutAlt) query = query.where(IS_WITHOUT_ALT);
  if (isSample) query = query.where(IS_SAMPLE);
  return query;
};

const countMatching = async (db: Kysely<Tables>, request: ImagePageRequest): Promise<number> => (await countRows(selectMatching(db, request))).all;

/** All images, and within the selected album those that need attention. */
const countGroups = async (db: Kysely<Tables>, request: ImagePageRequest) => {
  const { all } = await countRows(selectVisible(db, request));
  const groups = { missingAlt: IS_WITHOUT_ALT, draft: sql<boolean>`gallery_images.is_published = 0`, sample: IS_SAMPLE };
  const { all: album, ...counts } = await countRows(selectAlbum(db, request), groups);
  return { ...counts, album, all };
};

/** How many images of the list stand before this one; undefined when it is not in the list. */
const findPosition = async (db: Kysely<Tables>, request: ImagePageRequest, id: string): Promise<number | undefined> => {
  const image = await selectMatching(db, request).select(['position', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (image === undefined) return undefined;
  const { position, created_at: at } = image;
  const before = selectMatching(db, request).where((where) => {
    const newer = where.or([where('created_at', '>', at), where.and([where('created_at', '=', at), where('id', '<', id)])]);
    return request.albumId == null ? newer : where.or([where('position', '<', position), where.and([where('position', '=', position), newer])]);
  });
  return (await countRows(before)).all;
};

/** Newest first; those of an album in the order that staff gave them, and what is not placed yet before them. */
export const listGalleryImageRows = async (db: Kysely<Tables>, asked: ImagePageRequest): Promise<Page<GalleryImageRow>> => {
  const offset = asked.at === undefined ? undefined : await findPosition(db, asked, asked.at);
  const request = { ...asked, offset: offset ?? asked.offset };
  let ids = selectMatching(db, request).select('gallery_images.id');
  let images = selectImages(db);
  if (request.albumId != null) {
    ids = ids.orderBy('gallery_images.position');
    images = images.orderBy('gallery_images.position');
  }
  ids = ids.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').limit(getSqlLimit(request)).offset(request.offset);
  const rows = await images.where('gallery_images.id', 'in', ids).orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').execute();
  return toPage(
    rows,
    request,
    () => countMatching(db, request),
    () => countGroups(db, request),
  );
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
