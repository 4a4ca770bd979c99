import type { Kysely } from 'kysely';

const COLUMNS = [
  { name: 'kind', value: 'volunteer' },
  { name: 'school', value: '' },
  { name: 'contact_role', value: '' },
  { name: 'pupils', value: '' },
  { name: 'weeks', value: '' },
  { name: 'message', value: '' },
] as const;

/** Schools ask for a visit with their own form. An earlier release shows the request as an application of the contact person, without these answers. */
export const schoolVisits = {
  up: async (db: Kysely<unknown>) => {
    for (const { name, value } of COLUMNS) {
      await db.schema
        .alterTable('applications')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
        .execute();
    }
  },
  compatibleSince: '032-body-words',
  undo: COLUMNS.map(({ name }) => `alter table applications drop column ${name}`),
};
