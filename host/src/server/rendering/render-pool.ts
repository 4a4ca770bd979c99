import { join } from 'node:path';
import { Piscina } from 'piscina';
import { TimeoutError, withinMs } from '../../federation/within.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { PageAddresses } from './page-addresses.ts';
import type { AddressTask, RenderResult, RenderTask } from './render-task.ts';

/** Data gets less time than the page, so that a slow provider causes the page's own error message and not a terminated thread. */
const LIMITS_MS = {
  data: 4000,
  page: 6000,
  // The form is forwarded to a service that may be a third party's, so it gets more time.
  formData: 8000,
  form: 10_000,
};

interface RenderPoolOptions {
  /** The compiled program of the threads. */
  readonly workerFile?: string;
  readonly limitsMs?: typeof LIMITS_MS;
}

/** Loaders mostly wait, so one thread handles many pages concurrently. */
const TASKS_PER_THREAD = 32;
const QUEUE_LIMIT = 200;
const FORM_QUEUE_LIMIT = 20;
const IDLE_MS = 60_000;
/** The thread that runs no remote's code: for unknown paths, and shells around a missing area. */
const SHELL = '';

/**
 * Threads that compose pages: one for each remote, so that an endless loop or a slow provider in one remote delays only that remote.
 * A task that exceeds its limit ends its thread; the next task starts a new one.
 */
export const createRenderPool = ({ workerFile = join(__dirname, 'render-worker.cjs'), limitsMs = LIMITS_MS }: RenderPoolOptions = {}) => {
  const pools = new Map<string, Piscina>();
  const getPool = (remote: string): Piscina => {
    const existing = pools.get(remote);
    if (existing !== undefined) return existing;
    const pool = new Piscina({
      filename: workerFile,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS_PER_THREAD,
      maxQueue: QUEUE_LIMIT,
      idleTimeout: IDLE_MS,
      // A thread that sleeps between tasks does not notice that the provider closed a connection, and the next request on it fails.
      atomics: 'disabled',
    });
    pools.set(remote, pool);
    return pool;
  };
  // A slow form service must not delay pages: forms queue in a separate thread that exists while there are any.
  const forms = new Piscina({ filename: workerFile, minThreads: 0, maxThreads: 1, maxQueue: FORM_QUEUE_LIMIT, idleTimeout: IDLE_MS });

  /** Not with an abort signal, because a thread runs no other task concurrently with one that has a signal. */
  const run = async <T>(bundle: ServerBundle | null | undefined, task: unknown, name: 'render' | 'probe' | 'addresses'): Promise<T> => {
    const remote = bundle?.remote ?? SHELL;
    const pool = getPool(remote);
    try {
      return await withinMs<T>(pool.run(task, { name }), limitsMs.page);
    } catch (error) {
      if (error instanceof TimeoutError && pools.get(remote) === pool) {
        // A task that blocks the thread blocks its other pages too.
        pools.delete(remote);
        void pool.destroy();
      }
      throw error;
    }
  };

  return {
    /** Rejects when the time limit is exceeded or the shell itself fails. */
    render: (task: Omit<RenderTask, 'dataLimitMs'>): Promise<RenderResult> =>
      task.form === undefined
        ? run(task.bundle, { ...task, dataLimitMs: limitsMs.data }, 'render')
        : forms.run({ ...task, dataLimitMs: limitsMs.formData }, { name: 'render', signal: AbortSignal.timeout(limitsMs.form) }),
    /** Rejects with the reason when the bundle cannot be loaded. */
    probe: (bundle: ServerBundle): Promise<void> => run(bundle, bundle, 'probe'),
    addresses: (task: Omit<AddressTask, 'dataLimitMs'>): Promise<PageAddresses> => run(task.bundle, { ...task, dataLimitMs: limitsMs.data }, 'addresses'),
    close: async (): Promise<void> => {
      await Promise.all([...pools.values(), forms].map((pool) => pool.destroy()));
    },
  };
};
export type RenderPool = ReturnType<typeof createRenderPool>;
