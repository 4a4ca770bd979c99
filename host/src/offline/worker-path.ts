/** Separate from the code that saves pages, because the first view does not load that code. */
export const WORKER_PATH = '/service-worker.js';
