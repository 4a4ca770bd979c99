import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { PageAddresses } from './page-addresses.ts';
import type { ServerBundle } from './remote-modules.ts';
import type { AddressTask, RenderAnswer, RenderTask } from './render-worker.ts';

/** Data gets less than the whole, so that a slow provider shows as the page's own failure text and not as a killed worker. */
const DATA_LIMIT_MS = 4000;
const RENDER_LIMIT_MS = 6000;
/** A form is passed on to a service that may belong to somebody else: it gets longer. */
const FORM_DATA_LIMIT_MS = 8000;
const FORM_LIMIT_MS = 10_000;
const WORKERS = 2;
const QUEUE_LIMIT = 500;
const FORM_QUEUE_LIMIT = 20;

/** Worker threads that compose pages. A task over its limit ends its worker; the next one starts afresh. */
export const createRenderPool = () => {
  const filename = join(__dirname, 'render-worker.cjs');
  const pool = new Piscina({ filename, minThreads: 1, maxThreads: WORKERS, maxQueue: QUEUE_LIMIT, idleTimeout: 60_000 });
  // A form service that is slow must not hold up pages: forms wait for each other in a thread of their own, which lives while there are any.
  const forms = new Piscina({ filename, minThreads: 0, maxThreads: 1, maxQueue: FORM_QUEUE_LIMIT, idleTimeout: 60_000 });

  const limited = <T>(task: unknown, name: 'render' | 'probe' | 'addresses'): Promise<T> =>
    pool.run(task, { name, signal: AbortSignal.timeout(RENDER_LIMIT_MS) });

  return {
    /** Throws when the limit is passed or the shell itself fails. */
    render: (task: Omit<RenderTask, 'dataLimitMs'>): Promise<RenderAnswer> =>
      task.form === undefined
        ? limited({ ...task, dataLimitMs: DATA_LIMIT_MS }, 'render')
        : forms.run({ ...task, dataLimitMs: FORM_DATA_LIMIT_MS }, { name: 'render', signal: AbortSignal.timeout(FORM_LIMIT_MS) }),
    /** Rejects with the reason when the bundle cannot be loaded. */
    probe: (bundle: ServerBundle): Promise<void> => limited(bundle, 'probe'),
    addresses: (task: Omit<AddressTask, 'dataLimitMs'>): Promise<PageAddresses> => limited({ ...task, dataLimitMs: DATA_LIMIT_MS }, 'addresses'),
    close: async (): Promise<void> => {
      await Promise.all([pool.destroy(), forms.destroy()]);
    },
  };
};
export type RenderPool = ReturnType<typeof createRenderPool>;
