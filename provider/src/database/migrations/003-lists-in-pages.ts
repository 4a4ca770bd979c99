import type { Kysely, Migration } from 'kysely';

const SEARCHED = ['posts', 'events', 'gallery_images'] as const;

/** Columns that this migration reads and writes, as they were then. */
interface Content {
  id: string;
  title: string;
  search_key: string;
}
interface Tables {
  posts: Content;
  events: Content & { date: string; time: string; end_time: string; upcoming_override: 0 | 1 | null; upcoming_until: string };
  gallery_images: Content;
}

// The rules below are copies of the ones of that time: a migration imports no live code, because a later change of it must not change what is migrated.

const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);

const parseTimeOfDay = (text: string): number | null => {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text.trim());
  if (match === null) return null;
  const half = match[3]?.toLowerCase().charAt(0);
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  if (minutes > 59 || (half === undefined ? hours > 23 || match[2] === undefined : hours < 1 || hours > 12)) return null;
  return ((half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0)) * 60 + minutes) % (24 * 60);
};

const LAGOS_OFFSET_MS = 3_600_000;
const getUpcomingUntil = ({ date, time, end_time, upcoming_override: override }: Omit<Tables['events'], keyof Content>): string => {
  if (override !== null) return override === 1 ? '9999-12-31T23:59:59.999Z' : '';
  const parsed = Date.parse(date);
  if (Number.isNaN(parsed)) return '';
  const day = new Date(parsed + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
  const minutes = parseTimeOfDay(end_time) ?? parseTimeOfDay(time) ?? 24 * 60;
  return new Date(Date.parse(`${day}T00:00:00+01:00`) + minutes * 60_000).toISOString();
};

const fillColumns = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of SEARCHED) {
    const rows = await db.selectFrom(table).select(['id', 'title']).where('title', '!=', '').execute();
    for (const { id, title } of rows)
      await db
        .updateTable(table)
        .set({ search_key: foldText(title) })
        .where('id', '=', id)
        .execute();
  }
  const events = await db.selectFrom('events').select(['id', 'date', 'time', 'end_time', 'upcoming_override', 'upcoming_until']).execute();
  for (const { id, ...event } of events) {
    await db
      .updateTable('events')
      .set({ upcoming_until: getUpcomingUntil(event) })
      .where('id', '=', id)
      .execute();
  }
};

/** Columns and indexes by which lists are searched, divided and cut into pages in SQL. */
export const listsInPages: Migration = {
  up: async (db: Kysely<Tables>) => {
    for (const table of SEARCHED) {
      await db.schema
        .alterTable(table)
        .addColumn('search_key', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .alterTable('events')
      .addColumn('upcoming_until', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await fillColumns(db);
    await db.schema.dropIndex('posts_by_status').execute();
    await db.schema.createIndex('posts_by_status').on('posts').columns(['status', 'published_at desc', 'id', 'deleted_at']).execute();
    await db.schema.dropIndex('events_by_date').execute();
    await db.schema.createIndex('events_by_date').on('events').columns(['status', 'date', 'id', 'upcoming_until', 'deleted_at']).execute();
    await db.schema.dropIndex('gallery_images_by_album').execute();
    const images = ['is_published', 'created_at desc', 'id', 'deleted_at'] as const;
    await db.schema
      .createIndex('gallery_images_by_date')
      .on('gallery_images')
      .columns([...images])
      .execute();
    await db.schema
      .createIndex('gallery_images_by_album')
      .on('gallery_images')
      .columns(['album_id', 'position', 'created_at desc', 'id', 'is_published', 'deleted_at'])
      .execute();
  },
};
