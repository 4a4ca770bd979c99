import { type Kysely, sql } from 'kysely';
import { getSqlLimit, type Page, type PageRequest, toLikePattern, toPage } from './page.ts';
import type { Tables, Timestamp } from './schema.ts';
import type { TrashState } from './trash-queries.ts';

const selectEvents = (db: Kysely<Tables>, place: TrashState = 'active') =>
  db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.id', 'events.picture_id')
    .selectAll('events')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('events.deleted_at', place === 'active' ? 'is' : 'is not', null);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

export interface EventPageRequest extends PageRequest {
  /** One side of now; undefined for both. */
  readonly when: 'upcoming' | 'past' | undefined;
  readonly now: Timestamp;
}

const matching = (db: Kysely<Tables>, { status, search, when, now }: EventPageRequest) => {
  let query = db.selectFrom('events').where('events.deleted_at', 'is', null);
  if (status !== 'all') query = query.where('events.status', '=', status);
  if (search !== '') query = query.where(sql<boolean>`events.search_key like ${toLikePattern(search)} escape '\\'`);
  if (when !== undefined) query = query.where('events.upcoming_until', when === 'upcoming' ? '>' : '<=', now);
  return query;
};

/** Earliest first; past ones by themselves latest first, so that the nearest come first on both sides of now. */
export const listEventRows = async (db: Kysely<Tables>, request: EventPageRequest): Promise<Page<EventRow>> => {
  const direction = request.when === 'past' ? 'desc' : 'asc';
  const ids = matching(db, request)
    .select('events.id')
    .orderBy('events.date', direction)
    .orderBy('events.id')
    .limit(getSqlLimit(request))
    .offset(request.offset);
  const rows = await selectEvents(db).where('events.id', 'in', ids).orderBy('events.date', direction).orderBy('events.id').execute();
  return toPage(rows, request, async () => {
    const { total } = await matching(db, request)
      .select((expression) => expression.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  });
};

export const findEventRow = (db: Kysely<Tables>, id: string, place: TrashState = 'active'): Promise<EventRow | undefined> =>
  selectEvents(db, place).where('events.id', '=', id).executeTakeFirst();

/** Whether a public event has passed between two moments by the clock. */
export const hasEventPassed = async (db: Kysely<Tables>, since: Timestamp, until: Timestamp): Promise<boolean> => {
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
