import { pause } from './pause.ts';

const FIRST_RETRY_MS = 2000;

export const retryUntilLoaded = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs *= 2) {
    try {
      return await load();
    } catch {
      await pause(waitMs);
    }
  }
};
