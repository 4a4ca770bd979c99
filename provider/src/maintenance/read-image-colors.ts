import { findImagesWithoutColor, setImageColor } from '../database/image-queries.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from '../images/change-image.ts';
import { readDominantColor } from '../images/dominant-color.ts';
import { getStorageKey } from '../images/image-server.ts';

/** Reading a large one takes a core for a twentieth of a second. */
const IMAGES_PER_RUN = 5;

/**
 * Reads the dominant colours of images that releases have stored which do not know them. Pages get them with the next change of any content: nobody waits for a colour.
 * Returns the number of images.
 */
export const readImageColors = async ({ db, stores }: Pick<ContentServices, 'db' | 'stores'>): Promise<number> => {
  const images = await findImagesWithoutColor(db, IMAGES_PER_RUN);
  for (const image of images) {
    const original = await stores.originals.get(getStorageKey(image));
    // Of a file that is missing or damaged nobody can see more.
    const color = original === null ? '' : await readDominantColor(original).catch(() => '');
    await retryConflicts(() => setImageColor(db, image, color));
  }
  return images.length;
};
