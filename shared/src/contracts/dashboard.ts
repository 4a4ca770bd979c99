import * as v from 'valibot';
import { KIND_NAMES, VERSION_KINDS } from '../domain/kinds.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { list, optionalText, timestamp } from './fields.ts';
import { VERSION_ACTS } from './version.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Items that need attention (NS-01): a draft older than 14 days, an image without alternative text, an unread application. */
const attentionSchema = v.object({ kind: v.picklist(['old-draft', 'missing-alt', 'unread-application']), _id: v.string(), title: v.string() });
/** The last change of an item: who, what and when, as far as it is known. `changed` are labels of fields. */
const activitySchema = v.object({
  kind: v.picklist(KIND_NAMES),
  _id: v.string(),
  title: v.string(),
  at: v.string(),
  by: optionalText,
  act: v.nullish(v.fallback(v.picklist(VERSION_ACTS), 'saved'), 'saved'),
  changed: list(v.string()),
  /** Address of its image; '' without one. */
  image: optionalText,
});
/** A recent post; unpublished posts come first. */
const workSchema = v.object({ _id: v.string(), title: v.string(), status: publicationStatusSchema, author: v.string(), at: v.string() });

const reviewRequestSchema = v.object({ kind: v.picklist(VERSION_KINDS), _id: v.string(), title: v.string(), by: v.string(), at: v.string() });

/** The dashboard's numbers (NS-01). Applications are counted for editors and administrators only. */
export const dashboardSchema = v.object({
  upcomingEvents: count,
  images: count,
  albums: count,
  newApplications: count,
  samples: count,
  /** How many of the samples are images of the gallery. The name is that of released contracts. */
  samplePictures: v.nullish(count, 0),
  /** Day of the next upcoming event, YYYY-MM-DD. */
  nextEvent: timestamp,
  /** When the oldest unread application was sent. */
  oldestApplication: timestamp,
  posts: v.object({ draft: count, scheduled: count, published: count, archived: count }),
  inProgress: list(workSchema),
  attention: v.array(attentionSchema),
  activity: v.array(activitySchema),
  /** Drafts that somebody has asked to review, the longest waiting first; for editors and administrators. */
  reviews: list(reviewRequestSchema),
  /** Links to other sites that lead nowhere and are not ignored; for editors and administrators. */
  brokenLinks: v.nullish(count, 0),
  /** The last 30 days in Lagos, oldest first. */
  pageViews: v.array(v.object({ day: v.string(), views: count })),
});
export type Dashboard = v.InferOutput<typeof dashboardSchema>;

export const getDashboard = endpoint({ method: 'GET', path: '/dashboard', access: 'staff', envelope: 'data', response: dashboardSchema });

const pagePath = v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]{0,120}$/, 'is not a page of ours'));

/** The paths of pages, of which views are counted. */
export const isCountedPath = (path: string): boolean => v.is(pagePath, path);

/** Paths in one call. */
export const MAX_COUNTED_PATHS = 100;

/** One view of a public page, counted without cookies and without the visitor's address. Hosts before this release send each view so. */
export const countPageView = endpoint({
  method: 'POST',
  path: '/page-views',
  access: 'public',
  envelope: 'bare',
  body: v.object({ path: pagePath }),
  response: v.object({ message: v.string() }),
});

const countedPage = v.object({ path: pagePath, views: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e6)) });

/** The views of some time, by path. */
export const countPageViews = endpoint({
  method: 'POST',
  path: '/page-views/batch',
  access: 'public',
  envelope: 'bare',
  body: v.object({ pages: v.pipe(v.array(countedPage), v.maxLength(MAX_COUNTED_PATHS)) }),
  response: v.object({ message: v.string() }),
});
