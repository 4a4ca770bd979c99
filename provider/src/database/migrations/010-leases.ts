import type { Kysely } from 'kysely';

/** What running providers claim: that they run, and that they make a backup. */
export const leases = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
  },
  compatibleSince: '009-erasures',
  undo: ['drop table leases'],
};
