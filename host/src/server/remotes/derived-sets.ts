import type { ActiveSet } from './active-set.ts';

/** Sets that were derived from another one, by what they differ in. They are kept as long as the set that they are derived from. */
const derivedSets = new WeakMap<ActiveSet, Map<string, ActiveSet>>();

/** Returns the same set for the same base and key, because caches find pages and data by their set. */
export const deriveSet = (base: ActiveSet, key: string, create: () => ActiveSet): ActiveSet => {
  const sets = derivedSets.get(base) ?? new Map<string, ActiveSet>();
  derivedSets.set(base, sets);
  const set = sets.get(key) ?? create();
  sets.set(key, set);
  return set;
};
