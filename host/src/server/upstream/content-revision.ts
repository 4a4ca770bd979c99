import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';

const CHECK_INTERVAL_MS = 1000;
/** How long pages may be cached if the provider does not send revisions. */
const UNCOUNTED_LIFETIME_MS = 5000;
const CHECK_TIMEOUT_MS = 1500;
/** Longer than one provider lags behind another. A number that stays lower for this time belongs to another database. */
const LOWER_NUMBER_GRACE_MS = 3000;

/** What a provider announces about its content in response headers. */
export interface AnnouncedRevision {
  /** Number of the last change. */
  readonly number: number;
  /** Nothing has changed for visitors since this revision. */
  readonly visible: number;
  /** Nothing has been withdrawn since this revision. */
  readonly withdrawal: number;
}

const readNumber = (header: unknown): number | undefined => (typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined);

/** Reads the announced revisions. Undefined if the server does not count changes. `visible` and `withdrawal` default to the number of the last change. */
export const readRevision = (getHeader: (name: string) => unknown): AnnouncedRevision | undefined => {
  const number = readNumber(getHeader('x-content-revision'));
  if (number === undefined) return undefined;
  return { number, visible: readNumber(getHeader('x-public-revision')) ?? number, withdrawal: readNumber(getHeader('x-withdrawal-revision')) ?? number };
};

/**
 * Returns the revisions whose pages are current, at most a second old; undefined while the provider is unreachable. Pages do not wait for an unreachable
 * provider.
 */
type GetCurrent = () => Promise<RevisionRange | undefined>;

/** The newest revision that any provider has announced to this host. Older content from other providers is not accepted. */
export interface NewestRevision {
  /** 0 before the first response. */
  get(): number;
  /** Records the revisions that a response announced. */
  observe(announced: AnnouncedRevision): void;
}

/** Range of revisions, including both ends. */
export interface RevisionRange {
  readonly oldest: number;
  readonly newest: number;
}

export const isWithin = (revision: number, { oldest, newest }: RevisionRange): boolean => revision >= oldest && revision <= newest;

/** Why the provider is unreachable, and since when (Unix time in milliseconds). */
export interface Outage {
  readonly since: number;
  readonly reason: string;
}

interface ContentRevisionOptions {
  readonly log?: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  readonly now?: () => number;
}

/** The revisions that providers have announced to this host. */
class RevisionTracker {
  #last: AnnouncedRevision = { number: 0, visible: 0, withdrawal: 0 };
  /** The newest revision of the previous database. Numbers up to this one may belong to either database. */
  #newestOfPrevious = -1;
  #lowerSince: number | undefined;
  /** The revision at the last contact, for a provider that does not count changes. */
  #uncounted: number | undefined;

  /** Records the revisions that a response announced. */
  observe(announced: AnnouncedRevision): void {
    if (announced.number >= this.#last.number) this.#accept(announced);
  }

  /** Records what a check has found. A lagging provider announces a lower number for a short time. */
  confirm(announced: AnnouncedRevision | undefined, now: number): void {
    this.#uncounted = announced === undefined ? Math.floor(now / UNCOUNTED_LIFETIME_MS) : undefined;
    if (announced === undefined) return;
    this.#lowerSince ??= now;
    if (announced.number < this.#last.number) {
      if (now - this.#lowerSince < LOWER_NUMBER_GRACE_MS) return;
      this.#newestOfPrevious = Math.max(this.#newestOfPrevious, this.#last.number);
    }
    this.#accept(announced);
  }

  get last(): AnnouncedRevision {
    return this.#last;
  }

  /** The revision at the last contact. */
  getLast(): number {
    return this.#uncounted ?? this.#last.number;
  }

  getSince(revision: number): RevisionRange {
    if (this.#uncounted !== undefined) return { oldest: this.#uncounted, newest: this.#uncounted };
    return { oldest: Math.max(revision, Math.min(this.#last.number, this.#newestOfPrevious + 1)), newest: this.#last.number };
  }

  #accept(announced: AnnouncedRevision): void {
    this.#last = announced;
    this.#lowerSince = undefined;
  }
}

/** Asks the provider for its revision, which is undefined if the provider does not count changes. Returns the reason if the provider is unreachable. */
const askProvider = async (providerUrl: string): Promise<{ readonly announced: AnnouncedRevision | undefined } | { readonly problem: string }> => {
  try {
    const response = await fetch(new URL('/api/revision', providerUrl), { redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    await response.body?.cancel();
    // The provider's database is unreachable, or the load balancer has no provider.
    if (response.status >= 500) return { problem: `It responds with ${response.status}.` };
    return { announced: readRevision((name) => response.headers.get(name)) };
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    return { problem: getErrorMessage(cause ?? error) };
  }
};

/**
 * Tracks whether the provider responds, and the content revision, which is part of the key of cached pages. The provider sends it in `x-content-revision`. For
 * a server that does not send it, the revision changes every five seconds.
 */
export const createContentRevision = (providerUrl: string, { log, now = Date.now }: ContentRevisionOptions = {}) => {
  const revisions = new RevisionTracker();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;
  let outage: Outage | undefined;

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
    const response = await askProvider(providerUrl);
    if ('announced' in response) revisions.confirm(response.announced, now());
    setOutage('problem' in response ? response.problem : undefined);
    checkedAt = now();
  };

  /** Concurrent calls share one request. */
  const update = (): Promise<void> => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  const getCurrent: GetCurrent = async () => {
    if (now() - checkedAt >= CHECK_INTERVAL_MS) {
      const updating = update();
      if (outage === undefined) await updating;
    }
    return outage === undefined ? revisions.getSince(revisions.last.visible) : undefined;
  };

  return {
    getCurrent,
    /** The revision at the last contact. */
    getLast: (): number => revisions.getLast(),
    /** Returns the revisions whose pages contain nothing known to have been withdrawn. Their pages may be served during an outage. */
    getRange: (): RevisionRange => revisions.getSince(revisions.last.withdrawal),
    newest: { get: () => revisions.last.number, observe: (announced) => revisions.observe(announced) } satisfies NewestRevision,
    getOutage: (): Outage | undefined => outage,
    /** Checks every second until the returned function is called, so that the last contact before an outage is recent. */
    watch: (): (() => void) => {
      const timer = setInterval(() => void update(), CHECK_INTERVAL_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
};
export type ContentRevision = ReturnType<typeof createContentRevision>;
