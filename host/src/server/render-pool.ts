import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { ServerBundle } from './remote-modules.ts';
import type { RenderAnswer, RenderTask } from './render-worker.ts';

/** Data gets less than the whole, so that a slow provider shows as the page's own failure text and not as a killed worker. */
const DATA_LIMIT_MS = 4000;
const RENDER_LIMIT_MS = 6000;
const WORKERS = 2;
const QUEUE_LIMIT = 500;

/** Worker threads that compose pages. A task over its limit ends its worker; the next one starts afresh. */
export const createRenderPool = () => {
  const pool = new Piscina({ filename: join(__dirname, 'render-worker.cjs'), minThreads: 1, maxThreads: WORKERS, maxQueue: QUEUE_LIMIT, idleTimeout: 60_000 });

  const limited = <T>(task: unknown, name: 'render' | 'probe'): Promise<T> => pool.run(task, { name, signal: AbortSignal.timeout(RENDER_LIMIT_MS) });

  return {
    /** Throws when the limit is passed or the shell itself fails. */
    render: (task: Omit<RenderTask, 'dataLimitMs'>): Promise<RenderAnswer> => limited({ ...task, dataLimitMs: DATA_LIMIT_MS }, 'render'),
    /** Rejects with the reason when the bundle cannot be loaded. */
    probe: (bundle: ServerBundle): Promise<void> => limited(bundle, 'probe'),
    close: (): Promise<void> => pool.destroy(),
  };
};
export type RenderPool = ReturnType<typeof createRenderPool>;
