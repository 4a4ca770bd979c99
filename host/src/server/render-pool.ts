import { join } from 'node:path';
import { Piscina } from 'piscina';
import { TooLateError, withinMs } from '../federation/within.ts';
import type { PageAddresses } from './page-addresses.ts';
import type { ServerBundle } from './remote-modules.ts';
import type { AddressTask, RenderAnswer, RenderTask } from './render-worker.ts';

/** Data gets less than the whole, so that a slow provider shows as the page's own failure text and not as a killed worker. */
const DATA_LIMIT_MS = 4000;
const RENDER_LIMIT_MS = 6000;
/** A form is passed on to a service that may belong to somebody else: it gets longer. */
const FORM_DATA_LIMIT_MS = 8000;
const FORM_LIMIT_MS = 10_000;
/** Loaders only wait, so one thread serves many pages at once. */
const TASKS_AT_ONCE = 32;
const QUEUE_LIMIT = 200;
const FORM_QUEUE_LIMIT = 20;
const IDLE_MS = 60_000;
/** Name of the workers that run no remote's code: unknown paths, and shells around a missing area. */
const SHELL = '';

/**
 * Worker threads that compose pages: one for each remote, so that a loop or a slow provider in one part holds up that part alone.
 * A task over its limit ends its thread; the next one starts afresh.
 */
export const createRenderPool = () => {
  const filename = join(__dirname, 'render-worker.cjs');
  const pools = new Map<string, Piscina>();
  const poolOf = (remote: string): Piscina => {
    const known = pools.get(remote);
    if (known !== undefined) return known;
    const pool = new Piscina({
      filename,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS_AT_ONCE,
      maxQueue: QUEUE_LIMIT,
      idleTimeout: IDLE_MS,
      // Threads that sleep between tasks do not notice that the provider hung up, and lose the next call on the dead connection.
      atomics: 'disabled',
    });
    pools.set(remote, pool);
    return pool;
  };
  // A form service that is slow must not hold up pages: forms wait for each other in a thread of their own, which lives while there are any.
  const forms = new Piscina({ filename, minThreads: 0, maxThreads: 1, maxQueue: FORM_QUEUE_LIMIT, idleTimeout: IDLE_MS });

  /** Not by an abort signal: a thread that runs a task with one takes no other beside it. */
  const limited = async <T>(bundle: ServerBundle | null | undefined, task: unknown, name: 'render' | 'probe' | 'addresses'): Promise<T> => {
    const remote = bundle?.remote ?? SHELL;
    const pool = poolOf(remote);
    try {
      return await withinMs<T>(pool.run(task, { name }), RENDER_LIMIT_MS);
    } catch (error) {
      if (error instanceof TooLateError && pools.get(remote) === pool) {
        // Whatever holds the thread up, its other pages will not come either.
        pools.delete(remote);
        void pool.destroy();
      }
      throw error;
    }
  };

  return {
    /** Throws when the limit is passed or the shell itself fails. */
    render: (task: Omit<RenderTask, 'dataLimitMs'>): Promise<RenderAnswer> =>
      task.form === undefined
        ? limited(task.bundle, { ...task, dataLimitMs: DATA_LIMIT_MS }, 'render')
        : forms.run({ ...task, dataLimitMs: FORM_DATA_LIMIT_MS }, { name: 'render', signal: AbortSignal.timeout(FORM_LIMIT_MS) }),
    /** Rejects with the reason when the bundle cannot be loaded. */
    probe: (bundle: ServerBundle): Promise<void> => limited(bundle, bundle, 'probe'),
    addresses: (task: Omit<AddressTask, 'dataLimitMs'>): Promise<PageAddresses> => limited(task.bundle, { ...task, dataLimitMs: DATA_LIMIT_MS }, 'addresses'),
    close: async (): Promise<void> => {
      await Promise.all([...pools.values(), forms].map((pool) => pool.destroy()));
    },
  };
};
export type RenderPool = ReturnType<typeof createRenderPool>;
