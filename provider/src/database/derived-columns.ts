import type { Kysely } from 'kysely';
import { getUpcomingUntil } from '../domain/event-times.ts';
import { foldText } from '../domain/text.ts';
import type { Tables } from './schema.ts';

/** The columns that the search of the staff lists covers, by table. The first one is the title, by which results sort. */
const SEARCHED_COLUMNS = {
  posts: ['title', 'excerpt', 'category', 'author_name', 'tags'],
  events: ['title', 'location', 'category', 'tags'],
  gallery_images: ['title', 'alt'],
  albums: ['name'],
  programs: ['title', 'slug'],
  applications: ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation'],
} as const;
type SearchedTable = keyof typeof SEARCHED_COLUMNS;
/** Tables that the public searches by title. */
const TITLE_TABLES = ['posts', 'events', 'gallery_images'] as const;

/** The values of `search_text`, and of `search_key` where the table has one, for a row that is being written. Both have no case and no diacritics and begin with the title, so that they sort by it. */
export const getSearchColumns = (table: SearchedTable, row: Readonly<Record<string, unknown>>) => {
  const getText = (column: string): string => foldText(String(row[column] ?? ''));
  const search_text = SEARCHED_COLUMNS[table].map(getText).join('\n');
  return TITLE_TABLES.some((each) => each === table) ? { search_text, search_key: getText('title') } : { search_text };
};

/** Computes derived columns that are still empty: rows that the samples or the restore of an older backup have inserted. */
export const fillDerivedColumns = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of ['posts', 'events', 'gallery_images', 'albums', 'programs', 'applications'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('search_text', '=', '').execute();
    for (const row of rows) await db.updateTable(table).set(getSearchColumns(table, row)).where('id', '=', row.id).execute();
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
