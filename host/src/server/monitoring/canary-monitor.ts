import { describeError } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import {
  addOutcome,
  count,
  EMPTY_TALLY,
  type Evidence,
  findReasonToUndo,
  getTolerated,
  isAsGood,
  NO_EVIDENCE,
  type Outcome,
  type Tally,
} from './canary-evidence.ts';
import type { Fault } from './faults.ts';

/** A canary of the registry, with the version that it is compared with. */
export interface MonitoredCanary {
  readonly remote: string;
  readonly version: string;
  readonly activeVersion: string | undefined;
  /** ISO-8601. */
  readonly since: string;
  readonly share: number;
  /** No version of the remote may become active. */
  readonly isFrozen: boolean;
  readonly limits: { readonly faultRate: number; readonly views: number; readonly minutes: number };
}

interface Comparison {
  readonly since: string;
  canary: Tally;
  active: Tally;
  evidence: Evidence;
  /** Unix time in milliseconds before which no decision is written again. */
  notBefore: number;
}

interface CanaryMonitorOptions {
  readonly getCanaries: () => readonly MonitoredCanary[];
  /** Both write to the registry, and reject when it cannot be written or the canary has ended. */
  readonly undo: (canary: MonitoredCanary, reason: string) => Promise<unknown>;
  readonly promote: (canary: MonitoredCanary) => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

/** Between two attempts to write the same decision: the registry is read again in the meantime. */
const RETRY_MS = 1000;
const MINUTE_MS = 60_000;
const SETS_LIMIT = 200;
/** What a page survives, or the browser blocked, is not counted. */
const COUNTED_FAULTS: readonly Fault['kind'][] = ['load', 'hydration', 'error'];

/** Compares each canary with the active version by what this host sees of both, and ends it: as the active version or as a bad one. */
export const createCanaryMonitor = ({ getCanaries, undo, promote, log, now = Date.now }: CanaryMonitorOptions) => {
  const comparisons = new Map<string, Comparison>();
  /** Sets whose page views were counted: a fault in a preview is no fault of a visitor. */
  const counted = new Set<string>();

  const getComparison = ({ remote, since }: MonitoredCanary): Comparison => {
    const known = comparisons.get(remote);
    if (known?.since === since) return known;
    const created = { since, canary: EMPTY_TALLY, active: EMPTY_TALLY, evidence: NO_EVIDENCE, notBefore: 0 };
    comparisons.set(remote, created);
    return created;
  };

  const decide = (canary: MonitoredCanary, comparison: Comparison, tolerated: Evidence): void => {
    const { share, isFrozen, since, limits, remote, version } = canary;
    if (now() < comparison.notBefore) return;
    const reason = findReasonToUndo(comparison.evidence, comparison.canary);
    const isDue = share > 0 && !isFrozen && comparison.canary.views >= limits.views && now() - Date.parse(since) >= limits.minutes * MINUTE_MS;
    if (reason === undefined && !(isDue && isAsGood(comparison.canary, tolerated))) return;
    comparison.notBefore = now() + RETRY_MS;
    const decision = reason === undefined ? promote(canary) : undo(canary, `canary: ${reason}`);
    decision.catch((error: unknown) => log.warn({ remote, version, reason: describeError(error) }, 'canary could not be ended'));
  };

  /** One broken browser must not end a canary: of each page view at most one fault counts. */
  const isCounted = (outcome: Outcome, { views, browserFaults }: Tally): boolean => outcome !== 'browser-fault' || browserFaults < views;

  const record = (remote: string, version: string, outcome: Outcome): void => {
    const canary = getCanaries().find((each) => each.remote === remote);
    if (canary === undefined) return;
    const comparison = getComparison(canary);
    if (version === canary.activeVersion && isCounted(outcome, comparison.active)) comparison.active = count(comparison.active, outcome);
    if (version !== canary.version || !isCounted(outcome, comparison.canary)) return;
    const tolerated = getTolerated(comparison.active, canary.limits.faultRate);
    comparison.canary = count(comparison.canary, outcome);
    comparison.evidence = addOutcome(comparison.evidence, outcome, tolerated);
    decide(canary, comparison, tolerated);
  };

  return {
    countRender: (remote: string, version: string, isFailed: boolean): void => record(remote, version, isFailed ? 'failed-render' : 'render'),
    /** A page of the set with this id, whose remote has this version in it. */
    countView: (set: string, remote: string, version: string): void => {
      if (getCanaries().length === 0) return;
      if (counted.size >= SETS_LIMIT) counted.clear();
      counted.add(set);
      record(remote, version, 'view');
    },
    countFault: ({ kind, remote, version, set }: Fault): void => {
      if (COUNTED_FAULTS.includes(kind) && counted.has(set)) record(remote, version, 'browser-fault');
    },
    /** What was counted of the canary of a remote since it began. */
    getTally: (remote: string): Tally => comparisons.get(remote)?.canary ?? EMPTY_TALLY,
  };
};
export type CanaryMonitor = ReturnType<typeof createCanaryMonitor>;
