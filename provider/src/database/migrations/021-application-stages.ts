import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const FORGET = 'delete from application_notes where application_id = old.id';

/**
 * How staff work on applications. An earlier release knows `read_at` alone, which stays true: an application is new exactly while it is null. The notes of an application
 * that is deleted for good go with it, whichever release deletes it.
 */
export const applicationStages = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    await db.schema.alterTable('applications').addColumn('stage', 'text').execute();
    await db.schema.alterTable('applications').addColumn('assignee_id', 'text').execute();
    await db.schema
      .createTable('application_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('author_id', 'text', (column) => column.notNull())
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await execute('create index application_notes_application on application_notes (application_id)');
    if (db.getExecutor().adapter instanceof SqliteAdapter) {
      await execute(`create trigger applications_forget_notes after delete on applications begin ${FORGET}; end`);
    } else {
      await execute(`create function applications_forget_notes() returns trigger language plpgsql as $$ begin ${FORGET}; return null; end $$`);
      await execute('create trigger applications_forget_notes after delete on applications for each row execute function applications_forget_notes()');
    }
  },
  compatibleSince: '020-image-colors',
  undo: {
    embedded: [
      'drop trigger applications_forget_notes',
      'drop table application_notes',
      'alter table applications drop column stage',
      'alter table applications drop column assignee_id',
    ],
    postgres: [
      'drop function applications_forget_notes() cascade',
      'drop table application_notes',
      'alter table applications drop column stage',
      'alter table applications drop column assignee_id',
    ],
  },
};
