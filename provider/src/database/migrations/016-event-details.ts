import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  { name: 'end_date', value: '' },
  { name: 'event_status', value: 'scheduled' },
  { name: 'attendance_mode', value: '' },
  { name: 'agenda', value: '' },
  { name: 'audience', value: '' },
  { name: 'speakers', value: '' },
];

/**
 * What else there is to know about an event. The last day changes until when an event is upcoming: rows that an earlier release writes, which does not know it, are
 * computed again, and this finds them.
 */
export const eventDetails = {
  up: async (db: Kysely<unknown>) => {
    for (const { name, value } of COLUMNS)
      await db.schema
        .alterTable('events')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
        .execute();
    await sql`create index events_outdated_2 on events (id) where derived_from <> '2|' || updated_at`.execute(db);
  },
  compatibleSince: '015-search-suffixes',
  undo: [
    'drop index events_outdated_2',
    // An earlier release leaves rows of later rules alone.
    "update events set derived_from = ''",
    ...COLUMNS.map(({ name }) => `alter table events drop column ${name}`),
  ],
};
