import * as v from 'valibot';
import { checkContentYear } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { MAX_REPEATS } from '../domain/repeat-dates.ts';
import { endpoint } from './endpoint.ts';

const daySchema = v.pipe(v.string(), v.isoDate('Enter dates as YYYY-MM-DD'), checkContentYear);

/**
 * Repeats an event on these days. Each repetition is a separate event that can be changed, cancelled and deleted independently. Days on which the series
 * already has an event are skipped. `status` is `published` if an editor repeats a published event, otherwise `draft`.
 */
export const repeatEvent = endpoint({
  method: 'POST',
  path: '/events/:id/repeats',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    dates: v.pipe(v.array(daySchema), v.minLength(1, 'Choose at least one date'), v.maxLength(MAX_REPEATS, `Choose ${MAX_REPEATS} dates or fewer`)),
    status: v.optional(v.picklist(['draft', 'published'], 'must be draft or published'), 'draft'),
  }),
  response: v.object({ ids: v.array(v.string()) }),
  status: 201,
});

const seriesEventSchema = v.object({ _id: v.string(), title: v.string(), date: v.string(), status: publicationStatusSchema });
export type SeriesEvent = v.InferOutput<typeof seriesEventSchema>;

/** Lists the events of the series by date, excluding those in the trash; empty for an event that is not repeated. */
export const listEventSeries = endpoint({ method: 'GET', path: '/events/:id/series', access: 'staff', envelope: 'data', response: v.array(seriesEventSchema) });

/** Copies the texts, times and location of this event to the later events in the series. Dates, images, statuses and cancellations do not change. */
export const changeFollowingEvents = endpoint({
  method: 'POST',
  path: '/events/:id/following',
  access: 'editor',
  envelope: 'data',
  response: v.object({ changed: v.number() }),
});
