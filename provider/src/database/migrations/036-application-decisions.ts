import type { Kysely } from 'kysely';

/**
 * When staff accepted or declined an application or marked it as handled, from which its retention counts. An earlier release leaves the column as it is; retention fills it in from
 * the audit log before it counts, also in the rows that are stored already.
 */
export const applicationDecisions = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('applications').addColumn('decided_at', 'text').execute(),
  compatibleSince: '032-body-words',
  undo: ['alter table applications drop column decided_at'],
};
