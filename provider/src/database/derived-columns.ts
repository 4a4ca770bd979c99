import type { Kysely } from 'kysely';
import { getUpcomingUntil } from '../domain/event-times.ts';
import { foldText } from '../domain/text.ts';
import type { Tables } from './schema.ts';

/** Fills the columns that are computed from others, where they are still empty: after a migration, samples, or the restore of an older backup. */
export const fillDerivedColumns = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of ['posts', 'events', 'gallery_images'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'title']).where('search_key', '=', '').where('title', '!=', '').execute();
    for (const { id, title } of rows)
      await db
        .updateTable(table)
        .set({ search_key: foldText(title) })
        .where('id', '=', id)
        .execute();
  }
  const events = await db.selectFrom('events').select(['id', 'date', 'time', 'end_time', 'upcoming_override']).where('upcoming_until', '=', '').execute();
  for (const { id, ...event } of events) {
    await db
      .updateTable('events')
      .set({ upcoming_until: getUpcomingUntil(event) })
      .where('id', '=', id)
      .execute();
  }
};
