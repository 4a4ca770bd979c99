/** Path of the service worker. The constant has its own file, because the first view does not load the code that saves pages. */
export const WORKER_PATH = '/service-worker.js';
