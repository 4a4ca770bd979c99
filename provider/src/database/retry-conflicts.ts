import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isTransactionConflict } from './engine-errors.ts';
import type { Database, Tables } from './schema/tables.ts';

const ATTEMPTS = 6;
const MAX_FIRST_WAIT_MS = 10;

/**
 * Retries a transaction that the engine has rolled back because it conflicted with another one. Random delays keep the same two transactions from colliding
 * again.
 */
export const retryConflicts = async <T>(runTransaction: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction();
    } catch (reason) {
      if (!isTransactionConflict(reason) || attempt === ATTEMPTS) throw reason;
    }
    await setTimeout(Math.random() * MAX_FIRST_WAIT_MS * 2 ** attempt);
  }
};

export const runTransaction = <T>(db: Database, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
  retryConflicts(() => db.transaction().execute(work));
