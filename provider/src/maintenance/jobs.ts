import type { FastifyBaseLogger } from 'fastify';

interface JobOptions {
  /** Level at which failures are logged; null if they are logged elsewhere. */
  readonly level?: 'warn' | 'error' | null;
  readonly startsImmediately?: boolean;
}

/** A recurring job. The signal is aborted when the provider stops; a long job then ends after its current step. */
export type Job = (signal: AbortSignal) => Promise<unknown>;

export const createJobs = (log: Pick<FastifyBaseLogger, 'warn' | 'error'>) => {
  const stopController = new AbortController();
  const { signal } = stopController;
  const timers: NodeJS.Timeout[] = [];
  const runningJobs = new Set<Promise<unknown>>();

  return {
    /** Runs a job at an interval in milliseconds. Skips a run if the previous one is still in progress. Failures are logged, and the next run tries again. */
    every: (ms: number, job: Job, failure: string, { level = 'error', startsImmediately = true }: JobOptions = {}): void => {
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
        const runPromise = run().finally(() => runningJobs.delete(runPromise));
        runningJobs.add(runPromise);
      };
      timers.push(setInterval(start, ms).unref());
      if (startsImmediately) start();
    },
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer);
      stopController.abort();
      await Promise.all(runningJobs);
    },
  };
};
