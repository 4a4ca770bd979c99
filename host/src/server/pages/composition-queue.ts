import { availableParallelism } from 'node:os';
import { createFairQueue, type FairQueue } from '@site/shared/domain/fair-queue';

/** Who waits for a page. */
export interface PageClient {
  /** See `getAddressKey`. */
  readonly address: string;
  /** Aborts when the client has left. Without one, the page is composed anyway. */
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

/** Many visitors share the address of a school or of a proxy that is not trusted: they wait in turns. */
const WAITING = { waiting: 5000, waitingPerKey: 2500 };
const PROCESSORS = availableParallelism();
/** What runs at once takes its time from each other. With more than two processors so many that a remote gets further processes (`BUSY_REQUESTS`). */
const PLACES = PROCESSORS > 2 ? 3 * PROCESSORS : 2;
const OF_REMOTES = { slots: PLACES, slotsPerKey: PLACES, ...WAITING };
/** All previews share one place. Few people look at them, and their pages may be as slow and as large as the release checks allow. */
const OF_PREVIEWS = { slots: 1, slotsPerKey: 1, ...WAITING };
/** The pause after a preview, in multiples of the time that it took: previews use at most a quarter of the time. */
const PREVIEW_PAUSES = 3;
/** Composed without waiting for anything, on the thread that everything else needs. */
const OF_HOST = { slots: 1, slotsPerKey: 1, ...WAITING };
/** A composition that takes longer waits for the provider and not for a processor: others need not wait for it. */
const PLACE_MS = 100;
/** What the host composes by itself. */
const HOST: PageClient = { address: '' };

/**
 * The turns of compositions: one address after the other, so that a flood from one delays its own pages. A queue for each version of a remote, so that a slow one delays
 * neither others nor the version that replaces it, and one for pages that the host composes alone.
 */
export const createCompositionQueue = () => {
  const ofHost = createFairQueue(OF_HOST);
  const ofPreviews = createFairQueue(OF_PREVIEWS);
  const ofVersions = new Map<string, { readonly remote: string; readonly queue: FairQueue }>();

  const getQueue = (release: PageRelease): FairQueue => {
    const key = `${release.remote} ${release.version}`;
    const existingEntry = ofVersions.get(key);
    if (existingEntry !== undefined) return existingEntry.queue;
    const queue = createFairQueue(OF_REMOTES);
    ofVersions.set(key, { remote: release.remote, queue });
    return queue;
  };

  /** Versions come and go. */
  const forgetIdle = (): void => {
    for (const [key, { queue }] of ofVersions) {
      const { running, waiting } = queue.getLoad();
      if (running + waiting === 0) ofVersions.delete(key);
    }
  };

  return {
    /** The current compositions of each remote. `none` stands for pages of the host itself, `preview` for the previews of all remotes. */
    listLoads: (): readonly CompositionLoad[] => {
      const loads = new Map<string, CompositionLoad>();
      for (const { remote, queue } of [...ofVersions.values(), { remote: 'none', queue: ofHost }, { remote: 'preview', queue: ofPreviews }]) {
        const { running, waiting } = queue.getLoad();
        const other = loads.get(remote) ?? { running: 0, waiting: 0 };
        loads.set(remote, { remote, running: running + other.running, waiting: waiting + other.waiting });
      }
      return [...loads.values()];
    },
    /** Runs the composition of a page of this release, undefined for one of the host, when it is the client's turn. Rejects with a QueueError when too many wait, or the client has left before that. */
    run: async <T>(
      release: PageRelease | undefined,
      compose: () => Promise<T>,
      { address, signal = new AbortController().signal }: PageClient = HOST,
    ): Promise<T> => {
      const leave = await (release === undefined ? ofHost : getQueue(release)).enter(address, signal);
      const timer = setTimeout(leave, PLACE_MS).unref();
      try {
        return await compose();
      } finally {
        clearTimeout(timer);
        // Other work of this process, like pages of another remote, comes between two compositions.
        setImmediate(() => {
          leave();
          forgetIdle();
        });
      }
    },
    /** The same for a page of a preview. */
    runPreview: async <T>(compose: () => Promise<T>, { address, signal = new AbortController().signal }: PageClient = HOST): Promise<T> => {
      const leave = await ofPreviews.enter(address, signal);
      const began = performance.now();
      return compose().finally(() => void setTimeout(leave, PREVIEW_PAUSES * (performance.now() - began)).unref());
    },
  };
};
export type CompositionQueue = ReturnType<typeof createCompositionQueue>;
