import { findSimilarImages, findSuccessor, findUnlinkedCopies, setOrigin } from '../database/image-family.ts';
import type { StoredImage } from '../database/image-queries.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from './change-image.ts';
import { getStorageKey } from './image-server.ts';

type LinkServices = Pick<ContentServices, 'db' | 'stores'>;

/** Each reads its file, and those that may be the same. */
const COPIES_PER_RUN = 5;

/**
 * An image with the same file, otherwise the one that a document has now whose versions show the copy. Among two copies of a file that was there twice, neither comes from
 * the other: then the document decides.
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

/** Says of some copies of images, which earlier releases have stored, what they are copies of: a withdrawal reaches them. Returns their number. */
export const linkCopies = async (services: LinkServices): Promise<number> => {
  const copies = await findUnlinkedCopies(services.db, COPIES_PER_RUN);
  for (const copy of copies) {
    const originId = await findOrigin(services, copy);
    await retryConflicts(() => setOrigin(services.db, copy.id, originId));
  }
  return copies.length;
};

/** The same for all of them: before a withdrawal. */
export const linkAllCopies = async (services: LinkServices): Promise<void> => {
  while ((await linkCopies(services)) > 0);
};
