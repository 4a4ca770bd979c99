import { createTrustedScript } from '../federation/trusted-script.ts';
import { WORKER_PATH } from './worker-path.ts';

/** Registers the service worker. Browsers without service workers, and private windows that refuse them, work as before. */
export const startWorker = (): void => {
  navigator.serviceWorker?.register(createTrustedScript('worker')(WORKER_PATH)).catch(console.warn);
};
