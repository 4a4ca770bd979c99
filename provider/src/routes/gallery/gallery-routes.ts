import { getAlbum, getImage, listAlbumImages, listAlbums, listImages, listPublishedImages } from '@site/shared/contracts/gallery';
import { toWindow } from '../../http/list-slice.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import { findAlbumRow, findImageRow, listAlbumCovers, listAlbumRows, listImageRows } from '../../repositories/gallery.ts';
import type { Services } from '../../services.ts';
import { mountAlbumWrites } from './album-write-routes.ts';
import { toAlbum, toGalleryImage, toStaffAlbum } from './gallery-answer.ts';
import { mountImageWrites } from './image-write-routes.ts';

export const mountGallery = (mount: Mount, services: Services): void => {
  const { db, addresses } = services;

  mount(
    listPublishedImages,
    async ({ query, staff }) => {
      const rows = await listImageRows(db, { ...toWindow(query, staff), status: 'published', at: query.at });
      return rows.map((row) => toGalleryImage(row, addresses));
    },
    { isCached: true },
  );

  mount(
    listAlbums,
    async ({ staff }) => {
      const albums = await listAlbumRows(db);
      if (staff === null) return albums.map(toAlbum);
      const covers = new Map((await listAlbumCovers(db)).map((cover) => [cover.album_id, cover]));
      return albums.map((album) => toStaffAlbum(album, covers.get(album.id), addresses));
    },
    { isCached: true },
  );

  mount(
    listAlbumImages,
    async ({ params, query, staff }) => {
      const albumId = params.id ?? '';
      if ((await findAlbumRow(db, albumId)) === undefined) throw notFound('Album');
      const rows = await listImageRows(db, { ...toWindow(query, staff), albumId, at: query.at });
      return rows.map((row) => toGalleryImage(row, addresses));
    },
    { isCached: true },
  );

  mount(
    getAlbum,
    async ({ params }) => {
      const row = await findAlbumRow(db, params.id ?? '');
      if (row === undefined) throw notFound('Album');
      return toAlbum(row);
    },
    { isCached: true },
  );

  mount(listImages, async ({ query, staff }) => {
    const rows = await listImageRows(db, { ...toWindow(query, staff), at: query.at });
    return rows.map((row) => toGalleryImage(row, addresses));
  });

  mount(
    getImage,
    async ({ params, staff }) => {
      const row = await findImageRow(db, params.id ?? '');
      if (row === undefined || (row.is_published === 0 && staff === null)) throw notFound('Image');
      return toGalleryImage(row, addresses);
    },
    { isCached: true },
  );

  mountImageWrites(mount, services);
  mountAlbumWrites(mount, services);
};
