import type { FastifyBaseLogger } from 'fastify';

interface JobOptions {
  /** Log level of a failure; null if the failure is logged elsewhere. */
  readonly level?: 'warn' | 'error' | null;
  /** Whether the job also runs at once. */
  readonly isAtOnce?: boolean;
}

/** A piece of work. The signal is aborted when the provider stops: long work then ends after its current step. */
export type Job = (signal: AbortSignal) => Promise<unknown>;

/** Repeats jobs until they are stopped. */
export const createJobs = (log: Pick<FastifyBaseLogger, 'warn' | 'error'>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();

  return {
    /**
     * Runs a job at an interval, in milliseconds. A run that is due while the last one has not ended is left out. A failure is logged, and the next run tries again.
     */
    every: (ms: number, job: Job, failure: string, { level = 'error', isAtOnce = true }: JobOptions = {}): void => {
      let isRunning = false;
      const run = async (): Promise<void> => {
        if (isRunning) return;
        isRunning = true;
        try {
          await job(signal);
        } catch (reason) {
          if (level !== null && !signal.aborted) log[level]({ err: reason }, failure);
        } finally {
          isRunning = false;
        }
      };
      const start = (): void => {
        const ended = run().finally(() => running.delete(ended));
        running.add(ended);
      };
      timers.push(setInterval(start, ms).unref());
      if (isAtOnce) start();
    },
    /** Starts no more runs, and resolves when those in flight have ended. */
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(running);
    },
  };
};
