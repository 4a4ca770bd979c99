import { diffWordsWithSpace } from 'diff';
import { toPlainText } from './plain-text.ts';

/** Some of a text, and whether the other one does not have it. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface TextDifference {
  readonly before: readonly TextPart[];
  readonly after: readonly TextPart[];
  /** Addresses of images in the text that the other one does not have. */
  readonly imagesBefore: readonly string[];
  readonly imagesAfter: readonly string[];
  /** The words are the same. */
  readonly isFormatOnly: boolean;
}

/** Texts that are longer than this and have nothing marked are cut in the middle. */
const CONTEXT = 160;
/** Two very different long texts are not searched for common words. */
const DIFFERENCE_TIMEOUT_MS = 500;

const shorten = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * CONTEXT) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  const end = isLast ? '' : text.slice(-CONTEXT);
  return `${start} … ${end}`;
};

/** Two texts with what the other one does not have marked, without the middle of long passages that are in both. */
const compareWords = (before: string, after: string): readonly [before: TextPart[], after: TextPart[]] => {
  const parts = diffWordsWithSpace(before, after, { timeout: DIFFERENCE_TIMEOUT_MS });
  if (parts === undefined) return [[{ text: before, isMarked: true }], [{ text: after, isMarked: true }]];
  const shown = parts.map(({ value, added, removed }, index) => ({
    text: added || removed ? value : shorten(value, index === 0, index === parts.length - 1),
    isMarked: added || removed,
    added,
    removed,
  }));
  const pick = (isOther: (part: (typeof shown)[number]) => boolean): TextPart[] =>
    shown.filter((part) => !isOther(part)).map(({ text, isMarked }) => ({ text, isMarked }));
  return [pick(({ added }) => added), pick(({ removed }) => removed)];
};

const listImages = (html: string): string[] => [...html.matchAll(/<img\b[^>]*?\bsrc="([^"]+)"/g)].map(([, source = '']) => source.replaceAll('&amp;', '&'));

/** What differs between two values of a field: words, and images of rich text. */
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
