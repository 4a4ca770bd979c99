import { listAlbumImages, listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import { findAlbumRow, listAlbumRows, listImageRows } from '../../repositories/gallery.ts';
import type { Services } from '../../services.ts';
import { toAlbum, toGalleryImage } from './gallery-answer.ts';

export const mountGallery = (mount: Mount, { db, addresses }: Services): void => {
  mount(
    listPublishedImages,
    async () => {
      const rows = await listImageRows(db, { isPublishedOnly: true });
      return rows.map((row) => toGalleryImage(row, addresses));
    },
    { isCached: true },
  );

  mount(listAlbums, async () => (await listAlbumRows(db)).map(toAlbum), { isCached: true });

  mount(
    listAlbumImages,
    async ({ params, staff }) => {
      const albumId = params.id ?? '';
      if ((await findAlbumRow(db, albumId)) === undefined) throw notFound('Album');
      const rows = await listImageRows(db, { albumId, isPublishedOnly: staff === null });
      return rows.map((row) => toGalleryImage(row, addresses));
    },
    { isCached: true },
  );
};
