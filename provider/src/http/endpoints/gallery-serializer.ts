import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import type { AlbumCover, AlbumRow, GalleryImageRow } from '../../database/gallery-queries.ts';
import type { ImageUrls } from '../../images/image-urls.ts';

/** A row as the contract names it (DATA-04). */
export const toGalleryImage = (row: GalleryImageRow, imageUrls: ImageUrls): GalleryImage => ({
  _id: row.id,
  title: row.title,
  url: imageUrls.getUrl({ id: row.picture_id, version: row.version, format: row.format }, row.is_published === 1),
  alt: row.alt,
  width: row.width,
  height: row.height,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  album: row.shown_album_id === null ? null : { _id: row.shown_album_id },
  published: row.is_published === 1,
  focalX: row.focal_x,
  focalY: row.focal_y,
  isSample: row.is_sample === 1,
});

export const toAlbum = (row: AlbumRow): Album => ({ _id: row.id, name: row.name });

/** For lists of staff: with the number of its images and the first one of them. */
export const toStaffAlbum = (row: AlbumRow, cover: AlbumCover | undefined, imageUrls: ImageUrls): Album => ({
  ...toAlbum(row),
  count: Number(cover?.count ?? 0),
  cover: cover === undefined ? '' : imageUrls.getUrl({ id: cover.picture_id, version: cover.version, format: cover.format }, cover.is_published === 1),
});
