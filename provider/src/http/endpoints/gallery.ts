import {
  type Album,
  createAlbum,
  createImage,
  deleteAlbum,
  deleteImage,
  type GalleryImage,
  type GalleryImageForm,
  galleryImageKind,
  getAlbum,
  getImage,
  listAlbumImages,
  listAlbums,
  listImages,
  listPublishedImages,
  moveToAlbum,
  orderAlbumImages,
  orderAlbums,
  restoreAlbum,
  restoreImage,
  updateAlbum,
  updateImage,
} from '@site/shared/contracts/gallery';
import { formatLongDate } from '@site/shared/domain/dates';
import { sql } from 'kysely';
import { placeInAlbum } from '../../content/arrange-documents.ts';
import { changeDocument } from '../../content/write-document.ts';
import { toPhotoConsent } from '../../database/consent-queries.ts';
import type { ColumnsOf } from '../../database/content-store.ts';
import { DOCUMENT_KINDS } from '../../database/document-kinds.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import {
  type AlbumCover,
  type AlbumRow,
  findAlbumRow,
  findGalleryImageRow,
  findImageRowBySentHash,
  type GalleryImageRow,
  type ImagePageRequest,
  insertAlbum,
  listAlbumCovers,
  listAlbumRows,
  listGalleryImageRows,
  renameAlbum,
} from '../../database/gallery-queries.ts';
import { toDecorative, toImageColor } from '../../database/image-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import type { Database } from '../../database/schema/tables.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { hasMinimumRole, type Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';
import { mountTrash } from '../trash-endpoints.ts';

const toPhotoCard = (row: GalleryImageRow) => toCard('image', row, row.status === 'published', formatLongDate(row.created_at));

const toGalleryImage = (row: GalleryImageRow, imageUrls: ImageUrls, staff: Staff | null): GalleryImage => ({
  _id: row.id,
  title: row.title,
  url: imageUrls.getUrl({ id: row.picture_id, version: row.version, format: row.format }, row.status === 'published'),
  alt: row.alt,
  width: row.width,
  height: row.height,
  shareImage: getShareCardUrl(toPhotoCard(row)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  album: row.shown_album_id === null ? null : { _id: row.shown_album_id },
  published: row.status === 'published',
  focalX: row.focal_x,
  focalY: row.focal_y,
  color: toImageColor(row.color),
  isSample: row.is_sample === 1,
  ...toDecorative(row, staff),
  // Consent records contain names, so visitors do not receive them.
  ...(staff === null ? {} : { consent: toPhotoConsent(row), authorId: row.author_id }),
});

const toStatus = (isPublished: boolean): 'published' | 'draft' => (isPublished ? 'published' : 'draft');

const chooseAlbum = ({ album }: GalleryImageForm, current: GalleryImageRow | undefined): string | null =>
  album === undefined ? (current?.album_id ?? null) : album || null;

const checkAlbum = async (db: Database, albumId: string | null): Promise<void> => {
  if (albumId !== null && (await findAlbumRow(db, albumId)) === undefined) throw new ValidationError({ album: 'This album no longer exists' });
};

/** An image that is moved to another album has no position there yet. */
const getAlbumColumns = (albumId: string | null) => ({
  album_id: albumId,
  position: albumId === null ? 0 : sql<number>`case when album_id = ${albumId} then position else 0 end`,
});

export const mountGallery = (mount: Mount, services: Services): StoredKind => {
  const { db, revision, imageUrls, now } = services;

  const list = async (request: ImagePageRequest, caller: Staff | null) =>
    (await listGalleryImageRows(db, request)).map((row) => toGalleryImage(row, imageUrls, caller));

  mount(listPublishedImages, ({ query, caller }) => list({ ...toPageRequest(query, caller), status: 'published', at: query.at }, caller), { isCached: true });

  mount(
    listAlbumImages,
    async ({ params, query, caller }) => {
      const albumId = params.id ?? '';
      if ((await findAlbumRow(db, albumId)) === undefined) throw new NotFoundError('Album');
      return list({ ...toPageRequest(query, caller), albumId, at: query.at }, caller);
    },
    { isCached: true },
  );

  mount(listImages, ({ query, caller }) => {
    const request = { ...toPageRequest(query, caller), at: query.at, isWithoutAlt: query.missing === 'alt', isSample: query.sample === 'true' };
    return list(query.album === undefined ? request : { ...request, albumId: query.album === 'none' ? null : query.album }, caller);
  });

  const storedKind = mountContent(mount, services, {
    kind: galleryImageKind,
    endpoints: { get: getImage, create: createImage, update: updateImage, remove: deleteImage, restore: restoreImage },
    find: findGalleryImageRow,
    findBySentHash: findImageRowBySentHash,
    getOwnership: (row: GalleryImageRow) => ({ authorId: row.author_id, status: row.status }),
    // Contributors only upload images; editors publish them.
    getStatus: (form, current, staff) => toStatus(form.published ?? (current === undefined ? hasMinimumRole(staff, 'editor') : current.status === 'published')),
    getNewColumns: (staff) => ({ author_id: staff.id }) satisfies ColumnsOf<'gallery_images'>,
    getColumns: async ({ form, current, status }) => {
      const albumId = chooseAlbum(form, current);
      // If the form names no album, the image stays in its current album, even if that album is in the trash.
      if (form.album !== undefined) await checkAlbum(db, albumId);
      return { ...(current === undefined ? { album_id: albumId } : getAlbumColumns(albumId)), status };
    },
    toResponse: (row, staff, urls) => toGalleryImage(row, urls, staff),
    toCard: toPhotoCard,
  });

  mount(moveToAlbum, async ({ body, staff }) => {
    const ids = [...new Set(body.imageIds)];
    await revision.write(async (transaction, recordEffect) => {
      if (body.albumId !== null && (await findAlbumRow(transaction, body.albumId)) === undefined) throw new NotFoundError('Album');
      for (const id of ids) {
        // Throw inside the transaction: if one of the images is unknown, none of them are moved (API-15).
        if ((await findGalleryImageRow(transaction, id)) === undefined)
          throw new NotFoundError('Photo', 'One of the photos no longer exists. Nothing was moved.');
        const change = { columns: getAlbumColumns(body.albumId), by: staff.id, at: now(), whenRefused: 'make draft' } as const;
        await changeDocument({ db: transaction, recordEffect }, DOCUMENT_KINDS.image, id, change);
      }
    });
    const rows = await Promise.all(ids.map((id) => findGalleryImageRow(db, id)));
    return rows.filter((row) => row !== undefined).map((row) => toGalleryImage(row, imageUrls, staff));
  });
  return storedKind;
};

const toAlbum = (row: AlbumRow): Album => ({ _id: row.id, name: row.name });

const NAME_TAKEN_MESSAGE = 'An album with this name already exists';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? new ConflictError(`${NAME_TAKEN_MESSAGE}.`, { name: NAME_TAKEN_MESSAGE }) : reason;
};

const toStaffAlbum = (row: AlbumRow, cover: AlbumCover | undefined, imageUrls: ImageUrls): Album => ({
  ...toAlbum(row),
  count: Number(cover?.count ?? 0),
  cover: cover === undefined ? '' : imageUrls.getUrl({ id: cover.picture_id, version: cover.version, format: cover.format }, cover.status === 'published'),
});

export const mountAlbums = (mount: Mount, services: Services): void => {
  const { db, revision, imageUrls, now } = services;

  mount(
    listAlbums,
    async ({ caller }) => {
      const albums = await listAlbumRows(db);
      if (caller === null) return albums.map(toAlbum);
      const covers = new Map((await listAlbumCovers(db)).map((cover) => [cover.album_id, cover]));
      return albums.map((album) => toStaffAlbum(album, covers.get(album.id), imageUrls));
    },
    { isCached: true },
  );

  mount(getAlbum, async ({ params }) => toAlbum(requireFound(await findAlbumRow(db, params.id ?? ''), 'Album')), { isCached: true });

  mount(createAlbum, async ({ body }) => {
    const id = createId();
    const timestamp = now().toISOString();
    await revision
      .write(async (transaction) => {
        await insertAlbum(transaction, { id, name: body.name, createdAt: timestamp, updatedAt: timestamp });
      }, 'addition')
      .catch(explainConflict);
    return { _id: id, name: body.name };
  });

  mount(updateAlbum, async ({ params, body }) => {
    const current = requireFound(await findAlbumRow(db, params.id ?? ''), 'Album');
    const updatedAt = nextTimestamp(now(), current.updated_at);
    await revision
      .write(async (transaction) => {
        if (!(await renameAlbum(transaction, { id: current.id, name: body.name, updatedAt }))) throw new NotFoundError('Album');
      })
      .catch(explainConflict);
    return { _id: current.id, name: body.name };
  });

  mountTrash(mount, services, {
    table: 'albums',
    label: 'Album',
    endpoints: { remove: deleteAlbum, restore: restoreAlbum },
    find: findAlbumRow,
    toResponse: toAlbum,
  });

  mount(orderAlbumImages, async ({ params, body }) => {
    const ids = [...new Set(body.imageIds)];
    const album = await revision.write(async (transaction) => {
      const row = requireFound(await findAlbumRow(transaction, params.id ?? ''), 'Album');
      if (!(await placeInAlbum(transaction, row.id, ids)))
        throw new NotFoundError('Photo', 'One of the photos is no longer in this album. The order was not changed.');
      return row;
    });
    return toAlbum(album);
  });

  mount(orderAlbums, async ({ body }) => {
    await revision.write(async (transaction) => {
      const albums = await listAlbumRows(transaction);
      const requestedAlbumIds = new Set(body.albumIds);
      if ([...requestedAlbumIds].some((id) => !albums.some((album) => album.id === id)))
        throw new NotFoundError('Album', 'One of the albums no longer exists. The order was not changed.');
      const orderedAlbumIds = [...requestedAlbumIds, ...albums.map((album) => album.id).filter((id) => !requestedAlbumIds.has(id))];
      for (const [position, id] of orderedAlbumIds.entries()) await transaction.updateTable('albums').set({ position }).where('id', '=', id).execute();
    });
    return (await listAlbumRows(db)).map(toAlbum);
  });
};
