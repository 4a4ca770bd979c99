import { describeError } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import { CanaryComparison, type CanaryRules } from './canary-comparison.ts';
import { EMPTY_TALLY, type Outcome, type Tally } from './canary-evidence.ts';
import type { Fault } from './faults.ts';

/** A canary of the registry, with the version that it is compared with. */
export interface MonitoredCanary extends CanaryRules {
  readonly remote: string;
  readonly version: string;
  readonly activeVersion: string | undefined;
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
const SETS_LIMIT = 200;
/** What a page survives, or the browser blocked, is not counted. */
const COUNTED_FAULTS: readonly Fault['kind'][] = ['load', 'hydration', 'error'];

/**
 * Compares each canary with the active version by what this host sees of both, and ends it: as the active version or as a bad one. A request alone is no evidence: what counts
 * is what a browser says that has a number of this site, as a part of what its address may add.
 */
export const createCanaryMonitor = ({ getCanaries, undo, promote, log, now = Date.now }: CanaryMonitorOptions) => {
  const comparisons = new Map<string, CanaryComparison>();
  /** Unix times in milliseconds before which no decision is written again. */
  const retries = new WeakMap<CanaryComparison, number>();
  /** Sets that visitors have got: a fault in a preview is no fault of a visitor. */
  const sets = new Set<string>();

  const findCanary = (remote: string): MonitoredCanary | undefined => getCanaries().find((canary) => canary.remote === remote);

  const getComparison = ({ remote, since }: MonitoredCanary): CanaryComparison => {
    const existing = comparisons.get(remote);
    if (existing?.since === since) return existing;
    const created = new CanaryComparison(since);
    comparisons.set(remote, created);
    return created;
  };

  const decide = (canary: MonitoredCanary, comparison: CanaryComparison): void => {
    if (now() < (retries.get(comparison) ?? 0)) return;
    const verdict = comparison.judge(canary, now());
    if (verdict === undefined) return;
    retries.set(comparison, now() + RETRY_MS);
    const { remote, version } = canary;
    const decision = verdict.end === 'promote' ? promote(canary) : undo(canary, `canary: ${verdict.reason}`);
    decision.catch((error: unknown) => log.warn({ remote, version, reason: describeError(error) }, 'canary could not be ended'));
  };

  const record = (canary: MonitoredCanary, version: string, outcomes: readonly Outcome[]): void => {
    const comparison = getComparison(canary);
    for (const outcome of outcomes) {
      if (version === canary.activeVersion) comparison.countActive(outcome);
      if (version !== canary.version) continue;
      comparison.countCanary(outcome, canary.limits.faultRate);
      decide(canary, comparison);
    }
  };

  return {
    countRender: (remote: string, version: string, isFailed: boolean): void => {
      const canary = findCanary(remote);
      if (canary !== undefined) record(canary, version, [isFailed ? 'failed-render' : 'render']);
    },
    /** Notes that a page of the set with this id was sent to an address. Its remote has this version in it. */
    noteServed: (set: string, remote: string, version: string, address: string): void => {
      if (sets.size >= SETS_LIMIT) sets.clear();
      sets.add(set);
      const canary = findCanary(remote);
      if (canary === undefined || version !== canary.version) return;
      const comparison = getComparison(canary);
      comparison.noteServed(address, now());
      if (comparison.isNeverShown(now())) decide(canary, comparison);
    },
    /** Counts a page view that a browser with a number has completed. */
    countView: (set: string, remote: string, version: string, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set)) return;
      record(canary, version, getComparison(canary).admitView(version, address));
    },
    /** Counts a fault that a browser with a number has reported. */
    countFault: ({ kind, remote, version, set }: Fault, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set) || !COUNTED_FAULTS.includes(kind)) return;
      record(canary, version, getComparison(canary).admitFault(version, address));
    },
    /** What was counted of the canary of a remote since it began. */
    getTally: (remote: string): Tally => comparisons.get(remote)?.tally ?? EMPTY_TALLY,
  };
};
export type CanaryMonitor = ReturnType<typeof createCanaryMonitor>;
