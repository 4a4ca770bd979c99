import { checkContent, type FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent } from '@site/shared/domain/photo-consent';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { failure, type Result, success } from '@site/shared/domain/result';
import { parseForm } from '../forms/parse-form.ts';
import { checkDocument } from './checks.ts';
import {
  CONSENT_FIELDS,
  type DocumentMetadata,
  type EditorConfig,
  fromLagosFields,
  getEditorFields,
  hasDrafts,
  imageTextNames,
  PUBLISH_FIELDS,
  toConsent,
  type Values,
} from './editor-config.ts';

/** What a save does to the status of a document; a plain save leaves it as it is. */
export type Command = 'save' | 'schedule' | 'publish' | 'unpublish';

const statusAfter = (command: Command, current: PublicationStatus): PublicationStatus => {
  switch (command) {
    case 'save':
      return current;
    case 'schedule':
      return 'scheduled';
    case 'publish':
      return 'published';
    case 'unpublish':
      return 'draft';
    default:
      return command satisfies never;
  }
};

interface DocumentFormInput {
  readonly values: Values;
  /** Null: a new one. */
  readonly metadata: DocumentMetadata | null;
  readonly version: string | null;
  readonly command: Command;
  /** Autosaves leave the image alone: no file is sent and no image removed unless somebody presses a button. */
  readonly isAuto: boolean;
  readonly file: File | null;
  readonly now: number;
}

/** The publication time that a save sends: the chosen one for a schedule, now for publishing a document that has none or a later one, otherwise null, which does not change it. */
const getPublishAt = ({ values, metadata, command, now }: DocumentFormInput, status: PublicationStatus): string | null => {
  if (status === 'scheduled') return fromLagosFields(values);
  const stored = metadata?.publishAt ?? null;
  return command === 'publish' && (stored === null || Date.parse(stored) > now) ? new Date(now).toISOString() : null;
};

/** What has to be mended in the texts before they are public: the first of each field. */
const checkTexts = <Doc>(config: EditorConfig<Doc>, values: Values): FieldErrors =>
  Object.fromEntries(
    checkDocument(getEditorFields(config), values)
      .filter(({ level }) => level === 'required')
      .reverse()
      .map(({ field, message }) => [field, message]),
  );

/** The text fields of the form that is sent, checked by the provider's own schema and rules; or the first message of each field. */
export const toDocumentForm = <Doc>(config: EditorConfig<Doc>, input: DocumentFormInput): Result<Values, FieldErrors> => {
  const { values, metadata, version, command, isAuto, file, now } = input;
  const { content, schema } = config;
  const { publishAtField, image } = content;
  const status = statusAfter(command, metadata?.status ?? 'draft');
  const publishAt = publishAtField === null ? null : getPublishAt(input, status);
  const texts = config.fromInputs?.(values) ?? values;
  const omitted = new Set<string>([...PUBLISH_FIELDS, 'imageSrc', ...(isAuto ? imageTextNames(content) : [])]);
  const absentWhenEmpty: readonly string[] = [image.removeField, 'imageId', 'focalX', 'focalY', ...CONSENT_FIELDS];
  const form: Record<string, string> = Object.fromEntries(
    Object.entries(texts).filter(([name, value]) => !omitted.has(name) && !(value === '' && absentWhenEmpty.includes(name))),
  );
  if (hasDrafts(config)) form.status = status;
  if (publishAtField !== null && publishAt !== null) form[publishAtField] = publishAt;
  if (isAuto) form.isAutosave = 'true';
  // The question was asked.
  if (file !== null) form.showsMinors ??= 'false';
  if (version !== null) form.updatedAt = version;

  const parsed = parseForm(schema, form);
  const hasImage = file !== null || (values.imageId ?? '') !== '' || ((metadata?.image ?? '') !== '' && values[image.removeField] !== 'true');
  const isPublic = status === 'published' || status === 'scheduled' || !hasDrafts(config);
  const errors = {
    ...(isPublic ? checkTexts(config, values) : {}),
    ...checkContent(content, { values: texts, status, publishAt, hasImage, now: new Date(now), isEditor: true }),
    ...(file !== null && isPublic ? checkPhotoConsent(toConsent(values), toLagosDay(new Date(now))) : {}),
    ...(parsed.ok ? {} : parsed.error),
  };
  return Object.keys(errors).length > 0 ? failure(errors) : success(form);
};
