import { createTrustedScript } from '../federation/trusted-script.ts';
import { WORKER_PATH } from './worker-path.ts';

/** Registers the service worker; browsers without one go on as before, and so do private windows that refuse. */
export const startWorker = (): void => {
  navigator.serviceWorker?.register(createTrustedScript('worker')(WORKER_PATH)).catch(console.warn);
};
