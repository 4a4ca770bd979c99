import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { getSearchColumns } from './derived-columns.ts';
import { countRows, listRows, type PageRequest, type RowList, readCounts, readIds } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';
import { createSearch, omitWordlessTerms, type Search } from './search.ts';
import type { TrashState } from './trash-queries.ts';

/** Selects images. While an album is in the trash, its images count as having no album. */
const selectImages = (db: Database, state: TrashState = 'active') =>
  db
    .selectFrom('gallery_images')
    .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
    .leftJoin('albums', (join) => join.onRef('albums.id', '=', 'gallery_images.album_id').on('albums.deleted_at', 'is', null))
    .selectAll('gallery_images')
    .select(['pictures.version', 'pictures.format', 'pictures.width', 'pictures.height', 'pictures.focal_x', 'pictures.focal_y', 'pictures.color'])
    .select(['pictures.is_decorative', 'pictures.shows_minors', 'pictures.consent_by', 'pictures.consent_on'])
    .select('albums.id as shown_album_id')
    .where('gallery_images.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type GalleryImageRow = Awaited<ReturnType<ReturnType<typeof selectImages>['execute']>>[number];

export interface ImagePageRequest extends PageRequest {
  /** Selects the images of one album, in the album's order. Null selects images without an album; undefined selects all images. */
  readonly albumId?: string | null;
  /** Id of the first image on the page, as an alternative to an offset. */
  readonly at: string | undefined;
  readonly isWithoutAlt?: boolean;
  readonly isSample?: boolean;
}

/** Matches images that need an alternative text and have none. Decorative images need none. */
export const IS_MISSING_ALT = sql<boolean>`trim(gallery_images.alt) = ''
  and not exists (select 1 from pictures where pictures.id = gallery_images.picture_id and pictures.is_decorative = 1)`;
const IS_SAMPLE = sql<boolean>`gallery_images.is_sample = 1`;

const selectActiveAlbums = (db: Database) => db.selectFrom('albums').where('albums.deleted_at', 'is', null);

const selectVisible = (db: Database, { visibility }: ImagePageRequest) => {
  const query = db.selectFrom('gallery_images').where('gallery_images.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('gallery_images.is_published', '=', 1);
};

const selectAlbum = (db: Database, request: ImagePageRequest) => {
  const { albumId } = request;
  const query = selectVisible(db, request);
  if (albumId === undefined) return query;
  if (albumId !== null) return query.where('gallery_images.album_id', '=', albumId);
  const activeAlbumIds = selectActiveAlbums(db).select('albums.id');
  return query.where((where) => where.or([where('gallery_images.album_id', 'is', null), where('gallery_images.album_id', 'not in', activeAlbumIds)]));
};

const selectMatching = (db: Database, request: ImagePageRequest, search: RawBuilder<SqlBool> | undefined) => {
  const { status, isWithoutAlt = false, isSample = false } = request;
  let query = selectAlbum(db, request);
  if (status !== 'all') query = query.where('gallery_images.is_published', '=', status === 'published' ? 1 : 0);
  // Gallery images never have these statuses.
  if (status === 'scheduled' || status === 'archived') query = query.where(sql<boolean>`1 = 0`);
  if (search !== undefined) query = query.where(search);
  if (isWithoutAlt) query = query.where(IS_MISSING_ALT);
  if (isSample) query = query.where(IS_SAMPLE);
  return query;
};

/** Creates the search for images. Staff can also find images by album name: each term must occur in the image's texts or in its album's name. */
const createImageSearch = async (db: Database, request: ImagePageRequest): Promise<(Pick<Search, 'perRow' | 'inBulk'> & Partial<Search>) | undefined> => {
  const terms = omitWordlessTerms(request.terms);
  const search = await createSearch(db, 'image', 'gallery_images.id', request);
  const albums = terms.length === 0 ? [] : await selectActiveAlbums(db).select(['id', 'search_text']).execute();
  const albumIdsByTerm = terms.map((term) => albums.filter(({ search_text: text }) => text.includes(term)).map(({ id }) => id));
  if (search === undefined || albumIdsByTerm.every((ids) => ids.length === 0)) return search;
  const termSearches: (Search | undefined)[] = [];
  for (const term of terms)
    termSearches.push(await createSearch(db, 'image', 'gallery_images.id', { ...request, search: '', terms: [term], limit: undefined }));
  const joinTerms = (name: 'perRow' | 'inBulk'): RawBuilder<SqlBool> => {
    const conditions = termSearches.flatMap((termSearch, index) => {
      const ids = albumIdsByTerm[index] ?? [];
      if (termSearch === undefined || ids.length === 0) return termSearch?.[name] ?? [];
      return sql<SqlBool>`(${termSearch[name]} or gallery_images.album_id in (${sql.join(ids)}))`;
    });
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  return { perRow: joinTerms('perRow'), inBulk: joinTerms('inBulk') };
};

const countGroups = async (db: Database, request: ImagePageRequest) => {
  const { all } = await countRows(selectVisible(db, request));
  const groups = { missingAlt: IS_MISSING_ALT, draft: sql<boolean>`gallery_images.is_published = 0`, sample: IS_SAMPLE };
  const { all: album, ...counts } = await countRows(selectAlbum(db, request), groups);
  return { ...counts, album, all };
};

const findPosition = async (db: Database, request: ImagePageRequest, search: RawBuilder<SqlBool> | undefined, id: string): Promise<number | undefined> => {
  const image = await selectMatching(db, request, search).select(['position', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (image === undefined) return undefined;
  const { position, created_at: at } = image;
  const before = selectMatching(db, request, search).where((where) => {
    const isNewer = where.or([where('created_at', '>', at), where.and([where('created_at', '=', at), where('id', '<', id)])]);
    return request.albumId == null ? isNewer : where.or([where('position', '<', position), where.and([where('position', '=', position), isNewer])]);
  });
  return (await countRows(before)).all;
};

/** Lists images newest first. In an album, images without a position come first, followed by the others in the order chosen by staff. */
export const listGalleryImageRows = async (db: Database, pageRequest: ImagePageRequest): Promise<RowList<GalleryImageRow>> => {
  const search = await createImageSearch(db, pageRequest);
  const offset = pageRequest.at === undefined ? undefined : await findPosition(db, pageRequest, search?.inBulk, pageRequest.at);
  const request = { ...pageRequest, offset: offset ?? pageRequest.offset };
  const isUnfiltered = request.albumId === undefined && request.isWithoutAlt !== true && request.isSample !== true;
  return listRows(request, {
    findIds: (limit) => {
      let ids = selectMatching(db, request, search?.perRow).select('gallery_images.id');
      if (request.albumId != null) ids = ids.orderBy('gallery_images.position');
      ids = ids.orderBy('gallery_images.created_at', 'desc').orderBy('gallery_images.id').limit(limit).offset(request.offset);
      return readIds(db, ids);
    },
    findRows: (ids) => {
      const rows = selectImages(db).where('gallery_images.id', 'in', ids);
      return (request.visibility === 'all' ? rows : rows.where('gallery_images.is_published', '=', 1)).execute();
    },
    count: async () => {
      if (isUnfiltered && search?.count !== undefined) return search.count();
      const { status, search: title, terms, albumId, isWithoutAlt, isSample } = request;
      const conditions = { status, title, terms, albumId, isWithoutAlt, isSample };
      return (await readCounts(db, request.visibility, ['matching images', conditions], () => countRows(selectMatching(db, request, search?.inBulk)))).all;
    },
    getCounts: () => readCounts(db, request.visibility, ['images', { albumId: request.albumId }], () => countGroups(db, request)),
  });
};

export const findGalleryImageRow = (db: Database, id: string, state: TrashState = 'active'): Promise<GalleryImageRow | undefined> =>
  selectImages(db, state).where('gallery_images.id', '=', id).executeTakeFirst();

/** Finds the image even if it is in the trash. */
export const findImageRowBySentHash = async (db: Database, sentHash: string): Promise<GalleryImageRow | undefined> =>
  (await selectImages(db).where('gallery_images.sent_hash', '=', sentHash).executeTakeFirst()) ??
  selectImages(db, 'trashed').where('gallery_images.sent_hash', '=', sentHash).executeTakeFirst();

export type AlbumRow = Selectable<Tables['albums']>;

export const listAlbumRows = (db: Database): Promise<AlbumRow[]> =>
  db.selectFrom('albums').selectAll().where('deleted_at', 'is', null).orderBy('position').orderBy('name_key').execute();

export const findAlbumRow = (db: Database, id: string, state: TrashState = 'active'): Promise<AlbumRow | undefined> =>
  db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', state === 'active' ? 'is' : 'is not', null)
    .executeTakeFirst();

/** Returns the image count and the first image of each non-empty album that is not in the trash. One index scan finds both. */
export const listAlbumCovers = (db: Database) => {
  const activeImages = db.selectFrom('gallery_images as own').where('own.deleted_at', 'is', null);
  const counts = activeImages.select(['own.album_id', ({ fn }) => fn.countAll<number | string>().as('count')]).groupBy('own.album_id');
  const albumImages = activeImages.select('own.id').where('own.album_id', '=', sql<string>`albums.id`);
  const first = albumImages.orderBy('own.position').orderBy('own.created_at', 'desc').orderBy('own.id').limit(1);
  return selectActiveAlbums(db)
    .innerJoin(counts.as('counts'), 'counts.album_id', 'albums.id')
    .innerJoin('gallery_images', (join) => join.on('gallery_images.id', '=', first.$asScalar()))
    .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
    .select(['albums.id as album_id', 'counts.count', 'gallery_images.picture_id', 'gallery_images.status', 'pictures.version', 'pictures.format'])
    .execute();
};

export type AlbumCover = Awaited<ReturnType<typeof listAlbumCovers>>[number];

interface NewAlbum {
  readonly id: string;
  readonly name: string;
  readonly position?: number;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export const insertAlbum = async (db: Database, { id, name, position, createdAt, updatedAt }: NewAlbum): Promise<void> => {
  const last = await db
    .selectFrom('albums')
    .select((expression) => expression.fn.max('position').as('position'))
    .executeTakeFirst();
  await db
    .insertInto('albums')
    .values({
      id,
      name,
      name_key: name.toLowerCase(),
      ...getSearchColumns('albums', { name, updated_at: updatedAt }),
      position: position ?? (last?.position ?? -1) + 1,
      is_sample: 0,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .execute();
};

export const renameAlbum = async (
  db: Database,
  { id, name, updatedAt }: { readonly id: string; readonly name: string; readonly updatedAt: Timestamp },
): Promise<boolean> => {
  const result = await db
    .updateTable('albums')
    .set({
      name,
      name_key: name.toLowerCase(),
      ...getSearchColumns('albums', { name, updated_at: updatedAt }),
      is_sample: 0,
      updated_at: updatedAt,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};
