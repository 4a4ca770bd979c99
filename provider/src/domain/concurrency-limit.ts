import pLimit from 'p-limit';
import { OverloadedError } from './errors.ts';

/** Runs a few jobs at once and queues a few more; beyond that, throws an OverloadedError. */
export interface ConcurrencyLimit {
  run<T>(job: () => Promise<T>): Promise<T>;
  isIdle(): boolean;
}

export const createConcurrencyLimit = (concurrency: number, maxPending: number): ConcurrencyLimit => {
  const limit = pLimit(concurrency);
  const countUnfinished = (): number => limit.activeCount + limit.pendingCount;
  return {
    run: async (job) => {
      if (countUnfinished() >= concurrency + maxPending) throw new OverloadedError();
      return limit(job);
    },
    isIdle: () => countUnfinished() === 0,
  };
};
