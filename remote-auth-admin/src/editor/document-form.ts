import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { failure, type Result, success } from '@site/shared/domain/result';
import { type FieldErrors, parseForm } from '../forms/parse-form.ts';
import { type DocumentFacts, type DocumentKind, fromLagosFields, imageFieldNames, PUBLISH_FIELDS, type Values } from './document-kind.ts';

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
  readonly facts: DocumentFacts | null;
  readonly version: string | null;
  readonly command: Command;
  /** Autosaves leave the image alone: no file is sent and no image removed unless somebody presses a button. */
  readonly isAuto: boolean;
  readonly file: File | null;
  readonly now: number;
}

/** As chosen; or now when something with a later date is published at once; undefined leaves the stored date. */
const getPublishAt = ({ values, facts, command, now }: DocumentFormInput, status: PublicationStatus): string | null | undefined => {
  if (status === 'scheduled') return fromLagosFields(values.publishDate ?? '', values.publishTime ?? '');
  const stored = facts?.publishAt ?? null;
  return command === 'publish' && (stored === null || Date.parse(stored) > now) ? new Date(now).toISOString() : undefined;
};

/** The text fields of the form that is sent, checked by the provider's own schema; or the first message of each field. */
export const toDocumentForm = <Doc>(kind: DocumentKind<Doc>, input: DocumentFormInput): Result<Values, FieldErrors> => {
  const { values, facts, version, command, isAuto, file } = input;
  const image = imageFieldNames(kind.imageName);
  const status = statusAfter(command, facts?.status ?? 'draft');
  const publishAt = kind.publishAtName === null ? undefined : getPublishAt(input, status);
  const omitted = new Set<string>([...PUBLISH_FIELDS, ...(isAuto ? Object.values(image) : [])]);
  const absentWhenEmpty = [image.remove, image.focalX, image.focalY];
  const form: Record<string, string> = Object.fromEntries(
    Object.entries(kind.toForm(values)).filter(([name, value]) => !omitted.has(name) && !(value === '' && absentWhenEmpty.includes(name))),
  );
  if (kind.hasDrafts) form.status = status;
  if (kind.publishAtName !== null && typeof publishAt === 'string') form[kind.publishAtName] = publishAt;
  if (version !== null) form.updatedAt = version;

  const parsed = parseForm(kind.schema, form);
  const errors: Record<string, string> = parsed.ok ? {} : { ...parsed.error };
  for (const { name, label } of kind.fields) {
    if (kind.required.includes(name) && (values[name] ?? '').trim() === '') errors[name] ??= `Enter a ${label.toLowerCase()}`;
  }
  if (kind.publishAtName !== null && publishAt === null) errors[kind.publishAtName] = 'Choose a date and time in the future';
  if (file !== null && status === 'published' && (values[image.alt] ?? '').trim() === '') errors[image.alt] = 'Say what the picture shows';
  return Object.keys(errors).length > 0 ? failure(errors) : success(form);
};
