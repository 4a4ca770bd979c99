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

/** When a canary may become the active version. */
export interface CanaryRules {
  /** ISO-8601. */
  readonly since: string;
  readonly share: number;
  /** No version of the remote may become active. */
  readonly isFrozen: boolean;
  readonly limits: { readonly faultRate: number; readonly views: number; readonly minutes: number };
}

type Verdict = { readonly end: 'promote' } | { readonly end: 'undo'; readonly reason: string };

const MINUTE_MS = 60_000;
const ADDRESSES_LIMIT = 10_000;
/** What one address may add: more of it says something about that client, and nothing about the version. The faults of one are too few to end a canary. */
const LIMITS_PER_ADDRESS = { views: 20, faults: 3 };
/** A canary that so many addresses got, for so long, and of which no browser has shown a page, while it has shown so many of the active version. */
const NEVER_SHOWN = { addresses: 20, ms: MINUTE_MS, activeViews: 20 };

/** What this host has seen of one canary, and of the active version since the canary began. */
export class CanaryComparison {
  #canary = EMPTY_TALLY;
  #active = EMPTY_TALLY;
  #evidence: Evidence = NO_EVIDENCE;
  /** What each address has added, by version and address. */
  readonly #added = new LRUCache<string, { views: number; faults: number }>({ max: ADDRESSES_LIMIT });
  /** The addresses that got a page of the canary, and the Unix time in milliseconds of the first. */
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
    this.#evidence = addOutcome(this.#evidence, outcome, getTolerated(this.#active, faultRate));
  }

  /** Notes that an address got a page of the canary. */
  noteServed(address: string, now: number): void {
    if (this.#served.size === 0) this.#servedAt = now;
    if (this.#served.size < NEVER_SHOWN.addresses) this.#served.add(address);
  }

  /** The outcomes to count for a page view of an address. */
  admitView(version: string, address: string): readonly Outcome[] {
    const added = this.#getAdded(version, address);
    if (added.views >= LIMITS_PER_ADDRESS.views) return [];
    added.views += 1;
    return ['view'];
  }

  /** The outcomes to count for a fault that an address has reported. */
  admitFault(version: string, address: string): readonly Outcome[] {
    const added = this.#getAdded(version, address);
    if (added.faults >= LIMITS_PER_ADDRESS.faults) return [];
    added.faults += 1;
    if (added.views >= added.faults) return ['browser-fault'];
    // A page that fails before it is complete sends no view.
    added.views += 1;
    return ['view', 'browser-fault'];
  }

  isNeverShown(now: number): boolean {
    const hasShownActive = this.#canary.views === 0 && this.#active.views >= NEVER_SHOWN.activeViews;
    return hasShownActive && this.#served.size >= NEVER_SHOWN.addresses && now - this.#servedAt >= NEVER_SHOWN.ms;
  }

  /** How the canary ends; undefined while it continues. */
  judge({ since, share, isFrozen, limits }: CanaryRules, now: number): Verdict | undefined {
    const reason = findReasonToUndo(this.#evidence, this.#canary) ?? (this.isNeverShown(now) ? 'no browser has shown a page of it' : undefined);
    if (reason !== undefined) return { end: 'undo', reason };
    const isDue = share > 0 && !isFrozen && this.#canary.views >= limits.views && now - Date.parse(since) >= limits.minutes * MINUTE_MS;
    return isDue && isAsGood(this.#canary, getTolerated(this.#active, limits.faultRate)) ? { end: 'promote' } : undefined;
  }

  #getAdded(version: string, address: string): { views: number; faults: number } {
    const key = `${version} ${address}`;
    const added = this.#added.get(key) ?? { views: 0, faults: 0 };
    this.#added.set(key, added);
    return added;
  }
}
