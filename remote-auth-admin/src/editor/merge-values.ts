import type { Values } from './editor-config.ts';

/** The values of a document when it was opened, as they are on the screen, and as somebody else has saved them since. */
interface Versions {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

const isSame = (one: Values, other: Values, name: string): boolean => (one[name] ?? '').trim() === (other[name] ?? '').trim();

/** The fields that both have changed, each in another way. */
export const findConflicts = (names: readonly string[], { base, mine, theirs }: Versions): string[] =>
  names.filter((name) => !isSame(mine, base, name) && !isSame(theirs, base, name) && !isSame(mine, theirs, name));

/** The work of both: a field that was not touched here is theirs, and so are those that are `taken` from them. */
export const mergeValues = ({ base, mine, theirs }: Versions, taken: ReadonlySet<string> = new Set()): Values => {
  const isTheirs = (name: string): boolean => taken.has(name) || isSame(mine, base, name);
  return { ...mine, ...Object.fromEntries(Object.entries(theirs).filter(([name]) => isTheirs(name))) };
};

/** Where `text` differs from the other one: after what both begin with, and before what both end with, each up to a whole word. */
export const findDifference = (text: string, other: string): readonly [start: number, end: number] => {
  if (text === other) return [0, 0];
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let after = 0;
  while (after < shorter - start && text.at(-1 - after) === other.at(-1 - after)) after += 1;
  let end = text.length - after;
  while (start > 0 && /\S/.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && /\S/.test(text[end] ?? '')) end += 1;
  return [start, end];
};
