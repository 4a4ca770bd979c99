import { expect } from '@playwright/test';

/** Long enough for a page on a slow network, or in a browser that shares two cores with other tests. */
const TIMEOUT_MS = 20_000;
const POLL_MS = [100, 100, 200];

export const waitUntil = async <Value>(description: string, read: () => Promise<Value>, isTrue: (value: Value) => boolean): Promise<void> => {
  // The page may navigate while `read` runs.
  const check = async (): Promise<unknown> => {
    try {
      const value = await read();
      return isTrue(value) ? true : value;
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(check, { message: description, timeout: TIMEOUT_MS, intervals: POLL_MS }).toBe(true);
};
