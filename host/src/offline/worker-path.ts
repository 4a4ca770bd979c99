/** Path of the service worker. In a separate module from the code that saves pages, which the first view does not load. */
export const WORKER_PATH = '/service-worker.js';
