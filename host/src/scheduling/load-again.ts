import { pause } from './pause.ts';

/** Wait before a missing file is requested again; it doubles each time. */
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
