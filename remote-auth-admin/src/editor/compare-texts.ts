import { diffWordsWithSpace } from 'diff';
import { toPlainText } from './plain-text.ts';

/** Part of a text, marked if the other text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface TextDifference {
  readonly before: readonly TextPart[];
  readonly after: readonly TextPart[];
  /** URLs of images that appear only in this text. */
  readonly imagesBefore: readonly string[];
  readonly imagesAfter: readonly string[];
  /** Whether only the formatting differs. */
  readonly isFormatOnly: boolean;
}

/** Number of characters kept at each end of a long unmarked passage. The middle is cut. */
const MAX_UNMARKED_CHARACTERS = 160;
/** Time limit, because comparing long, very different texts is slow and finds no useful common words. */
const DIFFERENCE_TIMEOUT_MS = 500;

const shorten = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * MAX_UNMARKED_CHARACTERS) return text;
  const start = isFirst ? '' : text.slice(0, MAX_UNMARKED_CHARACTERS);
  const end = isLast ? '' : text.slice(-MAX_UNMARKED_CHARACTERS);
  return `${start} … ${end}`;
};

/** Marks the words of each text that the other lacks. Cuts the middle of long common passages. */
const compareWords = (before: string, after: string): readonly [before: TextPart[], after: TextPart[]] => {
  const parts = diffWordsWithSpace(before, after, { timeout: DIFFERENCE_TIMEOUT_MS });
  if (parts === undefined) return [[{ text: before, isMarked: true }], [{ text: after, isMarked: true }]];
  const shown = parts.map(({ value, added, removed }, index) => ({
    text: added || removed ? value : shorten(value, index === 0, index === parts.length - 1),
    isMarked: added || removed,
    added,
    removed,
  }));
  const pickSide = (isOtherSide: (part: (typeof shown)[number]) => boolean): TextPart[] =>
    shown.filter((part) => !isOtherSide(part)).map(({ text, isMarked }) => ({ text, isMarked }));
  return [pickSide(({ added }) => added), pickSide(({ removed }) => removed)];
};

const listImages = (html: string): string[] => [...html.matchAll(/<img\b[^>]*?\bsrc="([^"]+)"/g)].map(([, source = '']) => source.replaceAll('&amp;', '&'));

/** Returns the differences between two values of a field: in the words and, for rich text, in the images. */
export const compareTexts = (isRichText: boolean, one: string, other: string): TextDifference => {
  const [textBefore, textAfter] = isRichText ? [toPlainText(one), toPlainText(other)] : [one, other];
  const [imagesBefore, imagesAfter] = isRichText ? [listImages(one), listImages(other)] : [[], []];
  const [before, after] = compareWords(textBefore, textAfter);
  return {
    before,
    after,
    imagesBefore: imagesBefore.filter((source) => !imagesAfter.includes(source)),
    imagesAfter: imagesAfter.filter((source) => !imagesBefore.includes(source)),
    isFormatOnly: textBefore === textAfter && imagesBefore.join() === imagesAfter.join(),
  };
};
