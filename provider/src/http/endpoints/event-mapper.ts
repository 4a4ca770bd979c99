import type { EventForm } from '@site/shared/contracts/event';
import { parseTimeOfDay } from '@site/shared/domain/event-times';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { EventRow } from '../../database/event-queries.ts';
import type { Flag } from '../../database/schema.ts';
import { writeTags } from '../../database/tags.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ValidationError } from '../../domain/errors.ts';
import { getUpcomingUntil, isEventUpcoming } from '../../domain/event-times.ts';
import { foldText } from '../../domain/fold-text.ts';

/** Columns that the form writes. */
export interface EventColumns {
  readonly title: string;
  readonly search_key: string;
  readonly description: string;
  readonly date: string;
  readonly time: string;
  readonly end_time: string;
  readonly location: string;
  readonly category: string;
  readonly tags: string;
  readonly registration_link: string;
  readonly picture_alt: string;
  readonly status: PublicationStatus;
  readonly publish_at: string | null;
  readonly upcoming_override: Flag | null;
  readonly upcoming_until: string;
  readonly updated_at: string;
}

type Times = Pick<EventColumns, 'date' | 'time' | 'end_time'>;

/** A form that sends back what the clock says anyway overrides nothing. */
const chooseOverride = (form: EventForm, current: EventRow | undefined, times: Times, now: Date): Flag | null => {
  const wanted = form.isUpcoming;
  if (wanted === undefined) return current?.upcoming_override ?? null;
  if (typeof wanted === 'string') return null;
  if (wanted === isEventUpcoming({ ...times, upcoming_override: null }, now)) return null;
  return wanted ? 1 : 0;
};

/** What is stored with what the form says over it. */
export const mergeEvent = (form: EventForm, current: EventRow | undefined, status: PublicationStatus, now: Date): EventColumns => {
  const times: Times = {
    date: form.date ?? current?.date ?? '',
    time: form.time ?? current?.time ?? '',
    end_time: form.endTime ?? current?.end_time ?? '',
  };
  const title = form.title ?? current?.title ?? '';
  const override = chooseOverride(form, current, times, now);
  return {
    ...times,
    title,
    search_key: foldText(title),
    description: form.description ?? current?.description ?? '',
    location: form.location ?? current?.location ?? '',
    category: form.category ?? current?.category ?? '',
    tags: form.tags === undefined ? (current?.tags ?? '[]') : writeTags(form.tags),
    registration_link: form.registrationLink ?? current?.registration_link ?? '',
    picture_alt: form.featuredImageAlt ?? current?.picture_alt ?? '',
    status,
    publish_at: form.publishAt === undefined ? (current?.publish_at ?? null) : form.publishAt,
    upcoming_override: override,
    upcoming_until: getUpcomingUntil({ ...times, upcoming_override: override }),
    updated_at: nextTimestamp(now, current?.updated_at),
  };
};

/** Throws one error with a message for each field that is not right (NS-05). */
export const checkEvent = (columns: EventColumns, now: Date): void => {
  const errors: Record<string, string> = {};
  if (columns.title === '') errors.title = 'Enter a title';
  const begin = parseTimeOfDay(columns.time);
  const end = parseTimeOfDay(columns.end_time);
  if (end !== null && (begin === null || end < begin)) errors.endTime = 'The end must not be before the beginning';
  if (columns.status === 'published' || columns.status === 'scheduled') {
    if (columns.date === '') errors.date = 'Enter a date';
    if (columns.time === '') errors.time = 'Enter a time';
    if (columns.location === '') errors.location = 'Enter a location';
  }
  if (columns.status === 'scheduled' && (columns.publish_at ?? '') <= now.toISOString()) errors.publishAt = 'Choose a date and time in the future';
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
};
