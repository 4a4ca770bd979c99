import { findSimilarImages, findSuccessor, findUnlinkedCopies, setOrigin } from '../database/image-family.ts';
import type { StoredImage } from '../database/image-queries.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from './change-image.ts';
import { getStorageKey } from './image-server.ts';

type LinkServices = Pick<ContentServices, 'db' | 'stores'>;

/** Kept low, because linking a copy requires reading its file and all files that may be identical. */
const COPIES_PER_RUN = 5;

/**
 * Finds the origin of a copy: an image with an identical file, or else the current image of a document whose versions show the copy. If all identical files are
 * copies, only the document reveals which image is the origin.
 */
const findOrigin = async ({ db, stores }: LinkServices, copy: StoredImage): Promise<string> => {
  const bytes = await stores.originals.get(getStorageKey(copy));
  const identicalImages: StoredImage[] = [];
  for (const similarImage of bytes === null ? [] : await findSimilarImages(db, copy)) {
    const candidateBytes = await stores.originals.get(getStorageKey(similarImage));
    if (candidateBytes !== null && bytes?.equals(candidateBytes)) identicalImages.push(similarImage);
  }
  const original = identicalImages.find(({ is_copy }) => is_copy === 0) ?? (await findSuccessor(db, copy.id)) ?? identicalImages[0];
  if (original === undefined) return copy.id;
  return original.origin_id === copy.id ? original.id : (original.origin_id ?? original.id);
};

/** Links a few copies from earlier releases to their origins, so that a withdrawal reaches them. Returns the number of linked copies. */
export const linkCopies = async (services: LinkServices): Promise<number> => {
  const copies = await findUnlinkedCopies(services.db, COPIES_PER_RUN);
  for (const copy of copies) {
    const originId = await findOrigin(services, copy);
    await retryConflicts(() => setOrigin(services.db, copy.id, originId));
  }
  return copies.length;
};

export const linkAllCopies = async (services: LinkServices): Promise<void> => {
  while ((await linkCopies(services)) > 0);
};
