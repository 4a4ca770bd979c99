import { busy } from './refusal.ts';

/** Runs a few jobs at once and lets a few more wait; beyond that the caller is told to come back. */
export interface BoundedQueue {
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Nothing runs and nothing waits. */
  isIdle(): boolean;
}

export const createBoundedQueue = (running: number, waiting: number): BoundedQueue => {
  let active = 0;
  const line: Array<() => void> = [];
  return {
    run: async (job) => {
      if (active >= running) {
        if (line.length >= waiting) throw busy();
        await new Promise<void>((resolve) => line.push(resolve));
      } else active += 1;
      try {
        return await job();
      } finally {
        const next = line.shift();
        if (next === undefined) active -= 1;
        else next();
      }
    },
    isIdle: () => active === 0 && line.length === 0,
  };
};
