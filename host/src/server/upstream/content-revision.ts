import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

const CHECK_INTERVAL_MS = 1000;
/** How long pages may be cached if the provider does not send revisions. */
const UNCOUNTED_LIFETIME_MS = 5000;
const CHECK_TIMEOUT_MS = 1500;
/** Longer than one provider lags behind another. After that a lower number means another database. */
const LOWER_MS = 3000;

export const REVISION_HEADER = 'x-content-revision';
/** The revision since which nothing has been withdrawn. */
export const WITHDRAWAL_HEADER = 'x-withdrawal-revision';

/** The revision that a response announces in this header; undefined when its server does not count. */
export const readRevision = (header: unknown): number | undefined => (typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined);

/** Returns the newest revision that this host knows, at most a second old; undefined while the provider does not respond, for which nobody waits. */
type GetRevision = () => Promise<number | undefined>;

/** The newest revision that any provider has announced to this host, so that no older content is accepted from another one. */
export interface NewestRevision {
  /** 0 before the first response. */
  get(): number;
  /** Notes the revision of a response, and since which one nothing has been withdrawn: unless the response says so, since its own. */
  observe(revision: number, withdrawal?: number): void;
}

/** The revisions, both included, whose pages show nothing that is known to have been withdrawn. */
export interface RevisionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** Why the provider cannot be reached, and since when (Unix time in milliseconds). */
export interface Outage {
  readonly since: number;
  readonly reason: string;
}

interface ContentRevisionOptions {
  readonly log?: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  readonly now?: () => number;
}

/**
 * Tracks the revision of the content, by which pages are cached, and whether the provider responds. The provider counts its changes in the header
 * `x-content-revision`; with a server that does not, the revision changes every five seconds.
 */
export const createContentRevision = (providerUrl: string, { log, now = Date.now }: ContentRevisionOptions = {}) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;
  let newest = 0;
  let withdrawal = 0;
  /** The newest revision of the database before this one: numbers up to it may be those of either. */
  let newestOfPrevious = -1;
  let lowerSince: number | undefined;
  /** The revision of a provider that does not count, at the last contact. */
  let uncounted: number | undefined;
  let outage: Outage | undefined;

  const accept = (revision: number, withdrawn = revision): void => {
    newest = revision;
    withdrawal = withdrawn;
    lowerSince = undefined;
  };

  const observe = (revision: number, withdrawn?: number): void => {
    if (revision >= newest) accept(revision, withdrawn);
  };

  /** A provider that lags announces a lower number for a short time. */
  const setChecked = (revision: number, withdrawn?: number): void => {
    lowerSince ??= now();
    if (revision < newest) {
      if (now() - lowerSince < LOWER_MS) return;
      newestOfPrevious = Math.max(newestOfPrevious, newest);
    }
    accept(revision, withdrawn);
  };

  const setOutage = (reason: string | undefined): void => {
    if (reason !== undefined && outage === undefined) {
      outage = { since: now(), reason };
      log?.error({ reason }, 'provider unreachable');
    } else if (reason === undefined && outage !== undefined) {
      log?.warn({ seconds: Math.round((now() - outage.since) / 1000) }, 'provider reachable again');
      outage = undefined;
    }
  };

  const check = async (): Promise<void> => {
    try {
      const response = await fetch(new URL('/api/revision', providerUrl), { redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
      await response.body?.cancel();
      // Its database is unreachable, or a load balancer has no provider.
      if (response.status >= 500) return setOutage(`It responds with ${response.status}.`);
      const counted = readRevision(response.headers.get(REVISION_HEADER));
      if (counted !== undefined) setChecked(counted, readRevision(response.headers.get(WITHDRAWAL_HEADER)));
      uncounted = counted === undefined ? Math.floor(now() / UNCOUNTED_LIFETIME_MS) : undefined;
      setOutage(undefined);
    } catch (error) {
      const { cause } = error instanceof Error ? error : {};
      setOutage(getErrorMessage(cause ?? error));
    } finally {
      checkedAt = now();
    }
  };

  /** Concurrent calls share one request. */
  const update = (): Promise<void> => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  /** The revision at the last contact. */
  const getLast = (): number => uncounted ?? newest;

  /** The revisions whose pages may be served after the last contact. */
  const getRange = (): RevisionRange => {
    if (uncounted !== undefined) return { oldest: uncounted, newest: uncounted };
    return { oldest: Math.max(withdrawal, Math.min(newest, newestOfPrevious + 1)), newest };
  };

  const getRevision: GetRevision = async () => {
    if (now() - checkedAt >= CHECK_INTERVAL_MS) {
      const updated = update();
      if (outage === undefined) await updated;
    }
    return outage === undefined ? getLast() : undefined;
  };

  return {
    getRevision,
    getLast,
    getRange,
    newest: { get: () => newest, observe } satisfies NewestRevision,
    getOutage: (): Outage | undefined => outage,
    /** Checks every second, so that the last contact before an outage is recent, until the returned function is called. */
    watch: (): (() => void) => {
      const timer = setInterval(() => void update(), CHECK_INTERVAL_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
};
export type ContentRevision = ReturnType<typeof createContentRevision>;
