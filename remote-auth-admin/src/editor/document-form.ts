import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { failure, type Result, success } from '@site/shared/domain/result';
import { type FieldErrors, parseForm } from '../forms/parse-form.ts';
import { type DocumentFacts, type DocumentKind, pictureTexts, type Values } from './document-kind.ts';
import { fromLagosFields } from './lagos-time.ts';

export type Intent = 'save' | 'schedule' | 'publish' | 'unpublish';

/** What a save does to where a document stands; a plain save leaves it there. */
export const statusAfter = (intent: Intent, current: PublicationStatus): PublicationStatus => {
  switch (intent) {
    case 'save':
      return current;
    case 'schedule':
      return 'scheduled';
    case 'publish':
      return 'published';
    case 'unpublish':
      return 'draft';
    default:
      return intent satisfies never;
  }
};

export interface DocumentFormInput {
  readonly values: Values;
  /** Null: a new one. */
  readonly facts: DocumentFacts | null;
  readonly version: string | null;
  readonly intent: Intent;
  /** Pictures and what belongs to them are sent by hand alone: a file is not sent behind somebody's back, and no picture is removed by itself. */
  readonly isAuto: boolean;
  readonly file: File | null;
  readonly now: number;
}

/** When it goes out: as chosen, or now where its day lies ahead and it is published at once; undefined leaves what is stored. */
const goesOutAt = ({ values, facts, intent, now }: DocumentFormInput, status: PublicationStatus): string | null | undefined => {
  if (status === 'scheduled') return fromLagosFields(values.publishDate ?? '', values.publishTime ?? '');
  const stored = facts?.moment ?? null;
  return intent === 'publish' && (stored === null || Date.parse(stored) > now) ? new Date(now).toISOString() : undefined;
};

/** What the form sends, judged by the provider's own schema; or the first message of each field. */
export const documentForm = <Doc>(kind: DocumentKind<Doc>, input: DocumentFormInput): Result<FormData, FieldErrors> => {
  const { values, facts, version, intent, isAuto, file } = input;
  const status = statusAfter(intent, facts?.status ?? 'draft');
  const moment = kind.momentName === null ? undefined : goesOutAt(input, status);
  const left = new Set(['publishDate', 'publishTime', ...(isAuto ? pictureTexts(kind.pictureName) : [])]);
  const [altName = '', ...choices] = pictureTexts(kind.pictureName);
  const entries = Object.entries(kind.toForm(values)).filter(([name, value]) => !left.has(name) && !(choices.includes(name) && value === ''));
  const texts: Record<string, string> = Object.fromEntries(entries);
  if (kind.hasDrafts) texts.status = status;
  if (kind.momentName !== null && typeof moment === 'string') texts[kind.momentName] = moment;
  if (version !== null) texts.updatedAt = version;

  const parsed = parseForm(kind.schema, texts);
  const errors: Record<string, string> = parsed.ok ? {} : { ...parsed.error };
  for (const { name, label } of kind.fields) {
    if (kind.needed.includes(name) && (values[name] ?? '').trim() === '') errors[name] ??= `Enter a ${label.toLowerCase()}`;
  }
  if (kind.momentName !== null && moment === null) errors[kind.momentName] = 'Choose a date and time in the future';
  if (file !== null && status === 'published' && (values[altName] ?? '').trim() === '') errors[altName] = 'Say what the picture shows';
  if (Object.keys(errors).length > 0) return failure(errors);

  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  if (file !== null && !isAuto) form.set(kind.pictureName, file);
  return success(form);
};
