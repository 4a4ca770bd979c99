class TimeoutError extends Error {}

/** Settles as the promise does, or rejects with a TimeoutError after `limitMs`; the promise itself continues. */
export const withinMs = <T>(promise: Promise<T>, limitMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`No result within ${limitMs} ms.`)), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
