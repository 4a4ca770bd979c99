import type { ExternalLink } from '@site/shared/contracts/external-link';

export type LinkOutcome = { readonly kind: 'response'; readonly httpStatus: number } | { readonly kind: 'fault'; readonly reason: LinkFaultReason };
export type LinkFaultReason = Exclude<ExternalLink['reason'], '' | 'http'>;

export interface LinkRecord {
  readonly state: ExternalLink['state'];
  readonly reason: ExternalLink['reason'];
  readonly httpStatus: number | null;
  readonly failedAt: string | null;
  readonly failures: number;
}

/** Statuses of pages that no longer exist, for which a second check is unnecessary. */
const GONE_STATUSES = [404, 410];
/** Statuses sent by sites that reject bots or require a sign-in. Visitors may get a different response. */
const REFUSAL_STATUSES = [401, 403, 405, 406, 407, 429, 451, 999];
/** Reasons why the server cannot check a link, although it may work for visitors. */
const UNVERIFIABLE_REASONS: readonly LinkFaultReason[] = ['private-address', 'address', 'untrusted'];

const HOUR_MS = 3_600_000;
/** Lagos is one hour ahead of UTC all year. */
const LAGOS_OFFSET_HOURS = 1;

/** Returns the day in Lagos on which the night that includes this time began. A night begins at `hour`. */
export const getNightDate = (now: Date, hour: number): string => new Date(now.getTime() + (LAGOS_OFFSET_HOURS - hour) * HOUR_MS).toISOString().slice(0, 10);

const isFailure = (outcome: LinkOutcome): boolean => outcome.kind === 'fault' || outcome.httpStatus >= 400;

const isUnverifiable = (outcome: LinkOutcome): boolean =>
  outcome.kind === 'fault' ? UNVERIFIABLE_REASONS.includes(outcome.reason) : REFUSAL_STATUSES.includes(outcome.httpStatus);

/**
 * Returns the updated record of a link. A link is broken if its page no longer exists, or if it fails again on a later night, because sites recover from
 * outages.
 */
export const classifyLink = (before: Pick<LinkRecord, 'failedAt' | 'failures'>, outcome: LinkOutcome, now: Date, hour: number): LinkRecord => {
  const httpStatus = outcome.kind === 'response' ? outcome.httpStatus : null;
  const reason = outcome.kind === 'response' ? 'http' : outcome.reason;
  if (!isFailure(outcome)) return { state: 'works', reason: '', httpStatus, failedAt: null, failures: 0 };
  if (isUnverifiable(outcome)) return { state: 'unverifiable', reason, httpStatus, failedAt: null, failures: 0 };
  const failedAt = before.failedAt ?? now.toISOString();
  const isRepeated = getNightDate(new Date(failedAt), hour) < getNightDate(now, hour);
  const isGone = GONE_STATUSES.some((status) => status === httpStatus);
  return { state: isGone || isRepeated ? 'broken' : 'failing', reason, httpStatus, failedAt, failures: before.failures + 1 };
};
