interface ByteBudgetOptions {
  /** Bytes that may be used at once. */
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** Counts bytes that are used, and forgets them at a constant rate. */
export const createByteBudget = ({ burstBytes, bytesPerSecond, now = () => performance.now() }: ByteBudgetOptions) => {
  let used = 0;
  let countedAt = now();
  const isSpent = (): boolean => {
    const time = now();
    used = Math.max(0, used - ((time - countedAt) * bytesPerSecond) / 1000);
    countedAt = time;
    return used > burstBytes;
  };
  return {
    add: (bytes: number): void => {
      used += bytes;
    },
    /** True until enough of what was used has been forgotten. */
    isSpent,
  };
};
