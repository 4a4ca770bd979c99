import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueue } from '@site/shared/domain/fair-queue';

/** The client that is waiting for a page. */
export interface PageClient {
  /** See `getAddressKey`. */
  readonly address: string;
  /** Aborts when the client disconnects. Without a signal, the page is composed regardless. */
  readonly signal?: AbortSignal;
}

interface PageRelease {
  readonly remote: string;
  readonly version: string;
}

interface CompositionLoad {
  readonly remote: string;
  readonly running: number;
  readonly waiting: number;
}

/** Limits on waiting requests. The limit per client address is high, because a school or an untrusted proxy has one address for many visitors. */
const WAITING_LIMITS = { waiting: 5000, waitingPerKey: 2500 };
const PROCESSORS = availableParallelism();
/**
 * Simultaneous compositions slow each other down. With more than two processors there are enough slots for a remote to get additional processes
 * (`BUSY_REQUESTS`).
 */
const SLOTS = PROCESSORS > 2 ? 3 * PROCESSORS : 2;
const REMOTE_LIMITS = { slots: SLOTS, slotsPerKey: SLOTS, ...WAITING_LIMITS };
/** All previews share one slot. Few people open previews, and their pages may be as slow and as large as the release checks allow. */
const PREVIEW_LIMITS = { slots: 1, slotsPerKey: 1, ...WAITING_LIMITS };
/** Pause after a preview, in multiples of its duration. Previews therefore use at most a quarter of the time. */
const PREVIEW_PAUSE_FACTOR = 3;
/** The host's own pages are composed without waiting for data, on the thread that serves everything else. */
const HOST_LIMITS = { slots: 1, slotsPerKey: 1, ...WAITING_LIMITS };
/** A composition that takes longer is waiting for the provider rather than a processor, so it gives up its slot. */
const SLOT_MS = 100;
/** The client of pages that the host composes in the background. */
const BACKGROUND_CLIENT: PageClient = { address: '' };

/**
 * Schedules compositions fairly by client address, so that a flood of requests from one address delays only its own pages. Each version of a remote has a
 * queue, so that a slow version delays neither other remotes nor the version that replaces it. The host's own pages have another queue.
 */
export const createCompositionQueue = () => {
  const hostQueue = createFairQueue(HOST_LIMITS);
  const previewQueue = createFairQueue(PREVIEW_LIMITS);
  const versionQueues = new Map<string, { readonly remote: string; readonly queue: FairQueue }>();

  const getQueue = (release: PageRelease): FairQueue => {
    const key = `${release.remote} ${release.version}`;
    const existingEntry = versionQueues.get(key);
    if (existingEntry !== undefined) return existingEntry.queue;
    const queue = createFairQueue(REMOTE_LIMITS);
    versionQueues.set(key, { remote: release.remote, queue });
    return queue;
  };

  /** Removes the queues of versions that are no longer requested. */
  const removeIdleQueues = (): void => {
    for (const [key, { queue }] of versionQueues) {
      const { running, waiting } = queue.getLoad();
      if (running + waiting === 0) versionQueues.delete(key);
    }
  };

  return {
    /** Lists the current compositions of each remote. `none` stands for the host's own pages, `preview` for the previews of all remotes. */
    listLoads: (): readonly CompositionLoad[] => {
      const loads = new Map<string, CompositionLoad>();
      for (const { remote, queue } of [...versionQueues.values(), { remote: 'none', queue: hostQueue }, { remote: 'preview', queue: previewQueue }]) {
        const { running, waiting } = queue.getLoad();
        const other = loads.get(remote) ?? { running: 0, waiting: 0 };
        loads.set(remote, { remote, running: running + other.running, waiting: waiting + other.waiting });
      }
      return [...loads.values()];
    },
    /**
     * Runs the composition when the client gets a slot. `release` is undefined for the host's own pages. Rejects with a QueueError if too many requests wait,
     * or if the client disconnects first.
     */
    run: async <T>(
      release: PageRelease | undefined,
      compose: () => Promise<T>,
      { address, signal = new AbortController().signal }: PageClient = BACKGROUND_CLIENT,
    ): Promise<T> => {
      const leave = await (release === undefined ? hostQueue : getQueue(release)).enter(address, signal);
      const timer = setTimeout(leave, SLOT_MS).unref();
      try {
        return await compose();
      } finally {
        clearTimeout(timer);
        // Let this process do other work between two compositions, for example pages of another remote.
        setImmediate(() => {
          leave();
          removeIdleQueues();
        });
      }
    },
    /** Runs the composition of a preview when the client gets the slot for previews. */
    runPreview: async <T>(compose: () => Promise<T>, { address, signal = new AbortController().signal }: PageClient = BACKGROUND_CLIENT): Promise<T> => {
      const leave = await previewQueue.enter(address, signal);
      const began = performance.now();
      return compose().finally(() => void setTimeout(leave, PREVIEW_PAUSE_FACTOR * (performance.now() - began)).unref());
    },
  };
};
export type CompositionQueue = ReturnType<typeof createCompositionQueue>;
