import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueueLimits } from '@site/shared/domain/fair-queue';
import { OverloadedError } from '../domain/errors.ts';

/** Jobs that fill a processor core, of one kind (password hashes, image renderings), that run at the same time. The other cores are for visitors. */
export const HEAVY_JOBS = availableParallelism() > 2 ? 2 : 1;

/** Creates a queue in which clients take turns. Throws an OverloadedError when too many jobs wait, and the reason of the signal if it is aborted before the job starts. */
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
