import { describeError } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import { CanaryComparison, type CanaryRules } from './canary-comparison.ts';
import { EMPTY_TALLY, type Outcome, type Tally } from './canary-evidence.ts';
import type { Fault } from './faults.ts';

/** A canary in the registry, and the version that it is compared with. */
export interface MonitoredCanary extends CanaryRules {
  readonly remote: string;
  readonly version: string;
  readonly activeVersion: string | undefined;
}

interface CanaryMonitorOptions {
  readonly getCanaries: () => readonly MonitoredCanary[];
  /** Both functions write to the registry. They reject if it cannot be written, or if the canary has ended. */
  readonly undo: (canary: MonitoredCanary, reason: string) => Promise<unknown>;
  readonly promote: (canary: MonitoredCanary) => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

/** Delay before the same decision is written again; the registry is read in the meantime. */
const RETRY_MS = 1000;
const MAX_SETS = 200;
/** The kinds of faults that count. All other kinds leave the page usable. */
const COUNTED_FAULTS: readonly Fault['kind'][] = ['load', 'hydration', 'error'];

/**
 * Compares each canary with the active version, based on what this host observes of both, and promotes or undoes the canary. A request alone is no evidence:
 * browser reports count only with a number that this site has signed, and within the limits of their IP address.
 */
export const createCanaryMonitor = ({ getCanaries, undo, promote, log, now = Date.now }: CanaryMonitorOptions) => {
  const comparisons = new Map<string, CanaryComparison>();
  /** Unix times in milliseconds before which a decision is not written again. */
  const retries = new WeakMap<CanaryComparison, number>();
  /** Ids of sets that were sent to visitors. Faults in other sets, such as previews, do not count. */
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
    /** Records that a page of the set with this id was sent to an address, with this version of its remote. */
    noteServed: (set: string, remote: string, version: string, address: string): void => {
      if (sets.size >= MAX_SETS) sets.clear();
      sets.add(set);
      const canary = findCanary(remote);
      if (canary === undefined || version !== canary.version) return;
      const comparison = getComparison(canary);
      comparison.noteServed(address, now());
      if (comparison.isNeverShown(now())) decide(canary, comparison);
    },
    /** Counts a page view reported by a browser with a signed number. */
    countView: (set: string, remote: string, version: string, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set)) return;
      record(canary, version, getComparison(canary).admitView(version, address));
    },
    /** Counts a fault reported by a browser with a signed number. */
    countFault: ({ kind, remote, version, set }: Fault, address: string): void => {
      const canary = findCanary(remote);
      if (canary === undefined || !sets.has(set) || !COUNTED_FAULTS.includes(kind)) return;
      record(canary, version, getComparison(canary).admitFault(version, address));
    },
    /** The tally of a remote's canary since it started. */
    getTally: (remote: string): Tally => comparisons.get(remote)?.tally ?? EMPTY_TALLY,
  };
};
export type CanaryMonitor = ReturnType<typeof createCanaryMonitor>;
