import { checkContent, type FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent } from '@site/shared/domain/photo-consent';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { failure, type Result, success } from '@site/shared/domain/result';
import { parseForm } from '../forms/parse-form.ts';
import { checkDocument } from './checks.ts';
import {
  autosavedImageNames,
  CONSENT_FIELDS,
  DATE_FIELDS,
  type DateFields,
  type DocumentMetadata,
  type EditorConfig,
  formatChosenFocalPoint,
  fromLagosFields,
  getEditorFields,
  hasDrafts,
  imageTextNames,
  isDated,
  PUBLISH_FIELDS,
  pickValues,
  sameValues,
  toConsent,
  toFocalPointFields,
  toLagosFields,
  UNPUBLISH_FIELDS,
  type Values,
} from './editor-config.ts';

/** Effect of a save on the document's status. `save` does not change the status. */
export type Command = 'save' | 'schedule' | 'publish' | 'unpublish' | 'archive';

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
    case 'archive':
      return 'archived';
    default:
      return command satisfies never;
  }
};

interface DocumentFormInput {
  readonly values: Values;
  /** Null for a new document. */
  readonly metadata: DocumentMetadata | null;
  readonly version: string | null;
  readonly command: Command;
  /** Whether the save is automatic. Autosaves send no file and remove no image (`autosavedImageNames`). */
  readonly isAuto: boolean;
  readonly file: File | null;
  readonly now: number;
  /** Texts that the user discarded in a conflict, by field. */
  readonly unchosen?: Values;
}

/** Whether the fields show the stored time, ignoring its seconds. */
const matchesStoredTime = (values: Values, names: DateFields, stored: string | null): boolean =>
  sameValues(pickValues(values, names), toLagosFields(names, stored));

/**
 * Returns the publication time to send: the chosen time for scheduled documents and for kinds that show readers the date. Publishing a document with no time,
 * or with a future one, sends the current time. Null leaves the stored time unchanged.
 */
const getPublishAt = <Doc>(config: EditorConfig<Doc>, { values, metadata, command, now }: DocumentFormInput, status: PublicationStatus): string | null => {
  if (status === 'scheduled') return fromLagosFields(values, PUBLISH_FIELDS);
  const stored = metadata?.publishAt ?? null;
  const hasChosenTime = status === 'published' && isDated(config) && !matchesStoredTime(values, PUBLISH_FIELDS, stored);
  const chosen = hasChosenTime ? fromLagosFields(values, PUBLISH_FIELDS) : null;
  if (chosen !== null && !(command === 'publish' && Date.parse(chosen) > now)) return chosen;
  return command === 'publish' && (stored === null || Date.parse(stored) > now) ? new Date(now).toISOString() : null;
};

/** Returns, for each field, the first text problem that must be fixed before publication. */
const checkTexts = <Doc>(config: EditorConfig<Doc>, values: Values): FieldErrors =>
  Object.fromEntries(
    checkDocument(getEditorFields(config), values)
      .filter(({ level }) => level === 'required')
      .reverse()
      .map(({ field, message }) => [field, message]),
  );

/** Returns the time to unpublish: '' for never, undefined to leave the stored time unchanged. Documents that are not public have no such time. */
const getUnpublishAt = (values: Values, metadata: DocumentMetadata | null, isPublic: boolean): string | undefined => {
  const stored = metadata?.unpublishAt ?? null;
  if (!isPublic) return stored === null ? undefined : '';
  if (matchesStoredTime(values, UNPUBLISH_FIELDS, stored)) return undefined;
  return fromLagosFields(values, UNPUBLISH_FIELDS) ?? '';
};

/** Whether the focal point differs from that of the stored or chosen image. */
const hasFocalPointChanged = ({ values, metadata, file }: DocumentFormInput): boolean => {
  const stored = file === null ? formatChosenFocalPoint(toFocalPointFields(metadata?.focal ?? null)) : ' ';
  return formatChosenFocalPoint(values) !== (values.imageFocal || stored);
};

/** Returns the text fields to send, validated by the provider's own schema and rules, or the first error for each field. */
export const toDocumentForm = <Doc>(config: EditorConfig<Doc>, input: DocumentFormInput): Result<Values, FieldErrors> => {
  const { values, metadata, version, command, isAuto, file, now, unchosen = {} } = input;
  const { content, schema } = config;
  const { publishAtField, image } = content;
  const status = statusAfter(command, metadata?.status ?? 'draft');
  const publishAt = publishAtField === null ? null : getPublishAt(config, input, status);
  const isPublic = status === 'published' || status === 'scheduled' || !hasDrafts(config);
  const unpublishAt = hasDrafts(config) && !isAuto ? getUnpublishAt(values, metadata, isPublic) : undefined;
  const texts = config.fromInputs?.(values) ?? values;
  const sent = isAuto ? autosavedImageNames(content, values, file) : imageTextNames(content);
  const omittedNames = new Set<string>([...DATE_FIELDS, ...imageTextNames(content).filter((name) => !sent.includes(name)), 'imageSrc', 'imageFocal']);
  const omittedWhenEmpty: readonly string[] = [image.removeField, 'imageId', 'decorative', ...CONSENT_FIELDS];
  const form: Record<string, string> = Object.fromEntries(
    Object.entries(texts).filter(([name, value]) => !omittedNames.has(name) && !(value === '' && omittedWhenEmpty.includes(name))),
  );
  if (!hasFocalPointChanged(input)) for (const name of ['focalX', 'focalY']) delete form[name];
  if (hasDrafts(config)) form.status = status;
  if (publishAtField !== null && publishAt !== null) form[publishAtField] = publishAt;
  if (isAuto) form.isAutosave = 'true';
  const unchosenNames = Object.keys(unchosen);
  if (unchosenNames.length > 0) form.unchosen = JSON.stringify(pickValues(config.fromInputs?.({ ...values, ...unchosen }) ?? unchosen, unchosenNames));
  if (unpublishAt !== undefined) form.unpublishAt = unpublishAt;
  // The form has asked about minors, so an unanswered question means no.
  if (file !== null) form.showsMinors ??= 'false';
  if (version !== null) form.updatedAt = version;

  const parsed = parseForm(schema, form);
  const hasImage = file !== null || (values.imageId ?? '') !== '' || ((metadata?.image ?? '') !== '' && values[image.removeField] !== 'true');
  const errors = {
    ...(isPublic ? checkTexts(config, values) : {}),
    ...checkContent(content, {
      values: texts,
      status,
      publishAt,
      unpublishAt: unpublishAt || null,
      hasImage,
      isDecorative: values.decorative === 'true',
      now: new Date(now),
      isEditor: true,
    }),
    ...(unpublishAt !== undefined && isPublic && UNPUBLISH_FIELDS.filter((name) => (values[name] ?? '') === '').length === 1
      ? { unpublishAt: 'Enter a date and a time' }
      : {}),
    ...(publishAtField !== null && status === 'published' && publishAt !== null && Date.parse(publishAt) > now
      ? { [publishAtField]: 'Choose a date in the past' }
      : {}),
    ...(file !== null && isPublic ? checkPhotoConsent(toConsent(values), toLagosDay(new Date(now))) : {}),
    ...(parsed.ok ? {} : parsed.error),
  };
  return Object.keys(errors).length > 0 ? failure(errors) : success(form);
};

/** Returns the message shown after a save. */
export const describeSave = (command: Command, wasPublic: boolean): string =>
  ({
    save: 'Saved',
    schedule: 'Scheduled',
    publish: 'Published',
    unpublish: wasPublic ? 'Unpublished' : 'Reverted to draft',
    archive: 'Archived',
  })[command];
