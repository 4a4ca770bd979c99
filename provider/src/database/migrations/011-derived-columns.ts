import { type Kysely, sql } from 'kysely';

/** By table, the column that every write changes. */
const WRITTEN_AT = {
  posts: 'updated_at',
  events: 'updated_at',
  gallery_images: 'updated_at',
  albums: 'updated_at',
  programs: 'updated_at',
  applications: 'created_at',
} as const;

/** Of which version of the row the derived columns are, and indexes of the rows where it is another one. */
export const derivedColumns = {
  up: async (db: Kysely<unknown>) => {
    for (const [table, writtenAt] of Object.entries(WRITTEN_AT)) {
      await db.schema
        .alterTable(table)
        .addColumn('derived_from', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await sql`create index ${sql.ref(`${table}_outdated`)} on ${sql.table(table)} (id) where derived_from <> '1|' || ${sql.ref(writtenAt)}`.execute(db);
    }
  },
  compatibleSince: '009-erasures',
  undo: Object.keys(WRITTEN_AT).flatMap((table) => [`drop index ${table}_outdated`, `alter table ${table} drop column derived_from`]),
};
