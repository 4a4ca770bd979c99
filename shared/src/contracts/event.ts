import * as v from 'valibot';
import { type ContentValues, contentKind, type FieldErrors, formSchema, richTextField, textField } from '../domain/content-kind.ts';
import { isDay } from '../domain/dates.ts';
import { parseTimeOfDay } from '../domain/event-times.ts';
import { checkContentYear, choiceField, flagField, tagsField, trimmed } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, focalPoint, imageColor, list, optionalText, staffFields, timestamp } from './fields.ts';
import { listQuerySchema, narrowingQuery, paginated, sortQuery, summaryView, topicSlug } from './pagination.ts';

export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const ATTENDANCE_MODES = ['in-person', 'online', 'hybrid'] as const;
export type AttendanceMode = (typeof ATTENDANCE_MODES)[number];

/**
 * One event (DATA-03). `date` is a day in Lagos, YYYY-MM-DD (another server may send a timestamp); `time` and `endTime` are texts like "4:00 PM".
 * The image is in `featuredImage` or `image` (EVT-10); our provider sends both. The server decides `isUpcoming`.
 */
export const eventSchema = v.object({
  _id: v.string(),
  title: optionalText,
  /** Sanitised HTML, or plain text if another client sent it or if it predates formatted descriptions. */
  description: optionalText,
  date: timestamp,
  time: optionalText,
  endTime: optionalText,
  /** Last day of a multi-day event, in the same format as `date`; `endTime` is the time on that day. */
  endDate: timestamp,
  /** Whether the event is going ahead; `status` says whether it is public. */
  eventStatus: v.nullish(v.fallback(v.picklist(EVENT_STATUSES), 'scheduled'), 'scheduled'),
  /** Null if not stated. */
  attendanceMode: v.nullish(v.fallback(v.nullable(v.picklist(ATTENDANCE_MODES)), null), null),
  location: optionalText,
  /** Agenda with one item per line, which may begin with a time of day. Summaries leave `agenda`, `audience` and `speakers` empty. */
  agenda: optionalText,
  audience: optionalText,
  /** One speaker per line. */
  speakers: optionalText,
  category: optionalText,
  featuredImage: optionalText,
  image: optionalText,
  featuredImageAlt: optionalText,
  featuredImageFocal: focalPoint,
  featuredImageColor: imageColor,
  decorative: decorativeFlag,
  tags: list(v.string()),
  /** URL of an image with title and date for link previews, 1200 x 630 pixels; absent for content that is not public, in summaries, and from other servers. */
  shareImage: v.optional(v.string()),
  registrationLink: optionalText,
  isUpcoming: v.nullish(v.boolean(), false),
  /** Defaults to `published`, because a server without statuses shows all its events. */
  status: v.nullish(v.fallback(publicationStatusSchema, 'draft'), 'published'),
  /** Time at which a `scheduled` event is published. */
  publishAt: v.optional(v.nullable(v.string())),
  ...staffFields,
  updatedAt: timestamp,
  /** Shared by all events of a series; '' for an event that is not repeated. Sent to staff only. */
  seriesId: v.optional(v.string()),
  isSample: v.nullish(v.boolean(), false),
});
export interface Event extends v.InferOutput<typeof eventSchema> {}

/**
 * Query of events. With `view=summary`, `description` is the beginning of its text. `when` selects the events before or after now, nearest first.
 * `category` and `tag` are slugs of names and select published events with that category or tag. `from` and `to` select the events that take place at any time
 * between these days.
 */
export const eventQuerySchema = v.object({
  ...listQuerySchema.entries,
  view: summaryView,
  sort: sortQuery('title', 'status', 'date', 'location'),
  when: v.optional(v.picklist(['upcoming', 'past'], 'must be upcoming or past')),
  category: topicSlug,
  tag: topicSlug,
  ...narrowingQuery,
});

/** Lists events, earliest first. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'public',
  envelope: 'data',
  query: eventQuerySchema,
  response: v.array(eventSchema),
});
export const listEventsPage = paginated(listEvents);
export const getEvent = endpoint({ method: 'GET', path: '/events/:id', access: 'public', envelope: 'data', response: eventSchema });

const dayField = v.pipe(
  v.string(),
  v.trim(),
  // Only the day of a timestamp is used.
  v.transform((value) => (/^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value)),
  v.check((value) => value === '' || isDay(value), 'Enter a date like 2026-11-21'),
  checkContentYear,
);
const timeField = v.pipe(
  trimmed(20),
  v.check((value) => value === '' || parseTimeOfDay(value) !== null, 'Enter a time like 4:00 PM'),
);
const httpsField = v.pipe(
  trimmed(500),
  v.check((value) => value === '' || (URL.canParse(value) && new URL(value).protocol === 'https:'), 'Enter a link that begins with https://'),
);

const checkTimes = ({ date = '', endDate = '', time = '', endTime = '' }: ContentValues): FieldErrors => {
  if (endDate !== '' && (date === '' || endDate < date)) return { endDate: 'The last day must not be before the first' };
  if (endDate > date) return {};
  const start = parseTimeOfDay(time);
  const end = parseTimeOfDay(endTime);
  return end !== null && (start === null || end < start) ? { endTime: 'The end must not be before the start' } : {};
};

/** Events as a kind of content (DATA-03), with the messages of NS-05. */
export const eventKind = contentKind({
  name: 'event',
  fields: {
    title: textField({ label: 'Title', maxLength: 140, required: 'Enter a title' }),
    description: richTextField({ label: 'Description', acceptsPlainText: true, search: 'text', inSummary: 'beginning' }),
    date: { label: 'Date', isOwn: true, schema: dayField, requiredToPublish: 'Enter a date' },
    time: { label: 'Time', schema: timeField, requiredToPublish: 'Enter a time' },
    endTime: { label: 'End time', schema: timeField },
    endDate: { label: 'Last day', isOwn: true, schema: dayField },
    eventStatus: { label: 'Event status', isOwn: true, schema: choiceField(EVENT_STATUSES, 'scheduled') },
    attendanceMode: { label: 'Attendance', schema: choiceField(ATTENDANCE_MODES, '') },
    location: textField({ label: 'Location', maxLength: 200, requiredToPublish: 'Enter a location', search: 'summary' }),
    registrationLink: { label: 'Registration link', maxLength: 500, schema: httpsField },
    agenda: textField({ label: 'Agenda', maxLength: 3000, search: 'text', inSummary: 'nothing' }),
    audience: textField({ label: 'Who it is for', maxLength: 500, search: 'detail', inSummary: 'nothing' }),
    speakers: textField({ label: 'Speakers', maxLength: 1500, search: 'detail', inSummary: 'nothing' }),
    category: textField({ label: 'Category', maxLength: 60, search: 'summary' }),
    tags: { label: 'Tags', schema: tagsField, search: 'summary' },
  },
  image: {
    name: 'featuredImage',
    label: 'Featured photo',
    aliases: ['image'],
    altField: 'featuredImageAlt',
    removeField: 'removeFeaturedImage',
    altRequired: 'in-editor',
  },
  publishAtField: 'publishAt',
  check: checkTimes,
});

/** Event form. The file field is `featuredImage`. `isUpcoming` overrides the clock; `auto` removes the override. */
export const eventFormSchema = formSchema(eventKind, { isUpcoming: v.optional(v.union([flagField, v.picklist(['auto', ''])], 'must be true, false or auto')) });
export type EventForm = v.InferOutput<typeof eventFormSchema>;

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'staff',
  envelope: 'data',
  body: eventFormSchema,
  bodyType: 'multipart',
  file: { name: eventKind.image.name, type: 'image/*' },
  response: eventSchema,
  status: 201,
});
export const updateEvent = endpoint({
  method: 'PUT',
  path: '/events/:id',
  access: 'staff',
  envelope: 'data',
  body: eventFormSchema,
  bodyType: 'multipart',
  file: { name: eventKind.image.name, type: 'image/*' },
  acceptedHeaders: ['If-Match'],
  response: eventSchema,
});
/** Moves the event to the trash for 30 days. */
export const deleteEvent = endpoint({ method: 'DELETE', path: '/events/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Restores the event. Requires the same permission as deleting it. */
export const restoreEvent = endpoint({ method: 'POST', path: '/events/:id/restore', access: 'staff', envelope: 'data', response: eventSchema });
