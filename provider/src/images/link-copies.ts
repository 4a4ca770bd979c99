import { findSimilarImages, findSuccessor, findUnlinkedCopies, setOrigin } from '../database/image-family.ts';
import type { StoredImage } from '../database/image-queries.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from './change-image.ts';
import { getStorageKey } from './image-server.ts';

type LinkServices = Pick<ContentServices, 'db' | 'stores'>;

/** Each copy requires reading its file and all files that may be the same. */
const COPIES_PER_RUN = 5;

/**
 * Finds the origin of a copy: an image with the same file, otherwise the current image of a document whose versions show the copy. If a file existed twice,
 * neither of its copies comes from the other, so the document decides.
 */
const findOrigin = async ({ db, stores }: LinkServices, copy: StoredImage): Promise<string> => {
  const bytes = await stores.originals.get(getStorageKey(copy));
  const same: StoredImage[] = [];
  for (const similar of bytes === null ? [] : await findSimilarImages(db, copy)) {
    const other = await stores.originals.get(getStorageKey(similar));
    if (other !== null && bytes?.equals(other)) same.push(similar);
  }
  const original = same.find(({ is_copy }) => is_copy === 0) ?? (await findSuccessor(db, copy.id)) ?? same[0];
  if (original === undefined) return copy.id;
  return original.origin_id === copy.id ? original.id : (original.origin_id ?? original.id);
};

/** Links some copies that earlier releases have stored to their origins, so that a withdrawal reaches the copies. Returns their number. */
export const linkCopies = async (services: LinkServices): Promise<number> => {
  const copies = await findUnlinkedCopies(services.db, COPIES_PER_RUN);
  for (const copy of copies) {
    const originId = await findOrigin(services, copy);
    await retryConflicts(() => setOrigin(services.db, copy.id, originId));
  }
  return copies.length;
};

/** Links all copies, before a withdrawal. */
export const linkAllCopies = async (services: LinkServices): Promise<void> => {
  while ((await linkCopies(services)) > 0);
};
