import { createAlbum, deleteAlbum, orderAlbumImages, orderAlbums, restoreAlbum, updateAlbum } from '@site/shared/contracts/gallery';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findAlbumRow, listAlbumRows } from '../../database/gallery-queries.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mountTrash } from '../mount-trash.ts';
import type { Services } from '../services.ts';
import { toAlbum } from './gallery-serializer.ts';

const NAME_TAKEN = 'Another album has this name already';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? new ConflictError(`${NAME_TAKEN}.`, { name: NAME_TAKEN }) : reason;
};

export const mountAlbumWrites = (mount: Mount, services: Services): void => {
  const { db, revision, now } = services;

  mount(createAlbum, async ({ body }) => {
    const id = createId();
    const moment = now().toISOString();
    await revision
      .write(async (transaction) => {
        const last = await transaction
          .selectFrom('albums')
          .select((expression) => expression.fn.max('position').as('position'))
          .executeTakeFirst();
        await transaction
          .insertInto('albums')
          .values({
            id,
            name: body.name,
            name_key: body.name.toLowerCase(),
            position: (last?.position ?? -1) + 1,
            is_sample: 0,
            created_at: moment,
            updated_at: moment,
          })
          .execute();
      })
      .catch(explainConflict);
    return { _id: id, name: body.name };
  });

  mount(updateAlbum, async ({ params, body }) => {
    const current = await findAlbumRow(db, params.id ?? '');
    if (current === undefined) throw new NotFoundError('Album');
    await revision
      .write(async (transaction) => {
        const result = await transaction
          .updateTable('albums')
          .set({ name: body.name, name_key: body.name.toLowerCase(), is_sample: 0, updated_at: nextTimestamp(now(), current.updated_at) })
          .where('id', '=', current.id)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) throw new NotFoundError('Album');
      })
      .catch(explainConflict);
    return { _id: current.id, name: body.name };
  });

  mountTrash(mount, services, {
    table: 'albums',
    name: 'Album',
    remove: deleteAlbum,
    restore: restoreAlbum,
    find: (id, place) => findAlbumRow(db, id, place),
    answer: toAlbum,
  });

  mount(orderAlbumImages, async ({ params, body }) => {
    const ids = [...new Set(body.imageIds)];
    const album = await revision.write(async (transaction) => {
      const row = await findAlbumRow(transaction, params.id ?? '');
      if (row === undefined) throw new NotFoundError('Album');
      // Those that are not named move behind; what nobody has placed stays at 0, before all.
      await transaction
        .updateTable('gallery_images')
        .set((expression) => ({ position: expression('position', '+', ids.length) }))
        .where('album_id', '=', row.id)
        .where('position', '>', 0)
        .execute();
      for (const [index, id] of ids.entries()) {
        const placed = await transaction
          .updateTable('gallery_images')
          .set({ position: index + 1 })
          .where('id', '=', id)
          .where('album_id', '=', row.id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (placed.numUpdatedRows === 0n) throw new NotFoundError('', 'One of the images is not in this album (any more). The order was not changed.');
      }
      return row;
    });
    return toAlbum(album);
  });

  mount(orderAlbums, async ({ body }) => {
    await revision.write(async (transaction) => {
      const albums = await listAlbumRows(transaction);
      const named = new Set(body.albumIds);
      if ([...named].some((id) => !albums.some((album) => album.id === id)))
        throw new NotFoundError('', 'One of the albums does not exist (any more). The order was not changed.');
      const ordered = [...named, ...albums.map((album) => album.id).filter((id) => !named.has(id))];
      for (const [position, id] of ordered.entries()) await transaction.updateTable('albums').set({ position }).where('id', '=', id).execute();
    });
    return (await listAlbumRows(db)).map(toAlbum);
  });
};
