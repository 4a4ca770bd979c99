import type { Kysely } from 'kysely';

const COLUMNS = ['withdrawn_number', 'classified_number'] as const;

/** The revision of the last withdrawal, and up to which revision that is known: a release that does not classify its writes raises `number` only. */
export const withdrawals = {
  up: async (db: Kysely<unknown>) => {
    for (const name of COLUMNS)
      await db.schema
        .alterTable('content_revision')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
  },
  compatibleSince: '012-search-documents',
  undo: COLUMNS.map((name) => `alter table content_revision drop column ${name}`),
};
