import { findSimilarImages, findSuccessor, findUnlinkedCopies, setOrigin } from '../database/image-family.ts';
import type { StoredImage } from '../database/image-queries.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from '../images/change-image.ts';
import { getStorageKey } from '../images/image-server.ts';

type LinkServices = Pick<ContentServices, 'db' | 'stores'>;

/** Each reads its file, and those that may be the same. */
const COPIES_PER_RUN = 5;

/** The image with the same file; otherwise the one that a document has now whose versions show the copy. */
const findOrigin = async ({ db, stores }: LinkServices, copy: StoredImage): Promise<string> => {
  const bytes = await stores.originals.get(getStorageKey(copy));
  for (const similar of bytes === null ? [] : await findSimilarImages(db, copy)) {
    const other = await stores.originals.get(getStorageKey(similar));
    if (other !== null && bytes?.equals(other)) return similar.origin_id ?? similar.id;
  }
  const successor = await findSuccessor(db, copy.id);
  return successor === undefined ? copy.id : (successor.origin_id ?? successor.id);
};

/** Says of copies of images, which earlier releases have stored, what they are copies of: a withdrawal reaches them. Returns their number. */
export const linkCopies = async (services: LinkServices): Promise<number> => {
  const copies = await findUnlinkedCopies(services.db, COPIES_PER_RUN);
  for (const copy of copies) {
    const originId = await findOrigin(services, copy);
    await retryConflicts(() => setOrigin(services.db, copy.id, originId));
  }
  return copies.length;
};
