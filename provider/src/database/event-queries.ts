import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows, hasFilters, type ListFilters, listRows, type PageRequest, type RowList, readCounts, readIds, toSqlOrder } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';
import { createSearch } from './search.ts';
import type { TrashState } from './trash-queries.ts';

const selectEvents = (db: Database, state: TrashState = 'active') =>
  db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.id', 'events.picture_id')
    .selectAll('events')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y', 'pictures.color', 'pictures.is_decorative'])
    .where('events.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

export interface EventPageRequest extends PageRequest {
  /** Undefined selects both upcoming and past events. */
  readonly when: 'upcoming' | 'past' | undefined;
  readonly now: Timestamp;
  /** Ids of the events with a topic. Undefined selects all events. */
  readonly ids: readonly string[] | undefined;
  readonly filters: ListFilters;
}

const SORTS = {
  title: sql`events.search_key`,
  status: sql`events.status`,
  // An event without a date is still being planned and sorts after all dated events.
  date: sql`coalesce(nullif(events.date, ''), '9999')`,
  location: sql`lower(events.location)`,
};

/** Orders events by date: past events latest first, all others earliest first. The event closest to today therefore comes first in both lists. */
const getOrder = (request: EventPageRequest): RawBuilder<unknown> =>
  toSqlOrder(SORTS, request) ?? (request.when === 'past' ? sql`events.date desc` : sql`events.date asc`);

const selectVisible = (db: Database, { visibility }: EventPageRequest) => {
  const query = db.selectFrom('events').where('events.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('events.status', '=', 'published');
};

const selectMatching = (db: Database, request: EventPageRequest, search: RawBuilder<SqlBool> | undefined) => {
  const { status, when, now, ids, filters } = request;
  const { inCategory, from, to } = filters;
  let query = selectVisible(db, request);
  if (status !== 'all') query = query.where('events.status', '=', status);
  if (search !== undefined) query = query.where(search);
  if (ids !== undefined) query = ids.length === 0 ? query.where(sql<boolean>`1 = 0`) : query.where('events.id', 'in', ids);
  if (inCategory !== undefined) query = query.where('events.category', '=', inCategory);
  if (from !== undefined || to !== undefined) query = query.where('events.date', '<>', '');
  if (from !== undefined) query = query.where(sql<string>`coalesce(nullif(events.end_date, ''), events.date)`, '>=', from);
  if (to !== undefined) query = query.where('events.date', '<=', to);
  if (when !== undefined) query = query.where('events.upcoming_until', when === 'upcoming' ? '>' : '<=', now);
  return query;
};

export const listEventRows = async (db: Database, request: EventPageRequest): Promise<RowList<EventRow>> => {
  const { visibility } = request;
  const search = await createSearch(db, 'event', 'events.id', request);
  const countMatching = () => countRows(selectMatching(db, request, search?.inBulk));
  return listRows(request, {
    findIds: (limit) => {
      const ids = selectMatching(db, request, search?.perRow).select('events.id').orderBy(getOrder(request)).orderBy('events.id');
      return readIds(db, ids.limit(limit).offset(request.offset));
    },
    findRows: (ids) => {
      const rows = selectEvents(db).where('events.id', 'in', ids);
      return (visibility === 'all' ? rows : rows.where('events.status', '=', 'published')).execute();
    },
    count: async () => {
      // Do not cache these counts, because upcoming events become past events without a content change.
      if (request.when !== undefined || request.ids !== undefined || hasFilters(request.filters)) return (await countMatching()).all;
      return search?.count() ?? (await readCounts(db, visibility, ['matching events', request.status], countMatching)).all;
    },
    getCounts: () => readCounts(db, visibility, ['events'], () => countRows(selectVisible(db, request))),
  });
};

export const findEventRow = (db: Database, id: string, state: TrashState = 'active'): Promise<EventRow | undefined> =>
  selectEvents(db, state).where('events.id', '=', id).executeTakeFirst();

export const hasEventPassed = async (db: Database, since: Timestamp, until: Timestamp): Promise<boolean> => {
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
