import type { ActiveSet } from './active-set.ts';

/** Derived sets by base and key. An entry lives as long as its base. */
const derivedSets = new WeakMap<ActiveSet, Map<string, ActiveSet>>();

/** Returns the same set for the same base and key, because caches are keyed by set. */
export const deriveSet = (base: ActiveSet, key: string, create: () => ActiveSet): ActiveSet => {
  const sets = derivedSets.get(base) ?? new Map<string, ActiveSet>();
  derivedSets.set(base, sets);
  const set = sets.get(key) ?? create();
  sets.set(key, set);
  return set;
};
