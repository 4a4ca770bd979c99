import type { FullVersion } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { compareTexts, type TextDifference } from '../editor/compare-texts.ts';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { joinTags } from '../tag-input/tag-text.ts';

export interface FieldDifference extends TextDifference {
  readonly name: string;
  readonly label: string;
}

export interface ImageDifference {
  readonly label: string;
  /** '' if there is none. */
  readonly before: string;
  readonly after: string;
}

export interface Difference {
  readonly fields: readonly FieldDifference[];
  readonly image: ImageDifference | null;
}

export const toText = (value: unknown): string => {
  if (Array.isArray(value)) return joinTags(value.map(String));
  return value === null || value === undefined ? '' : String(value);
};

/** Returns the image id in a URL. */
const getImageId = (url: string): string => /([^/]+)\.[a-z]+(?:\?|$)/.exec(url)?.[1] ?? '';

type Document = Readonly<Record<string, unknown>>;

/** Returns the differences between a version and the current document. */
export const compareVersion = (kind: VersionKind, version: Pick<FullVersion, 'fields' | 'imageId' | 'image'>, document: Document): Difference => {
  const { fields, image } = KIND_CALLS[kind].content;
  const comparedFields = [
    ...Object.entries(fields).map(([name, { label, ...field }]) => ({ name, label, isRichText: 'format' in field && field.format === 'rich-text' })),
    { name: image.altField, label: 'Alt text', isRichText: false },
  ];
  const differences = comparedFields.flatMap(({ name, label, isRichText }): FieldDifference[] => {
    // The version is from an earlier release, which did not store this field.
    if (version.fields[name] === undefined && Object.keys(version.fields).length > 0) return [];
    const [stored, current] = [toText(version.fields[name]), toText(document[name])];
    if (stored === current) return [];
    return [{ name, label, ...compareTexts(isRichText, stored, current) }];
  });
  const current = toText(document[image.name]);
  const isSameImage = version.imageId === getImageId(current);
  return { fields: differences, image: isSameImage ? null : { label: image.label, before: version.image, after: current } };
};
