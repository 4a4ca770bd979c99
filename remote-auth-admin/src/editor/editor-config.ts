import type { ApiError } from '@site/shared/contracts/api-error';
import type { ContentKind } from '@site/shared/domain/content-kind';
import { LAGOS_OFFSET, lagosClock } from '@site/shared/domain/dates';
import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import type { CallInput, HttpClient } from '@site/shared/remote/host-services';
import type * as v from 'valibot';
import type { FocalPoint } from '../forms/focal-point.ts';
import { joinTags, splitTags } from '../tag-input/tag-text.ts';

/** Text of all editor fields, keyed by form field name, without the image file. Plain data, so that it can be stored on the device, compared and sent. */
export type Values = Readonly<Record<string, string>>;

type DocumentResult<Doc> = Promise<Result<Doc, ApiError>>;
type CallOptions = Pick<CallInput<never>, 'silent' | 'signal'>;

/** Metadata of a stored document that every editor needs. */
export interface DocumentMetadata {
  readonly id: string;
  /** Timestamp of the last save, used to detect a save by another user. */
  readonly version: string | null;
  readonly status: PublicationStatus;
  /** Publication time, in the past or in the future. */
  readonly publishAt: string | null;
  /** Time to unpublish; null for never. */
  readonly unpublishAt: string | null;
  /** Account id of the author; undefined if the provider does not send it. */
  readonly authorId?: string | null | undefined;
  /** URL of the image; '' if there is none. */
  readonly image: string;
  readonly focal: FocalPoint | null;
}

/** A kind of content whose image can be removed. */
type EditableContent = ContentKind & { readonly image: { readonly removeField: string } };

/**
 * Staff-area additions to a kind of content: its screens and API calls. Fields, limits and publication rules come from `content`, which the provider uses too.
 */
export interface EditorConfig<Doc> {
  readonly content: EditableContent;
  /** Form schema of `content`. */
  readonly schema: v.GenericSchema;
  readonly listPath: `/admin/${string}`;
  readonly listName: string;
  /** Name of the field that follows the image on the screen. */
  readonly fieldAfterImage: string;
  readonly emptyDocument: Doc;
  readonly getMetadata: (document: Doc) => DocumentMetadata;
  /** `toInputs` and `fromInputs` convert the contract's texts to input values and back, for fields whose formats differ. */
  readonly toInputs?: (texts: Values) => Values;
  readonly fromInputs?: (values: Values) => Values;
  readonly publicPath: (document: Doc) => string;
  /** Returns the path of the page that shows an unsaved document as visitors will see it. */
  readonly previewPath: (document: Doc, values: Values) => string;
  readonly get: (http: HttpClient, id: string, options?: CallOptions) => DocumentResult<Doc>;
  readonly create: (http: HttpClient, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly update: (http: HttpClient, id: string, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly remove: (http: HttpClient, id: string) => Promise<Result<unknown, ApiError>>;
  readonly restore: (http: HttpClient, id: string) => DocumentResult<Doc>;
  /** Finds the document that already uses this slug. */
  readonly findBySlug?: (http: HttpClient, slug: string) => DocumentResult<Doc>;
}

export interface EditorField {
  readonly name: string;
  readonly label: string;
  readonly isRichText: boolean;
}

/** Returns all fields in screen order, for the error summary and for comparing versions. */
export const getEditorFields = <Doc>({ content: { fields, image }, fieldAfterImage }: Pick<EditorConfig<Doc>, 'content' | 'fieldAfterImage'>): EditorField[] =>
  Object.entries(fields).flatMap(([name, { label, format }]) => {
    const field: EditorField = { name, label, isRichText: format === 'rich-text' };
    const imageFields: readonly EditorField[] = [
      { name: image.name, label: image.label, isRichText: false },
      { name: image.altField, label: 'Alt text', isRichText: false },
      { name: 'consentBy', label: 'Who gave consent', isRichText: false },
      { name: 'consentOn', label: 'Date of consent', isRichText: false },
    ];
    return name === fieldAfterImage ? [...imageFields, field] : [field];
  });

/** Whether the kind has drafts. If not, its documents are public as soon as they are saved. */
export const hasDrafts = ({ content }: { readonly content: ContentKind }): boolean => content.publishAtField !== null;

/** Whether readers see the publication date. */
export const isDated = ({ content }: { readonly content: ContentKind }): boolean => content.publishAtField === 'publishedAt';

/** Names of the fields for a date and a time in the Lagos time zone, which are sent as one timestamp. */
export type DateFields = readonly [date: string, time: string];
/** Fields that are sent as the kind's `publishAtField`. */
export const PUBLISH_FIELDS = ['publishDate', 'publishTime'] as const satisfies DateFields;
/** Fields that are sent as `unpublishAt`. */
export const UNPUBLISH_FIELDS = ['unpublishDate', 'unpublishTime'] as const satisfies DateFields;
export const DATE_FIELDS = [...PUBLISH_FIELDS, ...UNPUBLISH_FIELDS] as const;

/** Fields that are sent only with a new image, because they would overwrite the recorded consent of a stored image. */
export const CONSENT_FIELDS = ['showsMinors', 'consentBy', 'consentOn'] as const;

/** Fields of an image from the library or from a version: the id to send, the URL to display, and the focal point ('' if unknown). */
export const CHOSEN_IMAGE_FIELDS = ['imageId', 'imageSrc', 'imageFocal'] as const;

/** Returns the names of the text fields that accompany an image file in a form. */
export const imageTextNames = ({ image }: EditableContent): readonly string[] => [
  image.altField,
  image.removeField,
  ...CHOSEN_IMAGE_FIELDS,
  'decorative',
  'focalX',
  'focalY',
  ...CONSENT_FIELDS,
];

/** Returns the names of the image and date fields. Autosaves omit most of them. */
export const getExplicitNames = (content: EditableContent): readonly string[] => [...imageTextNames(content), ...DATE_FIELDS];

/**
 * Returns the names of the image fields that an autosave also sends: the id of a library image, and the alt text. Only a manual save sends a file, a removal or
 * properties of the image itself.
 */
export const autosavedImageNames = ({ image }: EditableContent, values: Values, file: File | null): readonly string[] =>
  file !== null || values[image.removeField] === 'true' ? [] : [image.altField, 'imageId'];

/** Converts a timestamp to date and time fields in the Lagos time zone; '' if there is none. */
export const toLagosFields = ([dateName, timeName]: DateFields, iso: string | null): Values => {
  const [date = '', time = ''] = lagosClock(iso)?.toISOString().split('T') ?? [];
  return { [dateName]: date, [timeName]: time.slice(0, 5) };
};

/** Converts a date and a time in the Lagos time zone to a timestamp; null if one of them is missing. Lagos is one hour ahead of UTC all year. */
export const fromLagosFields = (values: Values, [dateName, timeName]: DateFields): string | null => {
  const timestamp = Date.parse(`${values[dateName] ?? ''}T${values[timeName] ?? ''}:00${LAGOS_OFFSET}`);
  return Number.isNaN(timestamp) ? null : new Date(timestamp).toISOString();
};

/** Converts the editor's values to a consent record. */
export const toConsent = ({ showsMinors = '', consentBy = '', consentOn = '' }: Values): PhotoConsent => ({
  showsMinors: showsMinors === '' ? null : showsMinors === 'true',
  consentBy,
  consentOn,
});

/** Converts a focal point to form fields. */
export const toFocalPointFields = (focal: FocalPoint | null): Values => ({ focalX: focal ? String(focal.x) : '', focalY: focal ? String(focal.y) : '' });

export const fromFocalPointFields = ({ focalX = '', focalY = '' }: Values): FocalPoint | null =>
  focalX === '' || focalY === '' ? null : { x: Number(focalX), y: Number(focalY) };

/** Converts the focal point of a chosen image to the editor's value. */
export const formatChosenFocalPoint = ({ focalX = '', focalY = '' }: Values): string => `${focalX} ${focalY}`;

const textNames = ({ fields, image }: EditableContent): readonly string[] => [...Object.keys(fields), image.altField];

/** Returns the document's properties by name. */
const toEntries = (document: unknown): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(document ?? {}));

/** Converts a field's value to the text of its input element. */
const toText = (value: unknown): string => {
  if (Array.isArray(value)) return joinTags(value.map(String));
  return value === null || value === undefined ? '' : String(value);
};

/** Converts stored fields of a document or version to the texts of their input elements. */
export const toTexts = ({ content, toInputs }: Pick<EditorConfig<never>, 'content' | 'toInputs'>, fields: Readonly<Record<string, unknown>>): Values => {
  const texts: Values = Object.fromEntries(textNames(content).map((name) => [name, toText(fields[name])]));
  return toInputs?.(texts) ?? texts;
};

/** Converts a stored document to the editor's values; null gives the values of a new document. */
export const toValues = <Doc>(config: EditorConfig<Doc>, document: Doc | null): Values => {
  const stored = document ?? config.emptyDocument;
  const { status, publishAt, unpublishAt, focal } = config.getMetadata(stored);
  const hasDate = status === 'scheduled' || (status === 'published' && isDated(config));
  const entries = toEntries(stored);
  return {
    ...toTexts(config, entries),
    ...(entries.decorative === true ? { decorative: 'true' } : {}),
    ...toFocalPointFields(focal),
    ...(hasDrafts(config) && {
      ...toLagosFields(PUBLISH_FIELDS, hasDate ? publishAt : null),
      ...toLagosFields(UNPUBLISH_FIELDS, status === 'scheduled' || status === 'published' ? unpublishAt : null),
    }),
  };
};

/** Returns the document that a save would store, for the preview. */
export const toDraft = <Doc>(config: EditorConfig<Doc>, document: Doc | null, values: Values): unknown => {
  const texts = config.fromInputs?.(values) ?? values;
  const empty = toEntries(config.emptyDocument);
  const { fields } = config.content;
  const toStored = (name: string, text: string): unknown => {
    if (Array.isArray(empty[name])) return splitTags(text);
    if (text === '') return empty[name];
    return fields[name]?.format === 'number' ? Number(text) : text;
  };
  return { ...(document ?? config.emptyDocument), ...Object.fromEntries(textNames(config.content).map((name) => [name, toStored(name, texts[name] ?? '')])) };
};

export const sameValues = (first: Values, second: Values): boolean => {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => (first[name] ?? '').trim() === (second[name] ?? '').trim());
};

export const pickValues = (values: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
