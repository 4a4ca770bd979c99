import { LIMITS } from '@site/shared/domain/limits';

/** What a process of a remote may use before it has to wait, or is ended. */
export const PROCESS_LIMITS = {
  /** A remote's own time for one request: the time in which it does not wait for the provider. */
  ownMs: 1500,
  /** Own time on a machine that gives the process no processor. */
  starvedMs: 4000,
  /** Processor time after which a process that does not respond is one that loops. */
  loopCpuMs: 400,
  loadMs: 4000,
  /** The provider's time for one page, and the form service's for one form. */
  dataMs: 4000,
  formDataMs: 8000,
  residentBytes: 256 * 1024 * 1024,
  watchMs: 125,
  /** Between the pings of a process without a request. */
  idlePingMs: 1000,
  repliesPerWatch: 5000,
  /** Calls that the host performs at a time: their responses are in its memory. */
  activeCalls: 16,
  /** Bytes of replies and of responses: reading them takes the host's processor time. */
  burstBytes: 16 * 1024 * 1024,
  bytesPerSecond: 16 * 1024 * 1024,
  logsPerWatch: 20,
  /** Errors outside of requests before the process is replaced. */
  unhandledErrors: 20,
};
export type ProcessLimits = typeof PROCESS_LIMITS;

/** How long a bundle may take to load, in milliseconds: longer on a machine that gives the process no processor. `cpuMs` is what the process has used, where that is known. */
export const getLoadLimit = ({ loadMs }: ProcessLimits, cpuMs: number | undefined): number => (cpuMs !== undefined && cpuMs < loadMs / 2 ? loadMs * 3 : loadMs);

/** Calls for a page, and for the listing of a remote's addresses for the sitemap, which reads the provider's lists page by page. */
export const CALL_LIMITS = { page: LIMITS.renderCalls, listing: 100 } as const;
