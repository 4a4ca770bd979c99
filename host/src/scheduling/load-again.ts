import { pause } from './pause.ts';

/** When a file that did not arrive is requested again; twice as late each time. */
const FIRST_RETRY_MS = 2000;

/** Requests a file of the site until it arrives. */
export const loadAgain = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs *= 2) {
    try {
      return await load();
    } catch {
      await pause(waitMs);
    }
  }
};
