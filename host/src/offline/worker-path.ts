/** The service worker. Apart from what saves pages, which the first view does not load. */
export const WORKER_PATH = '/service-worker.js';
