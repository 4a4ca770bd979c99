import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueueLimits } from '@site/shared/domain/fair-queue';
import { OverloadedError } from '../domain/errors.ts';

/** Maximum number of concurrent jobs of one kind (password hashes, image renderings) that each use a whole CPU core. The other cores are for visitors. */
export const HEAVY_JOBS = availableParallelism() > 2 ? 2 : 1;

/** Creates a queue that alternates between clients. Throws an OverloadedError if too many jobs wait, or the signal's reason if it aborts before the start. */
export const createJobQueue = (limits: FairQueueLimits) => {
  const queue = createFairQueue(limits);
  return {
    getLoad: queue.getLoad,
    run: async <T>(client: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      const leave = await queue.enter(client, signal).catch(() => {
        signal?.throwIfAborted();
        throw new OverloadedError();
      });
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
};
