import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

/** Share of one CPU core that background refreshes may use. */
const MAX_CPU_SHARE = 0.05;
const MIN_PAUSE_MS = 50;
const IDLE_PAUSE_MS = 1000;

interface PageRefreshOptions {
  /** Returns false if there is nothing to do. */
  readonly refreshPage: () => Promise<boolean>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Composes outdated pages again in the background, one after the other with pauses, until the returned function is called. */
export const startPageRefresh = ({ refreshPage, log }: PageRefreshOptions): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = (pauseMs: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => void run(), pauseMs);
    timer.unref();
  };
  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    const hasWorked = await refreshPage().catch((error: unknown) => {
      log.warn({ reason: getErrorMessage(error) }, 'page not refreshed');
      return false;
    });
    schedule(hasWorked ? Math.max(MIN_PAUSE_MS, (performance.now() - startedAt) * (1 / MAX_CPU_SHARE - 1)) : IDLE_PAUSE_MS);
  };
  schedule(IDLE_PAUSE_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
