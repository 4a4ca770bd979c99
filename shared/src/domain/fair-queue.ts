/** The queue is full, or the caller has left it. */
export class QueueError extends Error {
  readonly statusCode = 503;
}

export interface FairQueueLimits {
  /** How many may work at once, and how many of them for one key. */
  readonly places: number;
  readonly placesPerKey: number;
  /** How many may wait, and how many of them for one key. */
  readonly waiting: number;
  readonly waitingPerKey: number;
}

export interface FairQueue {
  /** Resolves when it is this caller's turn, with the function that ends it. Rejects with a QueueError when too many wait, or when the signal aborts before that. */
  enter(key: string, signal?: AbortSignal): Promise<() => void>;
  /** Callers now. */
  getLoad(): { readonly running: number; readonly waiting: number };
}

interface Client {
  running: number;
  /** It has not had a turn since it last had nothing to do. */
  isNew: boolean;
  readonly waiting: Set<() => void>;
}

/** The next is the key of which the fewest callers work, in turns, and every other time one that has just come, before those that always wait. However many callers one key sends, another key's next caller waits for one place only. */
export const createFairQueue = ({ places, placesPerKey, waiting: maxWaiting, waitingPerKey }: FairQueueLimits): FairQueue => {
  /** In the order of their turns. */
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;
  let wasNew = false;

  const forget = (key: string, client: Client): void => {
    if (client.running === 0 && client.waiting.size === 0) clients.delete(key);
  };

  const start = (key: string, client: Client): (() => void) => {
    running += 1;
    client.running += 1;
    client.isNew = false;
    // The key's next turn comes after those of all others.
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
    if (running >= places) return;
    let next: Client | undefined;
    for (const client of clients.values()) {
      if (client.waiting.size === 0 || client.running >= placesPerKey) continue;
      const isBefore = next === undefined || client.running < next.running || (client.running === next.running && client.isNew && !next.isNew && !wasNew);
      if (isBefore) next = client;
    }
    wasNew = next?.isNew ?? false;
    const [admit] = next?.waiting ?? [];
    admit?.();
  };

  return {
    getLoad: () => ({ running, waiting }),
    enter: async (key, signal) => {
      if (signal?.aborted === true) throw new QueueError('The caller has left.');
      const client = clients.get(key) ?? { running: 0, isNew: true, waiting: new Set() };
      clients.set(key, client);
      if (running < places && client.running < placesPerKey && client.waiting.size === 0) return start(key, client);
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
          reject(new QueueError('The caller has left.'));
        };
        waiting += 1;
        client.waiting.add(admit);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
};
