import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Values } from './editor-config.ts';
import { isSameText, type MergedPart, mergeTexts, type TextConflict } from './merge-texts.ts';

/** Values of a document when it was opened, the user's current values, and the values that a colleague has saved since. */
interface Versions {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** A field, or some of its blocks, that both users changed in different ways. */
export interface Conflict extends TextConflict {
  readonly name: string;
  /** Identifies the conflict within the document. */
  readonly key: string;
}

const mergeParts = ({ fields }: Pick<ContentKind, 'fields'>, name: string, versions: Versions): MergedPart[] => {
  const [base = '', mine = '', theirs = ''] = [versions.base[name], versions.mine[name], versions.theirs[name]];
  if (isSameText(mine, base)) return [{ text: theirs }];
  if (isSameText(theirs, base) || isSameText(mine, theirs)) return [{ text: mine }];
  return fields[name]?.format === 'rich-text' ? mergeTexts({ base, mine, theirs }) : [{ mine, theirs }];
};

const mergeField = (content: Pick<ContentKind, 'fields'>, name: string, versions: Versions) =>
  mergeParts(content, name, versions).map((part, index) => ('text' in part ? part : { ...part, name, key: `${name}-${index}` }));

/** Finds the conflicts. A rich text field has one conflict for each passage that both users changed. */
export const findConflicts = (content: Pick<ContentKind, 'fields'>, names: readonly string[], versions: Versions): Conflict[] =>
  names.flatMap((name) => mergeField(content, name, versions)).filter((part) => 'key' in part);

/** Merges both users' changes. For conflicts, uses the colleague's text if the key is in `taken`, and the user's text otherwise. */
export const mergeValues = (content: Pick<ContentKind, 'fields'>, versions: Versions, taken: ReadonlySet<string> = new Set()): Values => {
  const merge = (name: string): string =>
    mergeField(content, name, versions)
      .map((part) => ('text' in part ? part.text : taken.has(part.key) ? part.theirs : part.mine))
      .join('');
  return { ...versions.mine, ...Object.fromEntries(Object.keys(versions.theirs).map((name) => [name, merge(name)])) };
};
