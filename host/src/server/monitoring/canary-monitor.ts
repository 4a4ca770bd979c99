import { describeError } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
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
  /** What each address has added, by version and address. */
  readonly added: LRUCache<string, { views: number; faults: number }>;
  /** The addresses that got a page of the canary, and the Unix time in milliseconds of the first. */
  readonly served: Set<string>;
  servedAt: number;
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
const ADDRESSES_LIMIT = 10_000;
/** What one address may add: more of it says something about that client, and nothing about the version. The faults of one are too few to end a canary. */
const LIMITS_PER_ADDRESS = { views: 20, faults: 3 };
/** A canary that so many addresses got, for so long, and of which no browser has shown a page, while it has shown so many of the active version. */
const NEVER_SHOWN = { addresses: 20, ms: MINUTE_MS, activeViews: 20 };
/** What a page survives, or the browser blocked, is not counted. */
const COUNTED_FAULTS: readonly Fault['kind'][] = ['load', 'hydration', 'error'];

/**
 * Compares each canary with the active version by what this host sees of both, and ends it: as the active version or as a bad one. A request alone is no evidence: what counts
 * is what a browser says that has a number of this site, as a part of what its address may add.
 */
export const createCanaryMonitor = ({ getCanaries, undo, promote, log, now = Date.now }: CanaryMonitorOptions) => {
  const comparisons = new Map<string, Comparison>();
  /** Sets that visitors have got: a fault in a preview is no fault of a visitor. */
  const sets = new Set<string>();

  const getComparison = ({ remote, since }: MonitoredCanary): Comparison => {
    const existingEntry = comparisons.get(remote);
    if (existingEntry?.since === since) return existingEntry;
    const created: Comparison = {
      since,
      canary: EMPTY_TALLY,
      active: EMPTY_TALLY,
      evidence: NO_EVIDENCE,
      notBefore: 0,
      added: new LRUCache({ max: ADDRESSES_LIMIT }),
      served: new Set(),
      servedAt: now(),
    };
    comparisons.set(remote, created);
    return created;
  };

  const isNeverShown = ({ canary, active, served, servedAt }: Comparison): boolean =>
    canary.views === 0 && active.views >= NEVER_SHOWN.activeViews && served.size >= NEVER_SHOWN.addresses && now() - servedAt >= NEVER_SHOWN.ms;

  const findReason = (comparison: Comparison): string | undefined =>
    findReasonToUndo(comparison.evidence, comparison.canary) ?? (isNeverShown(comparison) ? 'no browser has shown a page of it' : undefined);

  const decide = (canary: MonitoredCanary, comparison: Comparison, tolerated: Evidence): void => {
    const { share, isFrozen, since, limits, remote, version } = canary;
    if (now() < comparison.notBefore) return;
    const reason = findReason(comparison);
    const isDue = share > 0 && !isFrozen && comparison.canary.views >= limits.views && now() - Date.parse(since) >= limits.minutes * MINUTE_MS;
    if (reason === undefined && !(isDue && isAsGood(comparison.canary, tolerated))) return;
    comparison.notBefore = now() + RETRY_MS;
    const decision = reason === undefined ? promote(canary) : undo(canary, `canary: ${reason}`);
    decision.catch((error: unknown) => log.warn({ remote, version, reason: describeError(error) }, 'canary could not be ended'));
  };

  const findCanary = (remote: string): MonitoredCanary | undefined => getCanaries().find((each) => each.remote === remote);

  const record = (canary: MonitoredCanary, version: string, outcome: Outcome): void => {
    const comparison = getComparison(canary);
    if (version === canary.activeVersion) comparison.active = count(comparison.active, outcome);
    if (version !== canary.version) return;
    const tolerated = getTolerated(comparison.active, canary.limits.faultRate);
    comparison.canary = count(comparison.canary, outcome);
    comparison.evidence = addOutcome(comparison.evidence, outcome, tolerated);
    decide(canary, comparison, tolerated);
  };

  /** What an address has added to what is known of a version. */
  const getAdded = (canary: MonitoredCanary, version: string, address: string): { views: number; faults: number } => {
    const { added } = getComparison(canary);
    const key = `${version} ${address}`;
    const existingEntry = added.get(key) ?? { views: 0, faults: 0 };
    added.set(key, existingEntry);
    return existingEntry;
  };

  return {
    countRender: (remote: string, version: string, isFailed: boolean): void => {
      const canary = findCanary(remote);
      if (canary !== undefined) record(canary, version, isFailed ? 'failed-render' : 'render');
    },
    /** Notes that a page of the set with this id was sent to an address. Its remote has this version in it. */
    noteServed: (set: string, remote: string, version: string, address: string): void => {
      if (sets.size >= SETS_LIMIT) sets.clear();
      sets.add(set);
      const canary = findCanary(remote);
      if (canary === undefined || version !== canary.version) return;
      const comparison = getComparison(canary);
      if (comparison.served.size === 0) comparison.servedAt = now();
      if (comparison.served.size < NEVER_SHOWN.addresses) comparison.served.add(address);
      if (isNeverShown(comparison)) decide(canary, comparison, NO_EVIDENCE);
    },
    /** Counts a page view that a browser with a number has completed. */
    countView: (set: string, remote: string, version: string, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set)) return;
      const added = getAdded(canary, version, address);
      if (added.views >= LIMITS_PER_ADDRESS.views) return;
      added.views += 1;
      record(canary, version, 'view');
    },
    /** Counts a fault that a browser with a number has reported. */
    countFault: ({ kind, remote, version, set }: Fault, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set) || !COUNTED_FAULTS.includes(kind)) return;
      const added = getAdded(canary, version, address);
      if (added.faults >= LIMITS_PER_ADDRESS.faults) return;
      added.faults += 1;
      // A page that fails before it is complete sends no view.
      if (added.views < added.faults) {
        added.views += 1;
        record(canary, version, 'view');
      }
      record(canary, version, 'browser-fault');
    },
    /** What was counted of the canary of a remote since it began. */
    getTally: (remote: string): Tally => comparisons.get(remote)?.canary ?? EMPTY_TALLY,
  };
};
export type CanaryMonitor = ReturnType<typeof createCanaryMonitor>;
