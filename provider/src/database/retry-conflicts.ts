import { setTimeout } from 'node:timers/promises';
import { isTransactionConflict } from './engine-errors.ts';

const ATTEMPTS = 6;
const LONGEST_FIRST_WAIT_MS = 10;

/** Repeats a transaction that the engine has ended in favour of another one: nothing of it was stored. The waits are random, so that the same two do not meet again. */
export const retryConflicts = async <T>(runTransaction: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction();
    } catch (reason) {
      if (!isTransactionConflict(reason) || attempt === ATTEMPTS) throw reason;
    }
    await setTimeout(Math.random() * LONGEST_FIRST_WAIT_MS * 2 ** attempt);
  }
};
