import { setImmediate } from 'node:timers/promises';
import { correctRows, findOutdatedRows } from '../database/derived-columns.ts';
import { findImagesWithoutColor, setImageColor } from '../database/image-queries.ts';
import { describeImages } from '../database/library-queries.ts';
import { indexChangedRows } from '../database/public-documents.ts';
import { hasQueuedDocuments } from '../database/queues.ts';
import { retryConflicts, runTransaction } from '../database/retry-conflicts.ts';
import { indexChangedTexts } from '../database/text-images.ts';
import type { ContentServices } from '../images/change-image.ts';
import { getStorageKey } from '../images/image-server.ts';
import { readDominantColor } from '../images/render-image.ts';

/** Kept low so that backfills do not delay other requests. */
const ROWS_PER_RUN = { derivedColumns: 250, imageTexts: 100, imageColors: 5, publicContent: 20 };
/** Maximum number of rows to index before the public search results are refreshed. */
const PUBLIC_ROWS = 2000;

type BackfillServices = Pick<ContentServices, 'db' | 'revision' | 'stores'>;

/** Computes the derived columns of rows that another release wrote. Raises the revision if lists or searches change. Returns the number of rows. */
export const repairDerivedColumns = async ({ db, revision }: Omit<BackfillServices, 'stores'>): Promise<number> => {
  const corrections = await findOutdatedRows(db, ROWS_PER_RUN.derivedColumns);
  if (corrections.length === 0) return 0;
  const isVisible = corrections.some((correction) => correction.isVisible);
  if (isVisible) await revision.write((transaction) => correctRows(transaction, corrections));
  else await runTransaction(db, (transaction) => correctRows(transaction, corrections));
  return corrections.length;
};

/**
 * Adds rows written by another release, a migration or a restore to the public search index. Raises the revision if there were any. Returns the number of rows.
 */
export const indexPublicContent = async ({ db, revision }: Omit<BackfillServices, 'stores'>, signal?: AbortSignal): Promise<number> => {
  let indexedCount = 0;
  while (signal?.aborted !== true && indexedCount < PUBLIC_ROWS && (await hasQueuedDocuments(db, 'search_queue'))) {
    const { count } = await runTransaction(db, (transaction) => indexChangedRows(transaction, ROWS_PER_RUN.publicContent));
    indexedCount += count;
    await setImmediate();
  }
  if (indexedCount > 0) await revision.write(async () => undefined, 'addition');
  return indexedCount;
};

/**
 * Determines the dominant colours of images stored by earlier releases. Pages show the colours after the next content change, because they do not justify
 * raising the revision. Returns the number of images.
 */
export const backfillImageColors = async ({ db, stores }: Omit<BackfillServices, 'revision'>): Promise<number> => {
  const images = await findImagesWithoutColor(db, ROWS_PER_RUN.imageColors);
  for (const image of images) {
    const original = await stores.originals.get(getStorageKey(image));
    // A missing or damaged file gets an empty colour, so that it is not read again.
    const color = original === null ? '' : await readDominantColor(original).catch(() => '');
    await retryConflicts(() => setImageColor(db, image, color));
  }
  return images.length;
};

/**
 * Indexes the images in texts written by another release, a migration or a restore, and fills in missing alternative texts from documents. Raises the revision
 * if there were any, because access to an image depends on its uses. Returns the number of rows.
 */
export const readImageTexts = async ({ db, revision }: Omit<BackfillServices, 'stores'>): Promise<number> => {
  const imagesWithoutAltKey = db.selectFrom('pictures').select('id').where('alt_key', 'is', null).limit(1);
  if (!(await hasQueuedDocuments(db, 'text_image_queue')) && (await imagesWithoutAltKey.executeTakeFirst()) === undefined) return 0;
  const count = await runTransaction(db, async (transaction) => {
    const texts = await indexChangedTexts(transaction, ROWS_PER_RUN.imageTexts);
    return texts.count + (await describeImages(transaction, ROWS_PER_RUN.imageTexts));
  });
  if (count > 0) await revision.write(async () => undefined, 'addition');
  return count;
};
