import * as v from 'valibot';
import { flagField, focalField, richText, timestampField, trimmed, updatedAtField } from './form-fields.ts';
import type { KindName } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { photoConsentEntries } from './photo-consent.ts';
import { PUBLICATION_STATUSES, type PublicationStatus } from './publication-status.ts';
import { stripMarkup } from './strip-markup.ts';
import { maxCharacters } from './text-length.ts';

/** Messages by field name; empty if all fields are valid. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Searches that find a field's words. `summary`: staff and visitor searches; for visitors, these words rank above those of long texts. `text`: both searches,
 * ranked as long text. `detail`: like `summary` for visitors and like `text` for staff. `staff`: staff search only.
 */
export type SearchPlace = 'summary' | 'detail' | 'text' | 'staff';

interface BaseField {
  readonly label: string;
  /** Maximum number of characters for the editor's inputs; `schema` enforces the limit. */
  readonly maxLength?: number;
  /** Message if the field is empty on any save, including drafts. */
  readonly required?: string;
  /** Message if the field is empty when the document is published or scheduled. */
  readonly requiredToPublish?: string;
  /** Whether the provider fills in the field if it is empty. */
  readonly isFilled?: true;
  /** Searches that find the field; none if absent. Every search finds titles. */
  readonly search?: SearchPlace;
  /** How summaries shorten the field; absent if they keep the whole field. */
  readonly inSummary?: 'nothing' | 'beginning';
  /** Whether each event of a series has its own value in this field. */
  readonly isOwn?: true;
}

/** Text, list of texts or flag. `schema` parses one submitted value (in multipart forms: text). */
interface TextContentField extends BaseField {
  readonly schema: v.GenericSchema<unknown, string | readonly string[] | boolean>;
  /** The provider sanitises `rich-text` and compares it by its text. */
  readonly format?: 'rich-text';
  /** Rich text without markup is stored as plain text. Other clients send it, and older content contains it. */
  readonly acceptsPlainText?: true;
}

/** Number field, null if empty: a nullable column, and an input that contains the digits. */
interface NumberContentField extends BaseField {
  readonly schema: v.GenericSchema<unknown, number | null>;
  readonly format: 'number';
}

/**
 * Field of a kind of content. It is the only definition of the field's label, its limits and when it is required. A new type of value needs a new format,
 * because the database columns, the conflict dialog and the editor's inputs depend on it.
 */
export type ContentField = TextContentField | NumberContentField;

export type ContentFields = Readonly<Record<string, ContentField>>;

/** The single image of a document, with the multipart field names of its file and related values. `focalX` and `focalY` apply to every image. */
export interface ContentImage {
  readonly name: string;
  readonly label: string;
  readonly aliases?: readonly string[];
  readonly altField: string;
  readonly search?: SearchPlace;
  /** Name of the flag that removes the image; null if the image is required. */
  readonly removeField: string | null;
  /**
   * When an image requires alternative text. `in-editor`: only the staff editor requires it on publishing. The API accepts events without alternative text,
   * because the specification has none for events.
   */
  readonly altRequired: 'to-publish' | 'in-editor' | 'never';
}

export interface ContentKind<Fields extends ContentFields = ContentFields> {
  readonly name: KindName;
  readonly fields: Fields;
  readonly image: ContentImage;
  /** Field with the publication time of a scheduled document; null for a kind without drafts, whose documents are public once saved. */
  readonly publishAtField: 'publishedAt' | 'publishAt' | null;
  /** Rules that involve several fields. `isPublic` is true if the document is published or scheduled. */
  readonly check?: (values: ContentValues, isPublic: boolean) => FieldErrors;
}

/** Field values as text under the contract's names: the content of a form, or a stored row converted to form values. */
export type ContentValues = Readonly<Record<string, string>>;

export const contentKind = <const Kind extends ContentKind>(kind: Kind): Kind => kind;

export const textField = ({ maxLength, ...field }: Omit<BaseField, 'maxLength'> & { readonly maxLength: number }) => ({
  ...field,
  maxLength,
  schema: field.required === undefined ? trimmed(maxLength) : v.pipe(trimmed(maxLength), v.nonEmpty(field.required)),
});

/** Counts the elements of a text. A text without elements becomes at most one paragraph per line. */
const countElements = (text: string): number => (text.match(/<[a-z]/gi) ?? text.match(/\n/g) ?? []).length;
const isWithinElementLimit = (text: string): boolean => countElements(text) <= LIMITS.textElements;

export const richTextField = <const Field extends Omit<BaseField, 'maxLength'> & { readonly acceptsPlainText?: true }>(field: Field) => ({
  ...field,
  format: 'rich-text' as const,
  schema: v.pipe(
    richText,
    v.check(isWithinElementLimit, `This text has more than ${LIMITS.textElements} paragraphs, links, cells and other parts. Split it into two`),
  ),
});

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
const imageIdField = v.optional(v.pipe(v.string(), maxCharacters(60)));
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
 * Schema of a kind's form, for the editor and the provider. Every field is optional, because an absent field leaves the stored value unchanged; `checkContent`
 * checks the required fields of the result. `extra`: additional fields that are not texts of the document.
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
    /** Whether the editor saved automatically. All autosaves of one editing session form a single version. */
    isAutosave: optionalFlag,
    /** Sets the document's image to one from the media library, or from a version of the document. */
    imageId: imageIdField,
    /** Changes, by field, that the user discarded in an edit conflict. They are stored as a separate version before this save. */
    unchosen: unchosenField,
    ...photoConsentEntries,
    /** Whether the image is decorative and needs no alternative text. The flag is stored with the image and applies wherever the image is used. */
    decorative: optionalFlag,
    focalX: v.optional(focalField),
    focalY: v.optional(focalField),
  };
  // Computed keys lose their schemas, so the mapped type restores them.
  return v.object(entries as FormEntries<Kind, Extra>);
};

export interface ContentCheck {
  readonly values: ContentValues;
  readonly status: PublicationStatus;
  /** Publication time of a scheduled document, ISO 8601. */
  readonly publishAt: string | null;
  /** Time at which a public document is unpublished, ISO 8601. */
  readonly unpublishAt?: string | null;
  readonly hasImage: boolean;
  readonly isDecorative?: boolean;
  readonly now: Date;
  /** Whether to apply the staff editor's rules, which are stricter than the API's (`altRequired`). */
  readonly isEditor?: boolean;
}

/** Whether a visitor would see nothing: rich text without text, image or player, or blank plain text. */
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

/** Applies the rules for saving a document, which are the same in the staff editor and in the provider (NS-05). */
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
  const lacksAltText = hasImage && !isDecorative && (values[altField] ?? '').trim() === '';
  if (lacksAltText && requiresAlt(kind.image, isPublic, isEditor)) errors[altField] = 'Describe the photo';
  if (kind.publishAtField !== null && status === 'scheduled' && (publishAt ?? '') <= now.toISOString()) {
    errors[kind.publishAtField] = 'Choose a date and time in the future';
  }
  if (isPublic && unpublishAt !== null && unpublishAt <= (status === 'scheduled' ? (publishAt ?? '') : now.toISOString()))
    errors.unpublishAt = status === 'scheduled' ? 'Choose a time after publication' : 'Choose a date and time in the future';
  return errors;
};
