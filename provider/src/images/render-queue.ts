import { OverloadedError } from '../domain/errors.ts';
import { createProcessCounts } from '../limits/counts.ts';
import { createJobQueue, HEAVY_JOBS } from '../limits/heavy-jobs.ts';

export interface RenderLimits {
  /** Maximum concurrent renderings, both in total and per client. */
  readonly concurrency: number;
  readonly maxPending: number;
  readonly maxPendingPerClient: number;
  readonly maxPerClientPerHour: number;
}

export interface RenderClient {
  readonly key: string;
  /** Expected number of people who share the client's IP address. */
  readonly userCount: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** High enough for a school class behind one IP address to load every size of every image in the largest gallery. */
export const RENDER_LIMITS: RenderLimits = { concurrency: HEAVY_JOBS, maxPending: 1_000, maxPendingPerClient: 250, maxPerClientPerHour: 2_000 };

/** Creates a queue that alternates between clients, so that no client has to wait until all of another client's renderings are done. */
export const createRenderQueue = (limits: RenderLimits, now: () => Date) => {
  const { concurrency, maxPending, maxPendingPerClient, maxPerClientPerHour } = limits;
  const queue = createJobQueue({ slots: concurrency, slotsPerKey: concurrency, waiting: maxPending, waitingPerKey: maxPending });
  const startedJobs = createProcessCounts(now, HOUR_MS);
  const pendingByClient = new Map<string, number>();

  return {
    isIdle: (): boolean => queue.getLoad().running === 0,
    getLoad: queue.getLoad,
    /** Skips the job if the signal is aborted before the job starts. Throws if this client, or all clients together, have exceeded a limit. */
    run: async <T>({ key, userCount }: RenderClient, signal: AbortSignal, job: () => Promise<T>): Promise<T> => {
      startedJobs.check(key, maxPerClientPerHour * userCount);
      const pending = pendingByClient.get(key) ?? 0;
      if (pending >= maxPendingPerClient * userCount) throw new OverloadedError();
      pendingByClient.set(key, pending + 1);
      const start = (): Promise<T> => {
        startedJobs.add(key);
        return job();
      };
      try {
        return await queue.run(key, start, signal);
      } finally {
        const remainingCount = (pendingByClient.get(key) ?? 1) - 1;
        if (remainingCount === 0) pendingByClient.delete(key);
        else pendingByClient.set(key, remainingCount);
      }
    },
  };
};
