import type { Kysely } from 'kysely';
import { findStoredImage } from '../database/image-queries.ts';
import { UPLOADED_IN } from '../database/library-tables.ts';
import type { Tables } from '../database/schema.ts';
import { createId } from '../domain/ids.ts';
import type { ContentServices, ImageChange } from './change-image.ts';
import { getStorageKey } from './image-server.ts';

/** A copy of an image that is about to be replaced under its id, for the versions that show it. Null when there is no file. */
export const planKeptImage = async (
  { db, stores }: ContentServices,
  currentId: string,
): Promise<(Pick<ImageChange, 'apply' | 'undo'> & { readonly imageId: string }) | null> => {
  const current = await findStoredImage(db, currentId);
  const bytes = current === undefined ? null : await stores.originals.get(getStorageKey(current));
  if (current === undefined || bytes === null) return null;
  const copy = {
    ...current,
    id: createId(),
    version: 1,
    reserved_version: 0,
    is_copy: 1 as const,
    origin_id: current.origin_id ?? current.id,
    // It is there for versions alone, and goes with the last of them.
    is_in_text: UPLOADED_IN.document,
    uploaded_by: null,
    upload_hash: null,
    trashed_at: null,
  };
  const key = getStorageKey(copy);
  await stores.originals.put(key, bytes);
  return {
    imageId: copy.id,
    apply: async (transaction: Kysely<Tables>) => {
      await transaction.insertInto('pictures').values(copy).execute();
    },
    undo: () => stores.originals.remove(key),
  };
};
