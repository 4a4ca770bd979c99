/** Nothing came in time; what was waited for may still come. */
export class TooLateError extends Error {}

/** The promise's outcome, or a TooLateError once `limitMs` have passed. */
export const withinMs = <T>(promise: Promise<T>, limitMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLateError(`Nothing came within ${limitMs} ms.`)), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
