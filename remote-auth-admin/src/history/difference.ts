import type { FullVersion } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { diffWordsWithSpace } from 'diff';
import { toPlainText } from '../editor/plain-text.ts';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { joinTags } from '../tag-input/tag-text.ts';

/** Some of a text, and whether the other one does not have it. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface FieldDifference {
  readonly name: string;
  readonly label: string;
  readonly before: readonly TextPart[];
  readonly after: readonly TextPart[];
  /** Addresses of images in the text that the other one does not have. */
  readonly imagesBefore: readonly string[];
  readonly imagesAfter: readonly string[];
  /** The words are the same. */
  readonly isFormatOnly: boolean;
}

export interface ImageDifference {
  readonly label: string;
  /** '' for none. */
  readonly before: string;
  readonly after: string;
}

export interface Difference {
  readonly fields: readonly FieldDifference[];
  readonly image: ImageDifference | null;
}

/** Texts that are longer than this and have nothing marked are cut in the middle. */
const CONTEXT = 160;
/** Of two very different long texts no common words are looked for. */
const DIFFERENCE_TIMEOUT_MS = 500;

export const toText = (value: unknown): string => {
  if (Array.isArray(value)) return joinTags(value.map(String));
  return value === null || value === undefined ? '' : String(value);
};

const shorten = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * CONTEXT) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  const end = isLast ? '' : text.slice(-CONTEXT);
  return `${start} … ${end}`;
};

/** Two texts with what the other one does not have marked, without the middle of long passages that are in both. */
export const compareTexts = (before: string, after: string): readonly [before: TextPart[], after: TextPart[]] => {
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

/** The id in the address of an image. */
const getImageId = (address: string): string => /([^/]+)\.[a-z]+(?:\?|$)/.exec(address)?.[1] ?? '';

type Document = Readonly<Record<string, unknown>>;

/** What differs between a version and the present document. */
export const compareVersion = (kind: VersionKind, version: Pick<FullVersion, 'fields' | 'imageId' | 'image'>, document: Document): Difference => {
  const { fields, image } = KIND_CALLS[kind].content;
  const compared = [
    ...Object.entries(fields).map(([name, { label, ...field }]) => ({ name, label, isRichText: 'format' in field && field.format === 'rich-text' })),
    { name: image.altField, label: 'Alt text', isRichText: false },
  ];
  const differences = compared.flatMap(({ name, label, isRichText }): FieldDifference[] => {
    // An earlier release did not store the field.
    if (version.fields[name] === undefined && Object.keys(version.fields).length > 0) return [];
    const [stored, present] = [toText(version.fields[name]), toText(document[name])];
    if (stored === present) return [];
    const [before, after] = isRichText ? [toPlainText(stored), toPlainText(present)] : [stored, present];
    const [partsBefore, partsAfter] = compareTexts(before, after);
    const [imagesBefore, imagesAfter] = isRichText ? [listImages(stored), listImages(present)] : [[], []];
    const isSame = before === after;
    return [
      {
        name,
        label,
        before: partsBefore,
        after: partsAfter,
        imagesBefore: imagesBefore.filter((source) => !imagesAfter.includes(source)),
        imagesAfter: imagesAfter.filter((source) => !imagesBefore.includes(source)),
        isFormatOnly: isSame && imagesBefore.join() === imagesAfter.join(),
      },
    ];
  });
  const present = toText(document[image.name]);
  const isSameImage = version.imageId === getImageId(present);
  return { fields: differences, image: isSameImage ? null : { label: image.label, before: version.image, after: present } };
};
