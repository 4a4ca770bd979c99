import { LIMITS } from '@site/shared/domain/limits';

/** Limits of one remote process; beyond them, the process is throttled or terminated. */
export const PROCESS_LIMITS = {
  /** Processing time for one request, excluding the time spent waiting for the provider. */
  ownMs: 1500,
  /** The same limit on a machine that is too busy to run the process. */
  starvedMs: 4000,
  /** CPU time after which a process that does not respond counts as looping. */
  loopCpuMs: 400,
  loadMs: 4000,
  /** Time limit for the calls of one page; `formDataMs` applies if a form was posted. */
  dataMs: 4000,
  formDataMs: 8000,
  residentBytes: 256 * 1024 * 1024,
  watchMs: 125,
  /** Interval between pings of a process without requests. */
  idlePingMs: 1000,
  repliesPerWatch: 5000,
  /** Concurrent calls, limited because the host keeps their responses in memory. */
  activeCalls: 16,
  /** Byte budget of replies and responses, because reading them costs the host CPU time. */
  burstBytes: 16 * 1024 * 1024,
  bytesPerSecond: 16 * 1024 * 1024,
  logsPerWatch: 20,
  /** Number of errors outside requests after which the process is replaced. */
  unhandledErrors: 20,
};
export type ProcessLimits = typeof PROCESS_LIMITS;

/** Time in milliseconds that a bundle may take to load. It triples if the process got little CPU time; `cpuMs` is the CPU time used so far, if known. */
export const getLoadLimit = ({ loadMs }: ProcessLimits, cpuMs: number | undefined): number => (cpuMs !== undefined && cpuMs < loadMs / 2 ? loadMs * 3 : loadMs);

/** Call limits for one page, and for listing a remote's pages for the sitemap, which reads the provider's lists page by page. */
export const CALL_LIMITS = { page: LIMITS.renderCalls, listing: 100 } as const;
