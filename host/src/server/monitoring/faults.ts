import type { FaultKind } from '@site/shared/contracts/site-part';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Metrics } from './metrics.ts';

/** A fault in one version of a remote. */
export interface Fault {
  readonly kind: FaultKind;
  readonly remote: string;
  readonly version: string;
  /** The id of the release set in which the fault happened. */
  readonly set: string;
  readonly message: string;
  /** The path of the page, without its query. */
  readonly path?: string;
  /** The request during which the fault happened on the server. */
  readonly requestId?: string | undefined;
}

export interface RecentFault extends Omit<Fault, 'remote' | 'version' | 'requestId'> {
  /** Unix time in milliseconds of the last occurrence. */
  readonly at: number;
  /** Occurrences since this host started. */
  readonly count: number;
}

interface FaultCount {
  readonly kind: FaultKind;
  readonly lastHour: number;
  readonly lastDay: number;
}

/** The faults of one version of a remote on this host. */
export interface VersionFaults {
  readonly remote: string;
  readonly version: string;
  /** Counts of the kinds that occurred. */
  readonly counts: readonly FaultCount[];
  /** The latest distinct faults, newest first. */
  readonly recent: readonly RecentFault[];
}

const VERSION_LIMIT = 100;
const RECENT_LIMIT = 10;
const MESSAGE_LIMIT = 300;
/** The same fault is logged at most once within this time; the next line states the number of repetitions. */
const LOG_INTERVAL_MS = 10_000;
const LOGGED_LIMIT = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUCKET_MS = 5 * 60_000;

/** Kinds that are logged as warnings, because the page remains usable. */
const WARNING_KINDS: readonly FaultKind[] = ['long-task', 'policy', 'styles'];

/** Counts occurrences in buckets of five minutes, for one day. */
const createCount = (now: () => number) => {
  const buckets = new Map<number, number>();
  const getBucket = (): number => Math.floor(now() / BUCKET_MS);
  const sumSince = (ms: number): number => [...buckets].reduce((sum, [bucket, count]) => (bucket > getBucket() - ms / BUCKET_MS ? sum + count : sum), 0);
  return {
    increment: (): void => {
      const bucket = getBucket();
      for (const old of buckets.keys()) if (old <= bucket - DAY_MS / BUCKET_MS) buckets.delete(old);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    },
    read: () => ({ lastHour: sumSince(HOUR_MS), lastDay: sumSince(DAY_MS) }),
  };
};

const createVersionRecord = () => ({
  counts: new Map<FaultKind, ReturnType<typeof createCount>>(),
  recent: new LRUCache<string, RecentFault>({ max: RECENT_LIMIT }),
});

interface FaultRecorderOptions {
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  readonly metrics: Pick<Metrics, 'countFault'>;
  /** Removes the parts of a page's path that must not be logged. */
  readonly toLoggablePath: (path: string) => string;
  readonly now?: () => number;
}

/**
 * Records every fault of a remote, from the server and from browsers: in the log, in a counter, and in memory (only the latest faults of each version). The
 * memory used is bounded, and its content is lost when the host stops.
 */
export const createFaultRecorder = ({ log, metrics, toLoggablePath, now = Date.now }: FaultRecorderOptions) => {
  const versions = new LRUCache<string, { readonly remote: string; readonly version: string; readonly record: ReturnType<typeof createVersionRecord> }>({
    max: VERSION_LIMIT,
  });
  const loggedFaults = new LRUCache<string, { readonly at: number; readonly repeated: number }>({ max: LOGGED_LIMIT });

  const writeLine = (fault: Fault): void => {
    const key = JSON.stringify([fault.kind, fault.remote, fault.version, fault.message]);
    const last = loggedFaults.get(key);
    if (last !== undefined && now() - last.at < LOG_INTERVAL_MS) {
      loggedFaults.set(key, { ...last, repeated: last.repeated + 1 });
      return;
    }
    loggedFaults.set(key, { at: now(), repeated: 0 });
    const repeated = last?.repeated ?? 0;
    log[WARNING_KINDS.includes(fault.kind) ? 'warn' : 'error']({ ...fault, ...(repeated === 0 ? {} : { repeated }) }, 'fault');
  };

  /** `isLogged` is false if another log line already reports the fault. */
  const recordFault = ({ message: fullMessage, path, requestId, ...rest }: Fault, { isLogged = true } = {}): void => {
    const fault: Fault = { ...rest, message: fullMessage.slice(0, MESSAGE_LIMIT), ...(path === undefined ? {} : { path: toLoggablePath(path) }) };
    const { remote, version, ...occurrence } = fault;
    if (isLogged) writeLine(requestId === undefined ? fault : { ...fault, requestId });
    metrics.countFault(fault);
    const key = `${remote} ${version}`;
    const { record } = versions.get(key) ?? { record: createVersionRecord() };
    versions.set(key, { remote, version, record });
    const count = record.counts.get(fault.kind) ?? createCount(now);
    record.counts.set(fault.kind, count);
    count.increment();
    const recentKey = `${fault.kind} ${fault.message}`;
    record.recent.set(recentKey, { ...occurrence, at: now(), count: (record.recent.get(recentKey)?.count ?? 0) + 1 });
  };

  return {
    recordFault,
    /** Lists the remembered versions with faults, latest first. */
    list: (): VersionFaults[] =>
      [...versions.values()].map(({ remote, version, record: { counts, recent } }) => ({
        remote,
        version,
        counts: [...counts].map(([kind, count]) => ({ kind, ...count.read() })),
        recent: [...recent.values()],
      })),
  };
};
export type FaultRecorder = ReturnType<typeof createFaultRecorder>;
export type RecordFault = FaultRecorder['recordFault'];
