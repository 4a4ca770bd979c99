import { setImmediate } from 'node:timers/promises';
import { indexChangedRows } from '../database/public-documents.ts';
import { hasWaiting } from '../database/queues.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { ContentServices } from '../images/change-image.ts';

/** So few that other requests do not wait. */
const ROWS_PER_TRANSACTION = 20;
/** After so many, the index is shown as far as it is. */
const ROWS_PER_RUN = 2000;

/** Writes the documents of the public search for rows that providers of another release, a migration or a restore have written. Raises the revision if there were any. Returns their number. */
export const indexPublicContent = async ({ db, revision }: Pick<ContentServices, 'db' | 'revision'>): Promise<number> => {
  let indexed = 0;
  while (indexed < ROWS_PER_RUN) {
    if (!(await hasWaiting(db, 'search_queue'))) break;
    const { count } = await retryConflicts(() => db.transaction().execute((transaction) => indexChangedRows(transaction, ROWS_PER_TRANSACTION)));
    indexed += count;
    await setImmediate();
  }
  if (indexed > 0) await revision.write(async () => undefined, 'addition');
  return indexed;
};
