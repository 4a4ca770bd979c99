import { correctRows, findOutdatedRows } from '../database/derived-columns.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from '../images/change-image.ts';

/** So few that other requests do not wait. */
const ROWS_PER_RUN = 250;

/** Computes the derived columns of rows that providers of another release have written. Raises the revision if lists or searches change. Returns the number of rows. */
export const repairDerivedColumns = async ({ db, revision }: Pick<ContentServices, 'db' | 'revision'>): Promise<number> => {
  const corrections = await findOutdatedRows(db, ROWS_PER_RUN);
  if (corrections.length === 0) return 0;
  const isVisible = corrections.some((correction) => correction.isVisible);
  if (isVisible) await revision.write((transaction) => correctRows(transaction, corrections));
  else await retryConflicts(() => db.transaction().execute((transaction) => correctRows(transaction, corrections)));
  return corrections.length;
};
