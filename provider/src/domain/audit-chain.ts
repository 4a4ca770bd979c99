import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of an entry that the chain covers, in this order. Changing the order or the separator would invalidate every existing chain. */
export interface ChainedEntry {
  readonly number: number;
  readonly at: string;
  readonly category: string;
  readonly action: string;
  readonly outcome: string;
  readonly actor_id: string;
  readonly actor_role: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly facts: string;
  readonly details_hash: string;
  readonly previous_hash: string;
}

/**
 * Returns the hash of an entry. The key is not in the database, so an attacker who can only write to the database cannot recompute the hashes of a changed
 * chain.
 */
export const hashEntry = (key: string, entry: ChainedEntry): string => {
  const { number, at, category, action, outcome, actor_id, actor_role, subject_kind, subject_id, facts, details_hash, previous_hash } = entry;
  const parts = [number, at, category, action, outcome, actor_id, actor_role, subject_kind, subject_id, facts, details_hash, previous_hash];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
};

/** Signs the last entry. Seals of earlier entries are not kept, so an attacker cannot truncate the chain unnoticed. */
export const sealHead = (key: string, number: number, hash: string): string => createHmac('sha256', key).update(`head ${number} ${hash}`).digest('hex');

/** Hashes personal values with a random salt. The salt is erased together with the values, so that they cannot be guessed from the hash afterwards. */
export const hashDetails = (salt: string, details: string, searchText: string): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, details, searchText]))
    .digest('hex');

export const isSameHash = (first: string, second: string): boolean => {
  const [a, b] = [Buffer.from(first), Buffer.from(second)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Returns `1-3,7` for 1, 2, 3 and 7. The numbers must be in ascending order. */
export const formatRanges = (numbers: readonly number[]): string => {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');
};

/** Creates a function that checks whether any of these `formatRanges` results contains a number. */
export const createRangeTest = (texts: readonly string[]): ((number: number) => boolean) => {
  const ranges = texts
    .flatMap((text) => text.split(','))
    .map((range) => {
      const [from, to = from] = range.split('-').map(Number);
      return { from: from ?? 0, to: to ?? 0 };
    });
  return (number) => ranges.some(({ from, to }) => from <= number && number <= to);
};
