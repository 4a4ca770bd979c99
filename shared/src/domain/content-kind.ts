import * as v from 'valibot';
import { flagField, focalField, richText, timestampField, trimmed, updatedAtField } from './form-fields.ts';
import type { KindName } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { photoConsentEntries } from './photo-consent.ts';
import { PUBLICATION_STATUSES, type PublicationStatus } from './publication-status.ts';
import { stripMarkup } from './strip-markup.ts';

/** Messages by field name; empty when everything is valid. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Where the words of a text are found. `summary`: by staff and visitors, for whom they count more than those of a long text. `text`: by both, among the words of long texts.
 * `detail`: by visitors as those of a summary, by staff among the long texts. `staff`: by staff only.
 */
export type SearchPlace = 'summary' | 'detail' | 'text' | 'staff';

interface BaseField {
  /** Its label in forms, error summaries and conflict dialogs. */
  readonly label: string;
  /** Characters, for the inputs of the editor; `schema` enforces it. */
  readonly maxLength?: number;
  /** Message when the field is empty, on every save (drafts included). */
  readonly required?: string;
  /** Message when the field is empty and the document is published or scheduled. */
  readonly requiredToPublish?: string;
  /** The provider fills it when it is empty. */
  readonly isFilled?: true;
  /** Without it no search finds it; a title is found everywhere. */
  readonly search?: SearchPlace;
  /** How summaries shorten the field; absent if they keep all of it. */
  readonly inSummary?: 'nothing' | 'beginning';
  /** Each document of a series has its own. */
  readonly isOwn?: true;
}

/** A text, a list of texts or a flag. `schema` parses one submitted value (multipart: text). */
interface TextContentField extends BaseField {
  readonly schema: v.GenericSchema<unknown, string | readonly string[] | boolean>;
  /** Rich text is sanitised by the provider and compared by its text. */
  readonly format?: 'rich-text';
  /** Rich text without markup is stored as the plain text that it is: from before the field had any, and from other clients. */
  readonly acceptsPlainText?: true;
}

/** A number, null while it is empty: a column that accepts null, and an input that holds its digits. */
interface NumberContentField extends BaseField {
  readonly schema: v.GenericSchema<unknown, number | null>;
  readonly format: 'number';
}

/**
 * One field of a kind of content: the only place that knows its label, its limits and when it is required. Another type
 * of value needs a format of its own, because the columns, the conflict dialog and the inputs of the editor follow from it.
 */
export type ContentField = TextContentField | NumberContentField;

export type ContentFields = Readonly<Record<string, ContentField>>;

/** The one image of a document, as the multipart form names its file and what belongs to it; `focalX` and `focalY` go with every image. */
export interface ContentImage {
  /** Name of the file. */
  readonly name: string;
  readonly label: string;
  /** Other names under which the file is accepted. */
  readonly aliases?: readonly string[];
  readonly altField: string;
  /** Where the alternative text is found. */
  readonly search?: SearchPlace;
  /** The flag that removes the image; null where the image is required. */
  readonly removeField: string | null;
  /**
   * When alternative text is required for an image. `in-editor`: the staff editor asks for it on publishing, and the API stays as lenient as the
   * specification, which has no alternative text for events.
   */
  readonly altRequired: 'to-publish' | 'in-editor' | 'never';
}

/** One kind of content, as the provider and the staff editor share it. */
export interface ContentKind<Fields extends ContentFields = ContentFields> {
  readonly name: KindName;
  /** In the order of the editor. */
  readonly fields: Fields;
  readonly image: ContentImage;
  /** The field that says when a scheduled document is published; null for a kind without drafts, which is public as soon as it is saved. */
  readonly publishAtField: 'publishedAt' | 'publishAt' | null;
  /** Rules between fields; `isPublic`: it is on the site, or will be. */
  readonly check?: (values: ContentValues, isPublic: boolean) => FieldErrors;
}

/** Field values as text by the contract's names: what a form holds, or a stored row as a form would show it. */
export type ContentValues = Readonly<Record<string, string>>;

/** Infers the literal names and the schemas of a kind. */
export const contentKind = <const Kind extends ContentKind>(kind: Kind): Kind => kind;

/** A plain text of limited length. */
export const textField = ({ maxLength, ...field }: Omit<BaseField, 'maxLength'> & { readonly maxLength: number }) => ({
  ...field,
  maxLength,
  schema: field.required === undefined ? trimmed(maxLength) : v.pipe(trimmed(maxLength), v.nonEmpty(field.required)),
});

/** Text without an element becomes paragraphs, one for each line at most. */
const countElements = (text: string): number => (text.match(/<[a-z]/gi) ?? text.match(/\n/g) ?? []).length;
const hasFewElements = (text: string): boolean => countElements(text) <= LIMITS.textElements;

/** An article as HTML. */
export const richTextField = <const Field extends Omit<BaseField, 'maxLength'> & { readonly acceptsPlainText?: true }>(field: Field) => ({
  ...field,
  format: 'rich-text' as const,
  schema: v.pipe(
    richText,
    v.check(hasFewElements, `This text has more than ${LIMITS.textElements} paragraphs, links, cells and other parts. Split it into two`),
  ),
});

/** A whole number from `min` to `max`. */
export const numberField = ({ min, max, ...field }: Omit<BaseField, 'maxLength'> & { readonly min: number; readonly max: number }) => {
  const message = `Enter a whole number from ${min} to ${max}`;
  return {
    ...field,
    format: 'number' as const,
    schema: v.pipe(
      v.union([v.null(), v.number(), v.pipe(v.string(), v.trim(), v.regex(/^(-?\d+)?$/, message))], message),
      v.transform((value) => (value === null || value === '' ? null : Number(value))),
      v.check((value) => value === null || (Number.isInteger(value) && value >= min && value <= max), message),
    ),
  };
};

const altTextField = v.optional(trimmed(300));
const imageIdField = v.optional(v.pipe(v.string(), v.maxLength(60)));
const optionalFlag = v.optional(flagField);
const unchosenField = v.optional(v.pipe(v.string(), v.parseJson({}, 'must be JSON'), v.record(v.string(), v.string())));
const optionalTimestamp = v.optional(timestampField);
const statusField = v.optional(v.picklist(PUBLICATION_STATUSES, 'must be draft, scheduled, published or archived'));

type FieldEntries<Fields extends ContentFields> = { readonly [Name in keyof Fields]: v.OptionalSchema<Fields[Name]['schema'], undefined> };
type ImageEntries<Image extends ContentImage> = { readonly [Name in Image['altField']]: typeof altTextField } & {
  readonly [Name in Image['removeField'] & string]: typeof optionalFlag;
} & typeof photoConsentEntries & {
    readonly decorative: typeof optionalFlag;
    readonly focalX: v.OptionalSchema<typeof focalField, undefined>;
    readonly focalY: v.OptionalSchema<typeof focalField, undefined>;
  };
type PublicationEntries<Kind extends ContentKind> = Kind['publishAtField'] extends string
  ? { readonly status: typeof statusField; readonly unpublishAt: typeof optionalTimestamp } & {
      readonly [Name in Kind['publishAtField'] & string]: typeof optionalTimestamp;
    }
  : unknown;
type Flat<Entries> = { readonly [Name in keyof Entries]: Entries[Name] };
type FormEntries<Kind extends ContentKind, Extra> = Flat<
  FieldEntries<Kind['fields']> &
    ImageEntries<Kind['image']> &
    PublicationEntries<Kind> & {
      readonly updatedAt: typeof updatedAtField;
      readonly isAutosave: typeof optionalFlag;
      readonly imageId: typeof imageIdField;
      readonly unchosen: typeof unchosenField;
    } & Extra
>;

/**
 * The schema of a kind's form, for the editor and the provider. Every field is optional, because an absent one does not change the stored value: required
 * fields are checked by `checkContent` on the outcome. `extra`: fields that are not text of the document.
 */
export const formSchema = <const Kind extends ContentKind, const Extra extends v.ObjectEntries = Record<never, never>>(kind: Kind, extra?: Extra) => {
  const { fields, image, publishAtField } = kind;
  const entries: v.ObjectEntries = {
    ...Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, v.optional(schema)])),
    ...extra,
    ...(publishAtField === null ? {} : { status: statusField, [publishAtField]: optionalTimestamp, unpublishAt: optionalTimestamp }),
    [image.altField]: altTextField,
    ...(image.removeField === null ? {} : { [image.removeField]: optionalFlag }),
    updatedAt: updatedAtField,
    /** Saved by the editor and not by hand: the autosaves of one session are one version. */
    isAutosave: optionalFlag,
    /** An image of the library, or one that a version of the document has, becomes its image. */
    imageId: imageIdField,
    /** What the writer has changed too and did not choose after an edit conflict, by field: it becomes a version of its own, before this save. */
    unchosen: unchosenField,
    ...photoConsentEntries,
    /** The image adds nothing to the text: it needs no alternative text. Stored with the image, wherever it is shown. */
    decorative: optionalFlag,
    focalX: v.optional(focalField),
    focalY: v.optional(focalField),
  };
  // Computed keys lose their schemas; the mapped type restores them.
  return v.object(entries as FormEntries<Kind, Extra>);
};

export interface ContentCheck {
  /** The values to be stored. */
  readonly values: ContentValues;
  readonly status: PublicationStatus;
  /** ISO-8601; when a scheduled document is to be published. */
  readonly publishAt: string | null;
  /** ISO-8601; when a public document leaves the site again. */
  readonly unpublishAt?: string | null;
  readonly hasImage: boolean;
  /** Somebody has decided that the image needs no alternative text. */
  readonly isDecorative?: boolean;
  readonly now: Date;
  /** The staff editor asks for more than the API rejects (`altRequired`). */
  readonly isEditor?: boolean;
}

/** Whether a reader would see nothing: rich text without text, image or player, or blank text. */
export const isBlank = ({ format }: Pick<ContentField, 'format'>, value: string): boolean =>
  format === 'rich-text' ? !/<(?:img|iframe)\b/.test(value) && stripMarkup(value) === '' : value.trim() === '';

const requiresAlt = ({ altRequired }: ContentImage, isPublic: boolean, isEditor: boolean): boolean => {
  switch (altRequired) {
    case 'to-publish':
      return isPublic;
    case 'in-editor':
      return isPublic && isEditor;
    case 'never':
      return false;
    default:
      return altRequired satisfies never;
  }
};

/** The rules of a save, the same in the staff editor and in the provider (NS-05). */
export const checkContent = (
  kind: ContentKind,
  { values, status, publishAt, unpublishAt = null, hasImage, isDecorative = false, now, isEditor = false }: ContentCheck,
): FieldErrors => {
  const errors: Record<string, string> = {};
  const isPublic = kind.publishAtField === null || status === 'published' || status === 'scheduled';
  for (const [name, field] of Object.entries(kind.fields)) {
    const message = field.required ?? (isPublic ? field.requiredToPublish : undefined);
    if (message !== undefined && isBlank(field, values[name] ?? '')) errors[name] = message;
  }
  Object.assign(errors, kind.check?.(values, isPublic));
  const { altField } = kind.image;
  const isUndescribed = hasImage && !isDecorative && (values[altField] ?? '').trim() === '';
  if (isUndescribed && requiresAlt(kind.image, isPublic, isEditor)) errors[altField] = 'Describe the image';
  if (kind.publishAtField !== null && status === 'scheduled' && (publishAt ?? '') <= now.toISOString()) {
    errors[kind.publishAtField] = 'Choose a date and time in the future';
  }
  if (isPublic && unpublishAt !== null && unpublishAt <= (status === 'scheduled' ? (publishAt ?? '') : now.toISOString()))
    errors.unpublishAt = status === 'scheduled' ? 'Choose a time after the publication' : 'Choose a date and time in the future';
  return errors;
};
