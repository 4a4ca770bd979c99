import { diffArrays } from 'diff';

/** A text when it was opened, as it is on the screen, and as a colleague has saved it since. */
interface TextVersions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A place that both have changed, each in another way. */
export interface TextConflict {
  readonly mine: string;
  readonly theirs: string;
}

/** A stretch of a merged text, in its order. */
export type Part = { readonly text: string } | TextConflict;

/** Blocks `start` to `end` of the base are replaced. */
interface Change<Block = string> {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
}

/** Two texts with more different blocks than this are not compared block by block: the time grows with the square. */
const MAX_DIFFERENT_BLOCKS = 1000;

/** Blocks whose white space around them differs are the same: an import has line breaks where the text field has none. */
export const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();

/** The outermost elements of HTML that the sanitiser or our own text field wrote, each with the space that follows; joined they are the HTML. */
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

/** What turns the blocks of the base into those of the other side, in their order. */
export const listChanges = <Block>(base: readonly Block[], side: readonly Block[], isSame: (one: Block, other: Block) => boolean): Change<Block>[] => {
  const parts = diffArrays([...base], [...side], { comparator: isSame, maxEditLength: MAX_DIFFERENT_BLOCKS });
  if (parts === undefined) return [{ start: 0, end: base.length, blocks: side }];
  const changes: Change<Block>[] = [];
  let end = 0;
  let removed = 0;
  let added: readonly Block[] = [];
  const close = (): void => {
    const start = end - removed;
    // As many blocks as before: each is the next version of the one in its place.
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

/** A stretch of the base, with what each side has changed there. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly mine: readonly Change[];
  readonly theirs: readonly Change[];
}

type Stretch = Pick<Place, 'start' | 'end'>;

/** Both change the same blocks, or insert in the same place. */
const isOverlapping = (one: Stretch, other: Stretch): boolean =>
  (one.start < other.end && other.start < one.end) || (one.start === other.start && one.end === other.end);

/** Changes that overlap are one place. */
const listPlaces = (mine: readonly Change[], theirs: readonly Change[]): Place[] => {
  const all = [
    ...mine.map(({ start, end }, index) => ({ start, end, mine: mine.slice(index, index + 1), theirs: [] })),
    ...theirs.map(({ start, end }, index) => ({ start, end, mine: [], theirs: theirs.slice(index, index + 1) })),
  ].sort((one, other) => one.start - other.start || one.end - other.end);
  const places: Place[] = [];
  for (const place of all) {
    const last = places.at(-1);
    if (last === undefined || !isOverlapping(last, place)) places.push(place);
    else {
      const end = Math.max(last.end, place.end);
      places.splice(-1, 1, { start: last.start, end, mine: [...last.mine, ...place.mine], theirs: [...last.theirs, ...place.theirs] });
    }
  }
  return places;
};

/** The blocks of the stretch with these changes. */
const applyChanges = (base: readonly string[], { start, end }: Stretch, changes: readonly Change[]): string => {
  let position = start;
  const blocks = changes.flatMap((change) => {
    const unchanged = base.slice(position, change.start);
    position = change.end;
    return [...unchanged, ...change.blocks];
  });
  return [...blocks, ...base.slice(position, end)].join('');
};

const mergePlace = (base: readonly string[], place: Place): Part => {
  const mine = applyChanges(base, place, place.mine);
  const theirs = applyChanges(base, place, place.theirs);
  if (place.theirs.length === 0 || isSameText(mine, theirs)) return { text: mine };
  return place.mine.length === 0 ? { text: theirs } : { mine, theirs };
};

/** Merges by blocks: only where both have changed the same block, or inserted in the same place, is there something to decide. */
export const mergeTexts = ({ mine, theirs, ...versions }: TextVersions): Part[] => {
  const base = splitBlocks(versions.base);
  const places = listPlaces(listChanges(base, splitBlocks(mine), isSameText), listChanges(base, splitBlocks(theirs), isSameText));
  let position = 0;
  const parts = places.flatMap((place): Part[] => {
    const text = base.slice(position, place.start).join('');
    position = place.end;
    return [{ text }, mergePlace(base, place)];
  });
  return [...parts, { text: base.slice(position).join('') }];
};
