import type { Kysely } from 'kysely';

const COLUMNS = ['public_number', 'public_classified_number'] as const;

/** The revision of the last change that visitors can see, and up to which revision that is known: an earlier release raises `number` only, for drafts too. */
export const publicRevision = {
  up: async (db: Kysely<unknown>) => {
    for (const name of COLUMNS)
      await db.schema
        .alterTable('content_revision')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
  },
  compatibleSince: '032-body-words',
  undo: COLUMNS.map((name) => `alter table content_revision drop column ${name}`),
};
