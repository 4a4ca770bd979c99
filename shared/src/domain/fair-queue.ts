/** Error for a caller that finds the queue full, or that has left the queue. */
export class QueueError extends Error {
  readonly statusCode = 503;
}

export interface FairQueueLimits {
  /** Maximum number of callers that run at once, in total and per key. */
  readonly slots: number;
  readonly slotsPerKey: number;
  /** Maximum number of queued callers, in total and for one key. */
  readonly waiting: number;
  readonly waitingPerKey: number;
}

export interface FairQueue {
  /**
   * Resolves when the caller gets a slot, with the function that frees it. Rejects with a QueueError if too many callers are queued, or if the signal aborts
   * first.
   */
  enter(key: string, signal?: AbortSignal): Promise<() => void>;
  getLoad(): { readonly running: number; readonly waiting: number };
}

interface Client {
  running: number;
  /** True until the key first gets a slot after being idle. */
  isNew: boolean;
  readonly waiting: Set<() => void>;
}

/**
 * Creates a queue that picks the key with the fewest running callers, and alternates between new and waiting keys. However many callers one key sends, the next
 * caller with another key waits for only one slot.
 */
export const createFairQueue = ({ slots, slotsPerKey, waiting: maxWaiting, waitingPerKey }: FairQueueLimits): FairQueue => {
  /** Keys in the order in which they get slots. */
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;
  let wasNewClient = false;

  const forget = (key: string, client: Client): void => {
    if (client.running === 0 && client.waiting.size === 0) clients.delete(key);
  };

  const start = (key: string, client: Client): (() => void) => {
    running += 1;
    client.running += 1;
    client.isNew = false;
    // Move the key to the end.
    clients.delete(key);
    clients.set(key, client);
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      running -= 1;
      client.running -= 1;
      forget(key, client);
      admitNext();
    };
  };

  const admitNext = (): void => {
    let next: Client | undefined;
    for (const client of clients.values()) {
      if (client.waiting.size === 0 || client.running >= slotsPerKey) continue;
      const hasPriority = next === undefined || client.running < next.running || (client.isNew && !next.isNew && !wasNewClient);
      if (hasPriority) next = client;
    }
    wasNewClient = next?.isNew ?? false;
    const [admit] = next?.waiting ?? [];
    admit?.();
  };

  return {
    getLoad: () => ({ running, waiting }),
    enter: async (key, signal) => {
      if (signal?.aborted === true) throw new QueueError('The client disconnected.');
      const client = clients.get(key) ?? { running: 0, isNew: true, waiting: new Set() };
      clients.set(key, client);
      if (running < slots && client.running < slotsPerKey) return start(key, client);
      if (waiting >= maxWaiting || client.waiting.size >= waitingPerKey) {
        forget(key, client);
        throw new QueueError('Too many requests are waiting.');
      }
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting -= 1;
          client.waiting.delete(admit);
          signal?.removeEventListener('abort', abort);
        };
        const admit = (): void => {
          leave();
          resolve(start(key, client));
        };
        const abort = (): void => {
          leave();
          forget(key, client);
          reject(new QueueError('The client disconnected.'));
        };
        waiting += 1;
        client.waiting.add(admit);
        signal?.addEventListener('abort', abort);
      });
    },
  };
};
