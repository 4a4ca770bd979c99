import type { Kysely } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { Tables } from '../database/tables.ts';

const selectEvents = (db: Kysely<Tables>, place: Place = 'kept') =>
  db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.id', 'events.picture_id')
    .selectAll('events')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('events.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

/** Earliest first. */
export const listEventRows = (db: Kysely<Tables>, isEverything: boolean): Promise<EventRow[]> => {
  let query = selectEvents(db);
  if (!isEverything) query = query.where('events.status', '=', 'published');
  return query.orderBy('events.date').orderBy('events.id').execute();
};

export const findEventRow = (db: Kysely<Tables>, id: string, place: Place = 'kept'): Promise<EventRow | undefined> =>
  selectEvents(db, place).where('events.id', '=', id).executeTakeFirst();
