import { getAlbum, getImage, listAlbumImages, listAlbums, listImages, listPublishedImages } from '@site/shared/contracts/gallery';
import { findAlbumRow, findGalleryImageRow, listAlbumCovers, listAlbumRows, listGalleryImageRows } from '../../database/gallery-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { mountAlbumWrites } from './albums.ts';
import { toAlbum, toGalleryImage, toStaffAlbum } from './gallery-serializer.ts';
import { mountImageWrites } from './gallery-writes.ts';

export const mountGallery = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

  mount(
    listPublishedImages,
    async ({ query, staff }) => {
      const rows = await listGalleryImageRows(db, { ...toPageRequest(query, staff), status: 'published', at: query.at });
      return rows.map((row) => toGalleryImage(row, imageUrls));
    },
    { isCached: true },
  );

  mount(
    listAlbums,
    async ({ staff }) => {
      const albums = await listAlbumRows(db);
      if (staff === null) return albums.map(toAlbum);
      const covers = new Map((await listAlbumCovers(db)).map((cover) => [cover.album_id, cover]));
      return albums.map((album) => toStaffAlbum(album, covers.get(album.id), imageUrls));
    },
    { isCached: true },
  );

  mount(
    listAlbumImages,
    async ({ params, query, staff }) => {
      const albumId = params.id ?? '';
      if ((await findAlbumRow(db, albumId)) === undefined) throw new NotFoundError('Album');
      const rows = await listGalleryImageRows(db, { ...toPageRequest(query, staff), albumId, at: query.at });
      return rows.map((row) => toGalleryImage(row, imageUrls));
    },
    { isCached: true },
  );

  mount(
    getAlbum,
    async ({ params }) => {
      const row = await findAlbumRow(db, params.id ?? '');
      if (row === undefined) throw new NotFoundError('Album');
      return toAlbum(row);
    },
    { isCached: true },
  );

  mount(listImages, async ({ query, staff }) => {
    const rows = await listGalleryImageRows(db, { ...toPageRequest(query, staff), at: query.at });
    return rows.map((row) => toGalleryImage(row, imageUrls));
  });

  mount(
    getImage,
    async ({ params, staff }) => {
      const row = await findGalleryImageRow(db, params.id ?? '');
      if (row === undefined || (row.is_published === 0 && staff === null)) throw new NotFoundError('Image');
      return toGalleryImage(row, imageUrls);
    },
    { isCached: true },
  );

  mountImageWrites(mount, services);
  mountAlbumWrites(mount, services);
};
