import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueueLimits } from '@site/shared/domain/fair-queue';
import { OverloadedError } from '../domain/errors.ts';

/**
 * Maximum number of concurrent jobs of the same kind (password hashes or image renderings), each of which uses a whole CPU core. The other cores are left for
 * visitors.
 */
export const HEAVY_JOBS = availableParallelism() > 2 ? 2 : 1;

/**
 * Creates a queue that alternates between clients. Throws an OverloadedError if too many jobs are waiting, or the signal's reason if the signal is aborted
 * before the job starts.
 */
export const createJobQueue = (limits: FairQueueLimits) => {
  const queue = createFairQueue(limits);
  return {
    getLoad: queue.getLoad,
    run: async <T>(client: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      const leaveQueue = await queue.enter(client, signal).catch(() => {
        signal?.throwIfAborted();
        throw new OverloadedError();
      });
      try {
        return await job();
      } finally {
        leaveQueue();
      }
    },
  };
};
