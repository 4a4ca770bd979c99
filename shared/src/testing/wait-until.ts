// Timers of Node, which Jest's fake timers do not replace.
import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from './limits.ts';

/** Waits until a condition is true. Checks it at every turn of the event loop, so that a short state is not missed, and throws after `limitMs`. */
export const waitUntil = async (isTrue: () => boolean | Promise<boolean>, limitMs = WAIT_LIMIT_MS): Promise<void> => {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
  }, limitMs);
  try {
    while (!(await isTrue())) {
      if (isOver) throw new Error(`Still not true after ${limitMs} ms: ${isTrue}`);
      await setImmediate();
    }
  } finally {
    clearTimeout(timer);
  }
};
