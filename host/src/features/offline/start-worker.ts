import { createTrustedScript } from '../../federation/trusted-script.ts';
import { WORKER_PATH } from './worker-path.ts';

/** Registers the service worker. Pages also work in browsers without service workers and in private windows that refuse them. */
export const startWorker = (): void => {
  navigator.serviceWorker?.register(createTrustedScript('worker')(WORKER_PATH)).catch(console.warn);
};
