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

/** Every field of an editor as text, by its name in the provider's form; the image file is separate. Plain data: stored on the device, compared and sent. */
export type Values = Readonly<Record<string, string>>;

type DocumentResult<Doc> = Promise<Result<Doc, ApiError>>;
type CallOptions = Pick<CallInput<never>, 'silent' | 'signal'>;

/** The facts about a stored document that every editor needs. */
export interface DocumentMetadata {
  readonly id: string;
  /** Timestamp of the last save; a save by somebody else in between is recognised by it. */
  readonly version: string | null;
  readonly status: PublicationStatus;
  /** When it was published, or will be. */
  readonly publishAt: string | null;
  /** When it leaves the site; null: never. */
  readonly unpublishAt: string | null;
  /** The account that wrote it; undefined where the provider does not say. */
  readonly authorId?: string | null | undefined;
  /** Address of the image; '' when there is none. */
  readonly image: string;
  readonly focal: FocalPoint | null;
}

/** A kind of content whose image can be removed. */
type EditableContent = ContentKind & { readonly image: { readonly removeField: string } };

/** What the staff area adds to a kind of content: its screens and calls. Fields, limits and publish rules come from `content`, which the provider uses too. */
export interface EditorConfig<Doc> {
  readonly content: EditableContent;
  /** The form schema of `content`. */
  readonly schema: v.GenericSchema;
  readonly listPath: `/admin/${string}`;
  readonly listName: string;
  /** The field that follows the image on the screen. */
  readonly fieldAfterImage: string;
  readonly emptyDocument: Doc;
  readonly getMetadata: (document: Doc) => DocumentMetadata;
  /** From the contract's texts to those of the inputs, where they differ; and back. */
  readonly toInputs?: (texts: Values) => Values;
  readonly fromInputs?: (values: Values) => Values;
  readonly publicPath: (document: Doc) => string;
  /** The page that shows an unsaved document as visitors will see it. */
  readonly previewPath: (document: Doc, values: Values) => string;
  readonly get: (http: HttpClient, id: string, options?: CallOptions) => DocumentResult<Doc>;
  readonly create: (http: HttpClient, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly update: (http: HttpClient, id: string, body: FormData, options?: CallOptions) => DocumentResult<Doc>;
  readonly remove: (http: HttpClient, id: string) => Promise<Result<unknown, ApiError>>;
  readonly restore: (http: HttpClient, id: string) => DocumentResult<Doc>;
  /** The document that has this slug already. */
  readonly findBySlug?: (http: HttpClient, slug: string) => DocumentResult<Doc>;
}

export interface EditorField {
  readonly name: string;
  readonly label: string;
  readonly isRichText: boolean;
}

/** All fields in the order of the screen, for the error summary and for comparing two versions. */
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

/** Whether it may be a draft; otherwise it is public as soon as it is saved. */
export const hasDrafts = ({ content }: { readonly content: ContentKind }): boolean => content.publishAtField !== null;

/** Whether readers see when it was published. */
export const isDated = ({ content }: { readonly content: ContentKind }): boolean => content.publishAtField === 'publishedAt';

/** A date and a time in Lagos, which are sent as one timestamp. */
export type DateFields = readonly [date: string, time: string];
/** Sent under the kind's `publishAtField`. */
export const PUBLISH_FIELDS = ['publishDate', 'publishTime'] as const satisfies DateFields;
/** Sent as `unpublishAt`. */
export const UNPUBLISH_FIELDS = ['unpublishDate', 'unpublishTime'] as const satisfies DateFields;
export const DATE_FIELDS = [...PUBLISH_FIELDS, ...UNPUBLISH_FIELDS] as const;

/** Sent with a new image only: of a stored one they would replace what is recorded. */
export const CONSENT_FIELDS = ['showsMinors', 'consentBy', 'consentOn'] as const;

/** An image of the library, or that a version of the document has: its id, which is sent, its address, for the screen, and its focal point, '' where it is not known. */
export const CHOSEN_IMAGE_FIELDS = ['imageId', 'imageSrc', 'imageFocal'] as const;

/** Names of the text fields that accompany an image file in a form. */
export const imageTextNames = ({ image }: EditableContent): readonly string[] => [
  image.altField,
  image.removeField,
  ...CHOSEN_IMAGE_FIELDS,
  'decorative',
  'focalX',
  'focalY',
  ...CONSENT_FIELDS,
];

/** Image fields and dates are sent by a save by hand; an autosave sends few of them. */
export const explicitNames = (content: EditableContent): readonly string[] => [...imageTextNames(content), ...DATE_FIELDS];

/**
 * What of the image an autosave sends too: which one of the library it is, and its alternative text. A file, a removal, and what belongs to the image wherever it is
 * shown go with a save by hand.
 */
export const autosavedImageNames = ({ image }: EditableContent, values: Values, file: File | null): readonly string[] =>
  file !== null || values[image.removeField] === 'true' ? [] : [image.altField, 'imageId'];

/** A timestamp as date and time fields hold it, in Lagos; '' for none. */
export const toLagosFields = ([dateName, timeName]: DateFields, iso: string | null): Values => {
  const [date = '', time = ''] = lagosClock(iso)?.toISOString().split('T') ?? [];
  return { [dateName]: date, [timeName]: time.slice(0, 5) };
};

/** The timestamp of a date and a time in Lagos, which is one hour ahead of UTC all year; null while one of them is missing. */
export const fromLagosFields = (values: Values, [dateName, timeName]: DateFields): string | null => {
  const timestamp = Date.parse(`${values[dateName] ?? ''}T${values[timeName] ?? ''}:00${LAGOS_OFFSET}`);
  return Number.isNaN(timestamp) ? null : new Date(timestamp).toISOString();
};

/** The consent that the editor's values hold. */
export const toConsent = ({ showsMinors = '', consentBy = '', consentOn = '' }: Values): PhotoConsent => ({
  showsMinors: showsMinors === '' ? null : showsMinors === 'true',
  consentBy,
  consentOn,
});

/** The form fields for a focal point. */
export const toFocalFields = (focal: FocalPoint | null): Values => ({ focalX: focal ? String(focal.x) : '', focalY: focal ? String(focal.y) : '' });

export const fromFocalFields = ({ focalX = '', focalY = '' }: Values): FocalPoint | null =>
  focalX === '' || focalY === '' ? null : { x: Number(focalX), y: Number(focalY) };

/** The focal point of a chosen image, as the editor's values hold it. */
export const toChosenFocal = ({ focalX = '', focalY = '' }: Values): string => `${focalX} ${focalY}`;

const textNames = ({ fields, image }: EditableContent): readonly string[] => [...Object.keys(fields), image.altField];

/** A document's fields by name, for the names that its kind lists. */
const toEntries = (document: unknown): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(document ?? {}));

/** A field's value as the text of its input. */
const toText = (value: unknown): string => {
  if (Array.isArray(value)) return joinTags(value.map(String));
  return value === null || value === undefined ? '' : String(value);
};

/** Stored fields, of a document or of a version of it, as the texts of their inputs. */
export const toTexts = ({ content, toInputs }: Pick<EditorConfig<never>, 'content' | 'toInputs'>, fields: Readonly<Record<string, unknown>>): Values => {
  const texts: Values = Object.fromEntries(textNames(content).map((name) => [name, toText(fields[name])]));
  return toInputs?.(texts) ?? texts;
};

/** A stored document as the values of its editor; null: those of a new one. */
export const toValues = <Doc>(config: EditorConfig<Doc>, document: Doc | null): Values => {
  const stored = document ?? config.emptyDocument;
  const { status, publishAt, unpublishAt, focal } = config.getMetadata(stored);
  const hasDate = status === 'scheduled' || (status === 'published' && isDated(config));
  const entries = toEntries(stored);
  return {
    ...toTexts(config, entries),
    ...(entries.decorative === true ? { decorative: 'true' } : {}),
    ...toFocalFields(focal),
    ...(hasDrafts(config) && {
      ...toLagosFields(PUBLISH_FIELDS, hasDate ? publishAt : null),
      ...toLagosFields(UNPUBLISH_FIELDS, status === 'scheduled' || status === 'published' ? unpublishAt : null),
    }),
  };
};

/** The document that would be stored, for the preview. */
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
