/** Ends the running task of the browser's main thread, so that a finger that waits is answered first. */
export const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
