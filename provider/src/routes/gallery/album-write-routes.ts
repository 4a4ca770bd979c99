import { createAlbum, deleteAlbum, updateAlbum } from '@site/shared/contracts/gallery-form';
import { nextMoment } from '../../content/write-rules.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { createId } from '../../database/ids.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { conflict, notFound } from '../../http/refusal.ts';
import { findAlbumRow } from '../../repositories/gallery.ts';
import type { Services } from '../../services.ts';

const NAME_TAKEN = 'Another album has this name already';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? conflict(`${NAME_TAKEN}.`, { name: NAME_TAKEN }) : reason;
};

export const mountAlbumWrites = (mount: Mount, { db, revision, now }: Services): void => {
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
    if (current === undefined) throw notFound('Album');
    await revision
      .write(async (transaction) => {
        const result = await transaction
          .updateTable('albums')
          .set({ name: body.name, name_key: body.name.toLowerCase(), is_sample: 0, updated_at: nextMoment(now(), current.updated_at) })
          .where('id', '=', current.id)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) throw notFound('Album');
      })
      .catch(explainConflict);
    return { _id: current.id, name: body.name };
  });

  mount(deleteAlbum, async ({ params }) => {
    const id = params.id ?? '';
    await revision.write(async (transaction) => {
      // The images stay, without an album.
      const result = await transaction.deleteFrom('albums').where('id', '=', id).executeTakeFirst();
      if (result.numDeletedRows === 0n) throw notFound('Album');
    });
    return { _id: id };
  });
};
