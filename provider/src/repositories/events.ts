import { type Kysely, sql } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { Moment, Tables } from '../database/tables.ts';
import { type ListSlice, type ListWindow, likePattern, sqlLimit, toSlice } from '../http/list-slice.ts';

const selectEvents = (db: Kysely<Tables>, place: Place = 'kept') =>
  db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.id', 'events.picture_id')
    .selectAll('events')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('events.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

export interface EventWindow extends ListWindow {
  /** One side of now; undefined for both. */
  readonly when: 'upcoming' | 'past' | undefined;
  readonly now: Moment;
}

const matching = (db: Kysely<Tables>, { status, words, when, now }: EventWindow) => {
  let query = db.selectFrom('events').where('events.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('events.status', '=', status);
  if (words !== '') query = query.where(sql<boolean>`events.search_key like ${likePattern(words)} escape '\\'`);
  if (when !== undefined) query = query.where('events.upcoming_until', when === 'upcoming' ? '>' : '<=', now);
  return query;
};

/** Earliest first; past ones by themselves latest first, so that the nearest come first on both sides of now. */
export const listEventRows = async (db: Kysely<Tables>, window: EventWindow): Promise<ListSlice<EventRow>> => {
  const direction = window.when === 'past' ? 'desc' : 'asc';
  const ids = matching(db, window).select('events.id').orderBy('events.date', direction).orderBy('events.id').limit(sqlLimit(window)).offset(window.offset);
  const rows = await selectEvents(db).where('events.id', 'in', ids).orderBy('events.date', direction).orderBy('events.id').execute();
  return toSlice(rows, window, async () => {
    const { total } = await matching(db, window)
      .select((expression) => expression.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  });
};

export const findEventRow = (db: Kysely<Tables>, id: string, place: Place = 'kept'): Promise<EventRow | undefined> =>
  selectEvents(db, place).where('events.id', '=', id).executeTakeFirst();

/** Whether a public event has passed between two moments by the clock. */
export const hasEventPassed = async (db: Kysely<Tables>, since: Moment, until: Moment): Promise<boolean> => {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where('upcoming_until', '>', since)
    .where('upcoming_until', '<=', until)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
