import { eventFormSchema } from '@site/shared/contracts/event-form';
import type { Result } from '@site/shared/result';
import { failure, success } from '@site/shared/result';
import { type FieldErrors, parseForm } from '../forms/parse-form.ts';
import { toTimeWords } from './time-words.ts';

/** In the order in which they stand on the screen. */
export const EVENT_FIELDS = [
  'title',
  'description',
  'status',
  'date',
  'time',
  'endTime',
  'location',
  'registrationLink',
  'category',
  'tags',
  'featuredImage',
  'featuredImageAlt',
] as const;

export type Intent = 'save' | 'publish' | 'unpublish';

const STATUS_OF_INTENT = { publish: 'published', unpublish: 'draft' } as const;

/** What the form sends, judged by the provider's own schema; or the first message of each field. */
export const eventFormData = (form: HTMLFormElement, intent: Intent, updatedAt: string | null): Result<FormData, FieldErrors> => {
  const entered = new FormData(form);
  for (const name of ['time', 'endTime']) {
    const value = entered.get(name);
    entered.set(name, typeof value === 'string' ? toTimeWords(value) : '');
  }
  if (intent !== 'save') entered.set('status', STATUS_OF_INTENT[intent]);
  if (updatedAt !== null) entered.set('updatedAt', updatedAt);
  const file = entered.get('featuredImage');
  // A file field without a choice sends an empty file.
  if (file instanceof File && file.size === 0) entered.delete('featuredImage');

  const texts = [...entered].filter(([, value]) => typeof value === 'string');
  const parsed = parseForm(eventFormSchema, Object.fromEntries(texts));
  return parsed.ok ? success(entered) : failure(parsed.error);
};
