import type { ExternalLink } from '@site/shared/contracts/external-link';

/** The result of the request for a link. */
export type LinkOutcome = { readonly kind: 'answer'; readonly httpStatus: number } | { readonly kind: 'fault'; readonly reason: LinkFaultReason };
export type LinkFaultReason = Exclude<ExternalLink['reason'], '' | 'http'>;

/** The record of a link before or after a check. */
export interface LinkRecord {
  readonly state: ExternalLink['state'];
  readonly reason: ExternalLink['reason'];
  readonly httpStatus: number | null;
  /** When the current run of failures began. */
  readonly failedAt: string | null;
  readonly failures: number;
}

/** The page no longer exists, so no second night is needed. */
const GONE = [404, 410];
/** Responses of sites that reject programs or require a sign-in. Visitors may get another response. */
const REFUSED = [401, 403, 405, 406, 407, 429, 451, 999];
/** Faults that do not tell what a visitor would get. */
const UNVERIFIABLE: readonly LinkFaultReason[] = ['private-address', 'address', 'untrusted'];

const HOUR_MS = 3_600_000;
/** Lagos is one hour ahead of UTC all year. */
const LAGOS_OFFSET_HOURS = 1;

/** Returns the day in Lagos on which it was last this hour. The day identifies the night of a timestamp. */
export const getNight = (now: Date, hour: number): string => new Date(now.getTime() + (LAGOS_OFFSET_HOURS - hour) * HOUR_MS).toISOString().slice(0, 10);

const isFailure = (outcome: LinkOutcome): boolean => outcome.kind === 'fault' || outcome.httpStatus >= 400;

const isUnverifiable = (outcome: LinkOutcome): boolean =>
  outcome.kind === 'fault' ? UNVERIFIABLE.includes(outcome.reason) : REFUSED.includes(outcome.httpStatus);

/** Returns the new record of a link. A link is broken if the page no longer exists or if the link fails in a second night, because sites are repaired and restart. */
export const classifyLink = (before: Pick<LinkRecord, 'failedAt' | 'failures'>, outcome: LinkOutcome, now: Date, hour: number): LinkRecord => {
  const httpStatus = outcome.kind === 'answer' ? outcome.httpStatus : null;
  const reason = outcome.kind === 'answer' ? 'http' : outcome.reason;
  if (!isFailure(outcome)) return { state: 'works', reason: '', httpStatus, failedAt: null, failures: 0 };
  if (isUnverifiable(outcome)) return { state: 'unverifiable', reason, httpStatus, failedAt: null, failures: 0 };
  const failedAt = before.failedAt ?? now.toISOString();
  const isRepeated = getNight(new Date(failedAt), hour) < getNight(now, hour);
  const isGone = httpStatus !== null && GONE.includes(httpStatus);
  return { state: isGone || isRepeated ? 'broken' : 'failing', reason, httpStatus, failedAt, failures: before.failures + 1 };
};
