import type { ReleaseStore } from '@site/releases/release-store';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

const INTERVAL_MS = 60 * 60_000;

interface RetentionScheduleOptions {
  readonly store: Pick<ReleaseStore, 'prune'>;
  /** See `PruneOptions`. */
  readonly days: number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Removes unused versions about once an hour, at random times so that hosts with the same store do not all run at once. */
export const startRetentionSchedule = ({ store, days, log }: RetentionScheduleOptions): { stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const schedule = (): void => {
    if (!isStopped) timer = setTimeout(() => void run(), INTERVAL_MS * (0.5 + Math.random())).unref();
  };
  const run = async (): Promise<void> => {
    try {
      const removed = await store.prune({ days });
      if (removed.length > 0) log.warn({ versions: removed.map(({ remote, version }) => `${remote} ${version}`) }, 'unused versions removed');
    } catch (error) {
      log.warn({ reason: getErrorMessage(error) }, 'unused versions not removed');
    }
    schedule();
  };
  schedule();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
