import * as v from 'valibot';
import { KIND_NAMES, VERSION_KINDS } from '../domain/kinds.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { list, optionalText, timestamp } from './fields.ts';
import { VERSION_ACTS } from './version.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Item that needs attention (NS-01): a draft older than 14 days, an image without alternative text, or an unread application. */
const attentionSchema = v.object({ kind: v.picklist(['old-draft', 'missing-alt', 'unread-application']), _id: v.string(), title: v.string() });
/** Last change to an item: the user, the action and the time, if known. `changed` contains field labels. */
const activitySchema = v.object({
  kind: v.picklist(KIND_NAMES),
  _id: v.string(),
  title: v.string(),
  at: v.string(),
  by: optionalText,
  act: v.nullish(v.fallback(v.picklist(VERSION_ACTS), 'saved'), 'saved'),
  changed: list(v.string()),
  /** URL of the item's image; '' if it has none. */
  image: optionalText,
});
/** Recent post; unpublished posts come first. */
const inProgressSchema = v.object({ _id: v.string(), title: v.string(), status: publicationStatusSchema, author: v.string(), at: v.string() });

const reviewRequestSchema = v.object({ kind: v.picklist(VERSION_KINDS), _id: v.string(), title: v.string(), by: v.string(), at: v.string() });

/** Figures on the dashboard (NS-01). Only editors and administrators get application counts. */
export const dashboardSchema = v.object({
  upcomingEvents: count,
  images: count,
  albums: count,
  newApplications: count,
  samples: count,
  /** Number of samples that are gallery images. The field keeps its name because released contracts use it. */
  samplePictures: v.nullish(count, 0),
  /** Day of the next upcoming event, YYYY-MM-DD. */
  nextEvent: timestamp,
  /** Time at which the oldest unread application was sent. */
  oldestApplication: timestamp,
  posts: v.object({ draft: count, scheduled: count, published: count, archived: count }),
  inProgress: list(inProgressSchema),
  attention: v.array(attentionSchema),
  activity: v.array(activitySchema),
  /** Drafts with a review request, longest waiting first; for editors and administrators. */
  reviews: list(reviewRequestSchema),
  /** Number of broken links to other sites, excluding ignored ones; for editors and administrators. */
  brokenLinks: v.nullish(count, 0),
  /** Page views per day for the last 30 days in Lagos, oldest first. */
  pageViews: v.array(v.object({ day: v.string(), views: count })),
});
export type Dashboard = v.InferOutput<typeof dashboardSchema>;

export const getDashboard = endpoint({ method: 'GET', path: '/dashboard', access: 'staff', envelope: 'data', response: dashboardSchema });

const pagePath = v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]{0,120}$/, 'is not a page of ours'));

/** Whether views of this path are counted. */
export const isCountedPath = (path: string): boolean => v.is(pagePath, path);

/** Maximum number of paths per request. */
export const MAX_COUNTED_PATHS = 100;

/** Counts one view of a public page, without cookies and without the visitor's IP address. Earlier hosts send every view this way. */
export const countPageView = endpoint({
  method: 'POST',
  path: '/page-views',
  access: 'public',
  envelope: 'bare',
  body: v.object({ path: pagePath }),
  response: v.object({ message: v.string() }),
});

const countedPage = v.object({ path: pagePath, views: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e6)) });

/** Counts the views of a period, by path. */
export const countPageViews = endpoint({
  method: 'POST',
  path: '/page-views/batch',
  access: 'public',
  envelope: 'bare',
  body: v.object({ pages: v.pipe(v.array(countedPage), v.maxLength(MAX_COUNTED_PATHS)) }),
  response: v.object({ message: v.string() }),
});
