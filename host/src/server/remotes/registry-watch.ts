import type { RegistryReading } from '@site/releases/registry-store';
import type { ReleaseStore } from '@site/releases/release-store';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

/** A change to files on disk is noticed within this time. The registry is read more often, because that does not read every file. */
const FILES_INTERVAL_MS = 1000;

interface RegistryWatchOptions {
  readonly store: Pick<ReleaseStore, 'inspectRegistry' | 'registryIntervalMs'>;
  /** Whether a reading differs from the last refresh. */
  readonly isChanged: (reading: RegistryReading) => boolean;
  readonly refresh: (reading: RegistryReading) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Reads the registry continuously. Refreshes when it has changed, and at least once a second. */
export const createRegistryWatch = ({ store, isChanged, refresh, log }: RegistryWatchOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isReading = false;
  let refreshedAt = 0;
  let lastFailure = '';

  const read = async (isDue: boolean): Promise<void> => {
    clearTimeout(timer);
    isReading = true;
    try {
      const reading = await store.inspectRegistry();
      if (isDue || isChanged(reading) || Date.now() - refreshedAt >= FILES_INTERVAL_MS) {
        refreshedAt = Date.now();
        await refresh(reading);
        lastFailure = '';
      }
    } catch (error) {
      // The set stays active. A lasting failure, such as a full disk, is logged once, not every second.
      const reason = getErrorMessage(error);
      if (reason !== lastFailure) log.error({ reason }, 'registry watch failed');
      lastFailure = reason;
    }
    isReading = false;
    if (!isStopped) timer = setTimeout(() => void read(false), store.registryIntervalMs);
  };

  return {
    /** Reads the registry and checks the files now, then continuously. */
    start: (): Promise<void> => read(true),
    /** Reads the registry now, unless a read is in progress. */
    lookNow: (): void => {
      if (!isReading && !isStopped) void read(false);
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
