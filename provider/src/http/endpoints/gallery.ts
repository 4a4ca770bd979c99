import {
  createImage,
  deleteImage,
  type GalleryImage,
  type GalleryImageForm,
  galleryImageKind,
  getImage,
  listAlbumImages,
  listImages,
  listPublishedImages,
  moveToAlbum,
  restoreImage,
  updateImage,
} from '@site/shared/contracts/gallery';
import { formatLongDate } from '@site/shared/domain/dates';
import { type Kysely, sql } from 'kysely';
import { changeDocument } from '../../content/write-document.ts';
import { toPhotoConsent } from '../../database/consent-queries.ts';
import type { ColumnsOf } from '../../database/content-store.ts';
import { DOCUMENT_KINDS } from '../../database/document-kinds.ts';
import { findAlbumRow, findGalleryImageRow, findSentImageRow, type GalleryImageRow, listGalleryImageRows } from '../../database/gallery-queries.ts';
import { toDecorative, toImageColor } from '../../database/image-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import type { Tables } from '../../database/schema.ts';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { isAtLeast, requireStaff, type Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const toPhotoCard = (row: GalleryImageRow) => toCard('image', row, row.status === 'published', formatLongDate(row.created_at));

/** A row as the contract names it (DATA-04). */
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
  // It names people.
  ...(staff === null ? {} : { consent: toPhotoConsent(row), authorId: row.author_id }),
});

const toStatus = (isPublished: boolean): 'published' | 'draft' => (isPublished ? 'published' : 'draft');

const chooseAlbum = ({ album }: GalleryImageForm, current: GalleryImageRow | undefined): string | null =>
  album === undefined ? (current?.album_id ?? null) : album || null;

const checkAlbum = async (db: Kysely<Tables>, albumId: string | null): Promise<void> => {
  if (albumId !== null && (await findAlbumRow(db, albumId)) === undefined) throw new ValidationError({ album: 'This album does not exist (any more)' });
};

/** An image that moves to another album has no position there yet. */
const getAlbumColumns = (albumId: string | null) => ({
  album_id: albumId,
  position: albumId === null ? 0 : sql<number>`case when album_id = ${albumId} then position else 0 end`,
});

export const mountGallery = (mount: Mount, services: Services): StoredKind => {
  const { db, revision, imageUrls, now } = services;

  mount(
    listPublishedImages,
    async ({ query, staff }) => {
      const rows = await listGalleryImageRows(db, { ...toPageRequest(query, staff), status: 'published', at: query.at });
      return rows.map((row) => toGalleryImage(row, imageUrls, staff));
    },
    { isCached: true },
  );

  mount(
    listAlbumImages,
    async ({ params, query, staff }) => {
      const albumId = params.id ?? '';
      if ((await findAlbumRow(db, albumId)) === undefined) throw new NotFoundError('Album');
      const rows = await listGalleryImageRows(db, { ...toPageRequest(query, staff), albumId, at: query.at });
      return rows.map((row) => toGalleryImage(row, imageUrls, staff));
    },
    { isCached: true },
  );

  mount(listImages, async ({ query, staff }) => {
    const rows = await listGalleryImageRows(db, {
      ...toPageRequest(query, staff),
      at: query.at,
      isWithoutAlt: query.missing === 'alt',
      isSample: query.sample === 'true',
      ...(query.album === undefined ? {} : { albumId: query.album === 'none' ? null : query.album }),
    });
    return rows.map((row) => toGalleryImage(row, imageUrls, staff));
  });

  const stored = mountContent(mount, services, {
    kind: galleryImageKind,
    endpoints: { get: getImage, create: createImage, update: updateImage, remove: deleteImage, restore: restoreImage },
    find: findGalleryImageRow,
    findSent: findSentImageRow,
    getOwnership: (row: GalleryImageRow) => ({ authorId: row.author_id, status: row.status }),
    // Contributors upload images, and editors publish them.
    getStatus: (form, current, staff) => toStatus(form.published ?? (current === undefined ? isAtLeast(staff, 'editor') : current.status === 'published')),
    getNewColumns: (staff) => ({ author_id: staff.id }) satisfies ColumnsOf<'gallery_images'>,
    getColumns: async ({ form, current, status }) => {
      const albumId = chooseAlbum(form, current);
      await checkAlbum(db, albumId);
      return { ...(current === undefined ? { album_id: albumId } : getAlbumColumns(albumId)), status };
    },
    toResponse: (row, staff, urls) => toGalleryImage(row, urls, staff),
    toCard: toPhotoCard,
  });

  mount(moveToAlbum, async ({ body, staff }) => {
    const ids = [...new Set(body.imageIds)];
    await revision.write(async (transaction, note) => {
      if (body.albumId !== null && (await findAlbumRow(transaction, body.albumId)) === undefined) throw new NotFoundError('Album');
      for (const id of ids) {
        // Thrown inside the transaction: if one image is unknown, none is moved (API-15).
        if ((await findGalleryImageRow(transaction, id)) === undefined)
          throw new NotFoundError('Image', 'One of the images does not exist (any more). Nothing was moved.');
        const change = { columns: getAlbumColumns(body.albumId), by: requireStaff(staff).id, at: now(), whenRefused: 'make draft' } as const;
        await changeDocument({ db: transaction, note }, DOCUMENT_KINDS.image, id, change);
      }
    });
    const rows = await Promise.all(ids.map((id) => findGalleryImageRow(db, id)));
    return rows.filter((row) => row !== undefined).map((row) => toGalleryImage(row, imageUrls, staff));
  });
  return stored;
};
