import type { Kysely } from 'kysely';
import { getSearchColumns } from './derived-columns.ts';
import type { Tables, Timestamp } from './schema.ts';

interface NewAlbum {
  readonly id: string;
  readonly name: string;
  /** Default: after all others. */
  readonly position?: number;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export const insertAlbum = async (db: Kysely<Tables>, { id, name, position, createdAt, updatedAt }: NewAlbum): Promise<void> => {
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

/** False when there is no such album outside the trash. */
export const renameAlbum = async (
  db: Kysely<Tables>,
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
