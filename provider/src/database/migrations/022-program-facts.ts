import type { Kysely } from 'kysely';

const COLUMNS = [
  { name: 'duration', value: '' },
  { name: 'ages', value: '' },
  { name: 'cost', value: '' },
  { name: 'next_start', value: '' },
  { name: 'apply_by', value: 'whatsapp' },
  { name: 'related_tag', value: '' },
];

/** What somebody asks before taking part in a program. */
export const programFacts = {
  up: async (db: Kysely<unknown>) => {
    for (const { name, value } of COLUMNS)
      await db.schema
        .alterTable('programs')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
        .execute();
  },
  compatibleSince: '021-application-stages',
  undo: COLUMNS.map(({ name }) => `alter table programs drop column ${name}`),
};
