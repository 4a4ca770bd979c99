import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { focalPoint, list, moment, text } from './fields.ts';
import { listQuerySchema, pageOf, summaryView } from './list-query.ts';
import { postStatusSchema } from './post.ts';

/**
 * One event (DATA-03). `date` is a day in Lagos, YYYY-MM-DD (another server may send a moment); `time` and `endTime` are words such as "4:00 PM".
 * The picture comes as `featuredImage` or as `image` (EVT-10); our provider sends both alike. `isUpcoming` is decided by the server.
 */
export const eventSchema = v.object({
  _id: v.string(),
  title: text,
  description: text,
  date: moment,
  time: text,
  endTime: text,
  location: text,
  category: text,
  featuredImage: text,
  image: text,
  featuredImageAlt: text,
  featuredImageFocal: focalPoint,
  tags: list(v.string()),
  registrationLink: text,
  isUpcoming: v.nullish(v.boolean(), false),
  /** A server without statuses shows all of its events. */
  status: v.nullish(v.fallback(postStatusSchema, 'draft'), 'published'),
  /** When a `scheduled` event goes out. */
  publishAt: v.optional(v.nullable(v.string())),
  updatedAt: moment,
  isSample: v.nullish(v.boolean(), false),
});
export type Event = v.InferOutput<typeof eventSchema>;

/** `view=summary`: `description` is the beginning of its words. `when` keeps one side of now: the nearest come first on both. */
export const eventQuerySchema = v.object({
  ...listQuerySchema.entries,
  view: summaryView,
  when: v.optional(v.picklist(['upcoming', 'past'], 'must be upcoming or past')),
});

/** Earliest first. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'public',
  envelope: 'data',
  query: eventQuerySchema,
  answer: v.array(eventSchema),
});
export const pageEvents = pageOf(listEvents);
export const getEvent = endpoint({ method: 'GET', path: '/events/:id', access: 'public', envelope: 'data', answer: eventSchema });
