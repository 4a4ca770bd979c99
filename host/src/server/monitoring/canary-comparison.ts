import { LRUCache } from 'lru-cache';
import {
  addOutcome,
  count,
  EMPTY_TALLY,
  type Evidence,
  findReasonToUndo,
  getToleratedRates,
  isAsGood,
  NO_EVIDENCE,
  type Outcome,
  type Tally,
} from './canary-evidence.ts';

/** The conditions under which a canary may become the active version. */
export interface CanaryRules {
  /** When the canary started, as an ISO-8601 timestamp. */
  readonly since: string;
  readonly share: number;
  /** True if no version of the remote may become active. */
  readonly isFrozen: boolean;
  readonly limits: { readonly faultRate: number; readonly views: number; readonly minutes: number };
}

type Verdict = { readonly end: 'promote' } | { readonly end: 'undo'; readonly reason: string };

const MINUTE_MS = 60_000;
const ADDRESSES_LIMIT = 10_000;
/** Limits on what one address may contribute. More would describe that client rather than the version, and these faults alone cannot end a canary. */
const LIMITS_PER_ADDRESS = { views: 20, faults: 3 };
/** A canary counts as never shown after its pages were sent to this many addresses over this time, while the active version had this many views. */
const NEVER_SHOWN = { addresses: 20, ms: MINUTE_MS, activeViews: 20 };

/** What this host has observed of one canary, and of the active version since the canary started. */
export class CanaryComparison {
  #canary = EMPTY_TALLY;
  #active = EMPTY_TALLY;
  #evidence: Evidence = NO_EVIDENCE;
  /** Counted views and faults, by version and address. */
  readonly #added = new LRUCache<string, { views: number; faults: number }>({ max: ADDRESSES_LIMIT });
  /** The addresses that were sent a page of the canary, and when the first one was (Unix time in milliseconds). */
  readonly #served = new Set<string>();
  #servedAt = 0;

  constructor(readonly since: string) {}

  get tally(): Tally {
    return this.#canary;
  }

  countActive(outcome: Outcome): void {
    this.#active = count(this.#active, outcome);
  }

  countCanary(outcome: Outcome, faultRate: number): void {
    this.#canary = count(this.#canary, outcome);
    this.#evidence = addOutcome(this.#evidence, outcome, getToleratedRates(this.#active, faultRate));
  }

  /** Records that an address was sent a page of the canary. */
  noteServed(address: string, now: number): void {
    if (this.#served.size === 0) this.#servedAt = now;
    if (this.#served.size < NEVER_SHOWN.addresses) this.#served.add(address);
  }

  /** The outcomes to count for a page view from an address. */
  admitView(version: string, address: string): readonly Outcome[] {
    const added = this.#getAdded(version, address);
    if (added.views >= LIMITS_PER_ADDRESS.views) return [];
    added.views += 1;
    return ['view'];
  }

  /** The outcomes to count for a fault reported from an address. */
  admitFault(version: string, address: string): readonly Outcome[] {
    const added = this.#getAdded(version, address);
    if (added.faults >= LIMITS_PER_ADDRESS.faults) return [];
    added.faults += 1;
    if (added.views >= added.faults) return ['browser-fault'];
    // A page that fails before it is complete reports no view.
    added.views += 1;
    return ['view', 'browser-fault'];
  }

  isNeverShown(now: number): boolean {
    const hasShownActive = this.#canary.views === 0 && this.#active.views >= NEVER_SHOWN.activeViews;
    return hasShownActive && this.#served.size >= NEVER_SHOWN.addresses && now - this.#servedAt >= NEVER_SHOWN.ms;
  }

  /** Decides how the canary ends; undefined while it continues. */
  judge({ since, share, isFrozen, limits }: CanaryRules, now: number): Verdict | undefined {
    const reason = findReasonToUndo(this.#evidence, this.#canary) ?? (this.isNeverShown(now) ? 'no browser has shown a page of it' : undefined);
    if (reason !== undefined) return { end: 'undo', reason };
    const isDue = share > 0 && !isFrozen && this.#canary.views >= limits.views && now - Date.parse(since) >= limits.minutes * MINUTE_MS;
    return isDue && isAsGood(this.#canary, getToleratedRates(this.#active, limits.faultRate)) ? { end: 'promote' } : undefined;
  }

  #getAdded(version: string, address: string): { views: number; faults: number } {
    const key = `${version} ${address}`;
    const added = this.#added.get(key) ?? { views: 0, faults: 0 };
    this.#added.set(key, added);
    return added;
  }
}
