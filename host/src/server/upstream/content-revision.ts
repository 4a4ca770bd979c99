import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

const CHECK_INTERVAL_MS = 1000;
/** How long pages may be cached if the provider does not send revisions. */
const UNCOUNTED_LIFETIME_MS = 5000;
const CHECK_TIMEOUT_MS = 1500;
/** Longer than one provider lags behind another. After that a lower number means another database. */
const LOWER_MS = 3000;

/** What a provider says of its content with a response. */
export interface AnnouncedRevision {
  /** The number of the last change. */
  readonly number: number;
  /** Since this revision nothing has changed for visitors. */
  readonly visible: number;
  /** Since this revision nothing has been withdrawn. */
  readonly withdrawal: number;
}

const readNumber = (header: unknown): number | undefined => (typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined);

/** Undefined when the server does not count. What it does not say is assumed of its last change. */
export const readRevision = (getHeader: (name: string) => unknown): AnnouncedRevision | undefined => {
  const number = readNumber(getHeader('x-content-revision'));
  if (number === undefined) return undefined;
  return { number, visible: readNumber(getHeader('x-public-revision')) ?? number, withdrawal: readNumber(getHeader('x-withdrawal-revision')) ?? number };
};

/** Returns the revisions whose pages are current, as this host knows them, at most a second old; undefined while the provider does not respond, for which no page waits. */
type GetCurrent = () => Promise<RevisionRange | undefined>;

/** The newest revision that any provider has announced to this host, so that no older content is accepted from another one. */
export interface NewestRevision {
  /** 0 before the first response. */
  get(): number;
  /** Notes what a response has announced. */
  observe(announced: AnnouncedRevision): void;
}

/** Revisions, both included. */
export interface RevisionRange {
  readonly oldest: number;
  readonly newest: number;
}

export const isWithin = (revision: number, { oldest, newest }: RevisionRange): boolean => revision >= oldest && revision <= newest;

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
  let last: AnnouncedRevision = { number: 0, visible: 0, withdrawal: 0 };
  /** The newest revision of the database before this one: numbers up to it may be those of either. */
  let newestOfPrevious = -1;
  let lowerSince: number | undefined;
  /** The revision of a provider that does not count, at the last contact. */
  let uncounted: number | undefined;
  let outage: Outage | undefined;

  const accept = (announced: AnnouncedRevision): void => {
    last = announced;
    lowerSince = undefined;
  };

  const observe = (announced: AnnouncedRevision): void => {
    if (announced.number >= last.number) accept(announced);
  };

  /** A provider that lags announces a lower number for a short time. */
  const setChecked = (announced: AnnouncedRevision): void => {
    lowerSince ??= now();
    if (announced.number < last.number) {
      if (now() - lowerSince < LOWER_MS) return;
      newestOfPrevious = Math.max(newestOfPrevious, last.number);
    }
    accept(announced);
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
      const counted = readRevision((name) => response.headers.get(name));
      if (counted !== undefined) setChecked(counted);
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
  const getLast = (): number => uncounted ?? last.number;

  const getSince = (revision: number): RevisionRange => {
    if (uncounted !== undefined) return { oldest: uncounted, newest: uncounted };
    return { oldest: Math.max(revision, Math.min(last.number, newestOfPrevious + 1)), newest: last.number };
  };

  const getCurrent: GetCurrent = async () => {
    if (now() - checkedAt >= CHECK_INTERVAL_MS) {
      const updated = update();
      if (outage === undefined) await updated;
    }
    return outage === undefined ? getSince(last.visible) : undefined;
  };

  return {
    getCurrent,
    getLast,
    /** The revisions whose pages show nothing that is known to have been withdrawn: they may be served after the last contact. */
    getRange: (): RevisionRange => getSince(last.withdrawal),
    newest: { get: () => last.number, observe } satisfies NewestRevision,
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
