// Node's timers, which Jest's fake timers do not replace.
import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from './limits.ts';

/**
 * Waits until a condition is true. Checks it in every turn of the event loop, so that it does not miss a short-lived state. Throws after `limitMs`, even if the
 * condition itself is still pending.
 */
export const waitUntil = async (isTrue: () => boolean | Promise<boolean>, limitMs = WAIT_LIMIT_MS): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const waitUntilTrue = async (): Promise<boolean> => {
    while (!(isOver || (await isTrue()))) await setImmediate();
    return !isOver;
  };
  const waitForLimit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve(false);
    }, limitMs);
  });
  try {
    if (!(await Promise.race([waitUntilTrue(), waitForLimit]))) throw new Error(`Still not true after ${limitMs} ms: ${isTrue}`);
  } finally {
    clearTimeout(timer);
  }
};
