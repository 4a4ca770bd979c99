import { createFairQueue } from '@site/shared/domain/fair-queue';
import { LRUCache } from 'lru-cache';
import { OverloadedError, RateLimitedError } from '../domain/errors.ts';
import { HEAVY_JOBS } from '../domain/heavy-jobs.ts';

export interface RenderLimits {
  /** Concurrent renderings, for all clients together and for each client. Other clients wait for no more than these. */
  readonly concurrency: number;
  readonly maxPending: number;
  readonly maxPendingPerClient: number;
  readonly maxPerClientAndHour: number;
}

export interface RenderClient {
  /** Identifies one client; see `getAddressKey`. */
  readonly key: string;
  /** The expected number of people behind the client. */
  readonly people: number;
}

/** Remembering more clients would be of no use, and each takes a few hundred bytes. */
const MAX_CLIENTS = 10_000;
const HOUR_MS = 60 * 60 * 1000;

/** Allows a class behind one address to see all images and sizes of the largest gallery. */
export const RENDER_LIMITS: RenderLimits = { concurrency: HEAVY_JOBS, maxPending: 1_000, maxPendingPerClient: 250, maxPerClientAndHour: 2_000 };

/** Creates a queue in which clients take turns, so that no client waits behind all renderings that another client has requested. */
export const createRenderQueue = (limits: RenderLimits, now: () => Date) => {
  const { concurrency, maxPending, maxPendingPerClient, maxPerClientAndHour } = limits;
  const queue = createFairQueue({ places: concurrency, placesPerKey: concurrency, waiting: maxPending, waitingPerKey: maxPending });
  const createClient = () => ({ unfinished: 0, used: 0, hourEndsAt: now().getTime() + HOUR_MS });
  const clients = new LRUCache<string, ReturnType<typeof createClient>>({ max: MAX_CLIENTS });

  const getClient = (key: string) => {
    const client = clients.get(key) ?? createClient();
    if (client.hourEndsAt <= now().getTime()) Object.assign(client, { used: 0, hourEndsAt: now().getTime() + HOUR_MS });
    clients.set(key, client);
    return client;
  };

  return {
    isIdle: (): boolean => queue.getLoad().running === 0,
    getLoad: queue.getLoad,
    /** Skips the job if the signal is aborted before the job starts. Throws if the client, or all clients together, have requested too much. */
    run: async <T>({ key, people }: RenderClient, signal: AbortSignal, job: () => Promise<T>): Promise<T> => {
      const client = getClient(key);
      if (client.used >= maxPerClientAndHour * people) throw new RateLimitedError((client.hourEndsAt - now().getTime()) / 1000);
      if (client.unfinished >= maxPendingPerClient * people) throw new OverloadedError();
      client.unfinished += 1;
      try {
        const leave = await queue.enter(key, signal).catch(() => {
          signal.throwIfAborted();
          throw new OverloadedError();
        });
        try {
          client.used += 1;
          return await job();
        } finally {
          leave();
        }
      } finally {
        client.unfinished -= 1;
      }
    },
  };
};
