/** Yields to the browser's main thread, so that pending input is handled first. */
export const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
