import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const COLUMNS = 'title, description, location, category, tags, status, deleted_at';
const WITH_DETAILS = `${COLUMNS}, agenda, audience, speakers`;

const ENQUEUE = `insert into search_queue (kind, id) values ('event', new.id) on conflict (kind, id) do update set kind = excluded.kind`;

/** The trigger that notes an event whose words have changed, by the columns in which they are. */
const replaceTrigger = (isSqlite: boolean, columns: string): readonly string[] =>
  isSqlite
    ? ['drop trigger events_public_update', `create trigger events_public_update after update of ${columns} on events begin ${ENQUEUE}; end`]
    : [
        'drop trigger events_public on events',
        `create trigger events_public after insert or delete or update of ${columns} on events for each row execute function events_public()`,
      ];

/** The search of the site also finds events by who speaks, what happens when and for whom it is. Events with such texts are indexed again, in the background. */
export const eventWords = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of replaceTrigger(isSqlite, WITH_DETAILS)) await sql.raw(statement).execute(db);
    await sql
      .raw(
        `insert into search_queue (kind, id) select 'event', id from events where deleted_at is null and (agenda <> '' or audience <> '' or speakers <> '') order by date
          on conflict (kind, id) do nothing`,
      )
      .execute(db);
  },
  compatibleSince: '032-body-words',
  undo: { embedded: replaceTrigger(true, COLUMNS), postgres: replaceTrigger(false, COLUMNS) },
};
