class TimeoutError extends Error {}

const TICK_MS = 50;

/**
 * Settles as the promise does, or rejects with a TimeoutError after `limitMs`; the promise itself continues. Time in which this thread was busy counts little:
 * a slow processor must not look like a file that does not arrive.
 */
export const withinMs = <T>(promise: Promise<T>, limitMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let ticks = limitMs / TICK_MS;
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks <= 0) reject(new TimeoutError(`No result within ${limitMs} ms.`));
    }, TICK_MS);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
