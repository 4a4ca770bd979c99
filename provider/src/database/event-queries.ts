import { type Kysely, type RawBuilder, sql } from 'kysely';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, toLikePattern, toPage, toSqlOrder } from './page.ts';
import type { Tables, Timestamp } from './schema.ts';
import type { TrashState } from './trash-queries.ts';

const selectEvents = (db: Kysely<Tables>, state: TrashState = 'active') =>
  db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.id', 'events.picture_id')
    .selectAll('events')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('events.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

export interface EventPageRequest extends PageRequest {
  /** Upcoming or past events only; undefined for both. */
  readonly when: 'upcoming' | 'past' | undefined;
  readonly now: Timestamp;
}

const SORTS = {
  title: sql`events.search_key`,
  status: sql`events.status`,
  // An event without a date is unfinished, and sorts with the latest.
  date: sql`coalesce(nullif(events.date, ''), '9999')`,
  location: sql`lower(events.location)`,
};

/** Earliest first; a list of past events latest first, so that the nearest come first either way. */
const getOrder = (request: EventPageRequest): RawBuilder<unknown> =>
  toSqlOrder(SORTS, request) ?? (request.when === 'past' ? sql`events.date desc` : sql`events.date asc`);

const selectVisible = (db: Kysely<Tables>, { visibility }: EventPageRequest) => {
  const query = db.selectFrom('events').where('events.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('events.status', '=', 'published');
};

const selectMatching = (db: Kysely<Tables>, request: EventPageRequest) => {
  const { status, search, terms, when, now } = request;
  let query = selectVisible(db, request);
  if (status !== 'all') query = query.where('events.status', '=', status);
  if (search !== '') query = query.where(sql<boolean>`events.search_key like ${toLikePattern(search)} escape '\\'`);
  if (terms.length > 0) query = query.where(containsTerms(sql`events.search_text`, terms));
  if (when !== undefined) query = query.where('events.upcoming_until', when === 'upcoming' ? '>' : '<=', now);
  return query;
};

export const listEventRows = async (db: Kysely<Tables>, request: EventPageRequest): Promise<Page<EventRow>> => {
  const ids = selectMatching(db, request)
    .select('events.id')
    .orderBy(getOrder(request))
    .orderBy('events.id')
    .limit(getSqlLimit(request))
    .offset(request.offset);
  const rows = await selectEvents(db).where('events.id', 'in', ids).orderBy(getOrder(request)).orderBy('events.id').execute();
  return toPage(
    rows,
    request,
    async () => (await countRows(selectMatching(db, request))).all,
    () => countRows(selectVisible(db, request)),
  );
};

export const findEventRow = (db: Kysely<Tables>, id: string, state: TrashState = 'active'): Promise<EventRow | undefined> =>
  selectEvents(db, state).where('events.id', '=', id).executeTakeFirst();

/** Whether a public event has ended between two timestamps, by the clock. */
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
