import { deleteCaches } from './delete-caches.ts';
import { onWorkerEvent } from './worker-events.ts';

/** The worker of a site without a service worker. It deletes what the earlier worker stored, and unregisters it. */

declare const registration: ServiceWorkerRegistration;
declare const skipWaiting: () => Promise<void>;

onWorkerEvent('install', () => skipWaiting());
onWorkerEvent('activate', (event) => {
  const unregister = async (): Promise<void> => {
    await deleteCaches();
    await registration.unregister();
  };
  event.waitUntil(unregister());
});
