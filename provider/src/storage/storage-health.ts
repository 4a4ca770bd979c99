import { getErrorMessage } from '@site/shared/domain/error-code';
import { StorageUnavailableError } from '../domain/errors.ts';
import type { Storage } from './storage.ts';

/** The stores: original images, the cache of derived images, and the database. */
export const STORES = ['originals', 'derived', 'database'] as const;
const PROBE_KEY = 'probe';
type Store = (typeof STORES)[number];

interface HealthLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Logs one message when a store starts to fail, and one when it works again. */
export const createStorageHealth = (log: HealthLog) => {
  const causes = new Map<Store, string>();
  return {
    fail: (store: Store, reason: unknown): void => {
      const cause = getErrorMessage(reason);
      if (!causes.has(store)) log.error({ store, reason: cause }, 'storage unavailable');
      causes.set(store, cause);
    },
    succeed: (store: Store): void => {
      if (causes.delete(store)) log.warn({ store }, 'storage available again');
    },
    problems: (): Readonly<Partial<Record<Store, string>>> => Object.fromEntries(causes),
  };
};

/** Tracks which stores have failed since their last success, and why. */
export type StorageHealth = ReturnType<typeof createStorageHealth>;

/**
 * Wraps a storage and records whether its reads and writes succeed. Failures reject with a StorageUnavailableError. While writes fail, successful reads do not
 * count as a recovery, because reads still work on a full disk.
 */
export const watchStorage = (storage: Storage, store: Store, health: StorageHealth): Storage => {
  let hasWriteFailed = false;
  const recordOutcome = async <T>(work: Promise<T>, isWrite: boolean): Promise<T> => {
    try {
      const value = await work;
      if (isWrite) hasWriteFailed = false;
      if (!hasWriteFailed) health.succeed(store);
      return value;
    } catch (reason) {
      if (isWrite) hasWriteFailed = true;
      health.fail(store, reason);
      throw new StorageUnavailableError(reason);
    }
  };
  return {
    ...storage,
    put: (key, bytes) => recordOutcome(storage.put(key, bytes), true),
    get: (key) => recordOutcome(storage.get(key), false),
  };
};

/** If a watched store has failed, writes and deletes a file in it, so that its recovery is noticed before the next upload. */
export const probeStorage = async (storage: Storage, store: Store, health: StorageHealth): Promise<void> => {
  if (health.problems()[store] === undefined) return;
  await storage.put(PROBE_KEY, Buffer.from(store));
  await storage.remove(PROBE_KEY);
};
