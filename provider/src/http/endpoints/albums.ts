import {
  type Album,
  createAlbum,
  deleteAlbum,
  getAlbum,
  listAlbums,
  orderAlbumImages,
  orderAlbums,
  restoreAlbum,
  updateAlbum,
} from '@site/shared/contracts/gallery';
import { placeInAlbum } from '../../content/arrange-documents.ts';
import { insertAlbum, renameAlbum } from '../../database/album-writes.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { type AlbumCover, type AlbumRow, findAlbumRow, listAlbumCovers, listAlbumRows } from '../../database/gallery-queries.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { mountTrash } from '../trash-endpoints.ts';

const toAlbum = (row: AlbumRow): Album => ({ _id: row.id, name: row.name });

const NAME_TAKEN = 'Another album has this name already';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? new ConflictError(`${NAME_TAKEN}.`, { name: NAME_TAKEN }) : reason;
};

/** For staff: with the number of its images and its first image. */
const toStaffAlbum = (row: AlbumRow, cover: AlbumCover | undefined, imageUrls: ImageUrls): Album => ({
  ...toAlbum(row),
  count: Number(cover?.count ?? 0),
  cover: cover === undefined ? '' : imageUrls.getUrl({ id: cover.picture_id, version: cover.version, format: cover.format }, cover.status === 'published'),
});

export const mountAlbums = (mount: Mount, services: Services): void => {
  const { db, revision, imageUrls, now } = services;

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
    getAlbum,
    async ({ params }) => {
      const row = await findAlbumRow(db, params.id ?? '');
      if (row === undefined) throw new NotFoundError('Album');
      return toAlbum(row);
    },
    { isCached: true },
  );

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
    const current = await findAlbumRow(db, params.id ?? '');
    if (current === undefined) throw new NotFoundError('Album');
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
      const row = await findAlbumRow(transaction, params.id ?? '');
      if (row === undefined) throw new NotFoundError('Album');
      if (!(await placeInAlbum(transaction, row.id, ids)))
        throw new NotFoundError('Image', 'One of the images is not in this album (any more). The order was not changed.');
      return row;
    });
    return toAlbum(album);
  });

  mount(orderAlbums, async ({ body }) => {
    await revision.write(async (transaction) => {
      const albums = await listAlbumRows(transaction);
      const named = new Set(body.albumIds);
      if ([...named].some((id) => !albums.some((album) => album.id === id)))
        throw new NotFoundError('Album', 'One of the albums does not exist (any more). The order was not changed.');
      const ordered = [...named, ...albums.map((album) => album.id).filter((id) => !named.has(id))];
      for (const [position, id] of ordered.entries()) await transaction.updateTable('albums').set({ position }).where('id', '=', id).execute();
    });
    return (await listAlbumRows(db)).map(toAlbum);
  });
};
