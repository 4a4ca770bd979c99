import type { Kysely } from 'kysely';
import { getEventEnd } from '../routes/events/upcoming.ts';
import type { Flag, Moment, Tables } from './tables.ts';

/** Letters that no mark makes: the hooked ones of Hausa. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** "Ilé-Ifẹ̀" → "ile-ife": what is compared when words are looked for. */
export const foldWords = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);

/** Later than any event. */
const FOR_EVER: Moment = '9999-12-31T23:59:59.999Z';
const NEVER: Moment = '';

interface EventSide {
  readonly date: string;
  readonly time: string;
  readonly end_time: string;
  readonly upcoming_override: Flag | null;
}

/** Until when an event is upcoming, so that the two sides can be told apart by comparing one column with now. */
export const upcomingUntil = (event: EventSide): Moment => {
  if (event.upcoming_override !== null) return event.upcoming_override === 1 ? FOR_EVER : NEVER;
  const end = getEventEnd(event);
  return end === null ? NEVER : new Date(end).toISOString();
};

/** Fills what follows from other columns, where it is not filled yet: after a migration, samples, or the restoring of an older backup. */
export const fillDerived = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of ['posts', 'events', 'gallery_images'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'title']).where('search_key', '=', '').where('title', '!=', '').execute();
    for (const { id, title } of rows)
      await db
        .updateTable(table)
        .set({ search_key: foldWords(title) })
        .where('id', '=', id)
        .execute();
  }
  const events = await db.selectFrom('events').select(['id', 'date', 'time', 'end_time', 'upcoming_override']).where('upcoming_until', '=', NEVER).execute();
  for (const { id, ...event } of events) {
    await db
      .updateTable('events')
      .set({ upcoming_until: upcomingUntil(event) })
      .where('id', '=', id)
      .execute();
  }
};
