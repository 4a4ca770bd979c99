import { describeImages } from '../database/describe-images.ts';
import { hasWaiting } from '../database/queues.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import { readChangedTexts } from '../database/text-images.ts';
import type { ContentServices } from '../images/change-image.ts';

/** So few that other requests do not wait. */
const ROWS_PER_RUN = 100;

/**
 * Reads which images texts show that a provider of another release, a migration or a restore has written, and describes images by what shows them. Raises the revision if there
 * were any, because who may see an image depends on it. Returns their number.
 */
export const readImageTexts = async ({ db, revision }: Pick<ContentServices, 'db' | 'revision'>): Promise<number> => {
  const undescribed = db.selectFrom('pictures').select('id').where('alt_key', 'is', null).limit(1);
  if (!(await hasWaiting(db, 'text_image_queue')) && (await undescribed.executeTakeFirst()) === undefined) return 0;
  const count = await retryConflicts(() =>
    db
      .transaction()
      .execute(async (transaction) => (await readChangedTexts(transaction, ROWS_PER_RUN)).count + (await describeImages(transaction, ROWS_PER_RUN))),
  );
  if (count > 0) await revision.write(async () => undefined, 'addition');
  return count;
};
