import { diffArrays } from 'diff';

/** A text when it was opened, the user's current text, and the text that a colleague has saved since. */
interface TextVersions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A passage that both users changed in different ways. */
export interface TextConflict {
  readonly mine: string;
  readonly theirs: string;
}

/** Part of a merged text, in document order. */
export type MergedPart = { readonly text: string } | TextConflict;

/** Replaces blocks `start` to `end` of the base. */
interface Change<Block = string> {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
}

/** Maximum number of different blocks to compare one by one, because the comparison time grows quadratically. */
const MAX_DIFFERENT_BLOCKS = 1000;

/** Compares blocks without surrounding white space, because imported HTML has line breaks that the text field omits. */
export const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();

/** Splits HTML from the sanitiser or our text field into top-level elements, each with its trailing white space. Joining them gives the original HTML. */
export const splitBlocks = (html: string): string[] => {
  const blocks: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of html.matchAll(/<(\/?)[^>]*>\s*/g)) {
    const isVoid = /^<(?:br|hr|img)\b/.test(tag);
    if (!isVoid) depth += slash === '/' ? -1 : 1;
    if (depth > 0) continue;
    const end = index + tag.length;
    blocks.push(html.slice(start, end));
    start = end;
  }
  return start < html.length ? [...blocks, html.slice(start)] : blocks;
};

/** Returns the changes that turn the blocks of the base into those of the other side, in document order. */
export const listChanges = <Block>(base: readonly Block[], side: readonly Block[], isSame: (one: Block, other: Block) => boolean): Change<Block>[] => {
  const parts = diffArrays([...base], [...side], { comparator: isSame, maxEditLength: MAX_DIFFERENT_BLOCKS });
  if (parts === undefined) return [{ start: 0, end: base.length, blocks: side }];
  const changes: Change<Block>[] = [];
  let end = 0;
  let removed = 0;
  let added: readonly Block[] = [];
  const close = (): void => {
    const start = end - removed;
    // The number of blocks is unchanged, so each block is a new version of the block at the same position.
    if (removed === added.length) changes.push(...added.map((block, index) => ({ start: start + index, end: start + index + 1, blocks: [block] })));
    else changes.push({ start, end, blocks: added });
    removed = 0;
    added = [];
  };
  for (const { value, added: isAdded, removed: isRemoved } of parts) {
    if (!isAdded && !isRemoved) close();
    if (isAdded) added = value;
    else end += value.length;
    if (isRemoved) removed = value.length;
  }
  close();
  return changes;
};

/** A range of the base with the changes of each side. */
interface ChangedRange {
  readonly start: number;
  readonly end: number;
  readonly mine: readonly Change[];
  readonly theirs: readonly Change[];
}

type BlockRange = Pick<ChangedRange, 'start' | 'end'>;

/** Whether the two ranges share a block or insert at the same position. */
const isOverlapping = (one: BlockRange, other: BlockRange): boolean =>
  (one.start < other.end && other.start < one.end) || (one.start === other.start && one.end === other.end);

/** Groups overlapping changes. */
const listChangedRanges = (mine: readonly Change[], theirs: readonly Change[]): ChangedRange[] => {
  const singleRanges = [
    ...mine.map(({ start, end }, index) => ({ start, end, mine: mine.slice(index, index + 1), theirs: [] })),
    ...theirs.map(({ start, end }, index) => ({ start, end, mine: [], theirs: theirs.slice(index, index + 1) })),
  ].sort((one, other) => one.start - other.start || one.end - other.end);
  const ranges: ChangedRange[] = [];
  for (const range of singleRanges) {
    const last = ranges.at(-1);
    if (last === undefined || !isOverlapping(last, range)) ranges.push(range);
    else {
      const end = Math.max(last.end, range.end);
      ranges.splice(-1, 1, { start: last.start, end, mine: [...last.mine, ...range.mine], theirs: [...last.theirs, ...range.theirs] });
    }
  }
  return ranges;
};

/** Applies the changes to the blocks of the range. */
const applyChanges = (base: readonly string[], { start, end }: BlockRange, changes: readonly Change[]): string => {
  let position = start;
  const blocks = changes.flatMap((change) => {
    const unchanged = base.slice(position, change.start);
    position = change.end;
    return [...unchanged, ...change.blocks];
  });
  return [...blocks, ...base.slice(position, end)].join('');
};

const mergeRange = (base: readonly string[], range: ChangedRange): MergedPart => {
  const mine = applyChanges(base, range, range.mine);
  const theirs = applyChanges(base, range, range.theirs);
  if (range.theirs.length === 0 || isSameText(mine, theirs)) return { text: mine };
  return range.mine.length === 0 ? { text: theirs } : { mine, theirs };
};

/** Merges by block. There is a conflict only if both users changed the same block or inserted at the same position. */
export const mergeTexts = ({ mine, theirs, ...versions }: TextVersions): MergedPart[] => {
  const base = splitBlocks(versions.base);
  const ranges = listChangedRanges(listChanges(base, splitBlocks(mine), isSameText), listChanges(base, splitBlocks(theirs), isSameText));
  let position = 0;
  const parts = ranges.flatMap((range): MergedPart[] => {
    const text = base.slice(position, range.start).join('');
    position = range.end;
    return [{ text }, mergeRange(base, range)];
  });
  return [...parts, { text: base.slice(position).join('') }];
};
