import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

const selectEvents = (db: Kysely<Tables>) =>
  db.selectFrom('events').leftJoin('pictures', 'pictures.id', 'events.picture_id').selectAll('events').select(['pictures.version', 'pictures.format']);

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

/** Earliest first. */
export const listEventRows = (db: Kysely<Tables>, isEverything: boolean): Promise<EventRow[]> => {
  let query = selectEvents(db);
  if (!isEverything) query = query.where('events.status', '=', 'published');
  return query.orderBy('events.date').orderBy('events.id').execute();
};

export const findEventRow = (db: Kysely<Tables>, id: string): Promise<EventRow | undefined> => selectEvents(db).where('events.id', '=', id).executeTakeFirst();
