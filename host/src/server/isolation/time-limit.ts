export interface TimeLimit {
  /** Aborts with the same error as the signal of `AbortSignal.timeout`. */
  readonly signal: AbortSignal;
  /** From now on there is no limit. */
  clear(): void;
}

/** An `AbortSignal.timeout` that can be cleared: that one creates its error, which takes longer than all the rest, for everything that has long been done. */
export const createTimeLimit = (milliseconds: number): TimeLimit => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), milliseconds);
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};
