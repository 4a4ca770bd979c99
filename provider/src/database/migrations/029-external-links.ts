import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** What may contain links, and what decides whether they are public. */
const TEXTS = [
  { kind: 'post', table: 'posts', columns: ['content'], hasLink: (row: string) => `${row}content like '%<a %'` },
  {
    kind: 'event',
    table: 'events',
    columns: ['description', 'registration_link'],
    hasLink: (row: string) => `(${row}description like '%<a %' or ${row}registration_link <> '')`,
  },
  { kind: 'program', table: 'programs', columns: ['content'], hasLink: (row: string) => `${row}content like '%<a %'` },
];
const TRIGGERS = ['new_links', 'links', 'forget_links'];
const FUNCTIONS = ['links', 'forget_links'];
const TABLES = ['link_queue', 'external_link_uses', 'external_links'];

/** Links to other sites, with the results of their checks. Triggers note the documents that any release has changed; which links they contain is read from them by this one. */
export const externalLinks = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    await execute(`create table external_links (id text primary key, url text not null, state text not null default 'unchecked', reason text not null default '',
      http_status integer, checked_at text, checked_night text not null, failed_at text, failures integer not null default 0, requested_at text, ignored_at text)`);
    await execute('create index external_links_by_night on external_links (checked_night) where ignored_at is null');
    await execute('create index external_links_requested on external_links (requested_at) where requested_at is not null');
    await execute(
      'create table external_link_uses (link_id text not null, kind text not null, document_id text not null, primary key (link_id, kind, document_id))',
    );
    await execute('create index external_link_uses_by_document on external_link_uses (kind, document_id)');
    await execute('create table link_queue (kind text not null, document_id text not null, primary key (kind, document_id))');
    const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const { kind, table, columns, hasLink } of TEXTS) {
      const note = `insert into link_queue (kind, document_id) values ('${kind}', new.id) on conflict (kind, document_id) do nothing`;
      const isOfDocument = `kind = '${kind}' and document_id = old.id`;
      const forget = `delete from external_link_uses where ${isOfDocument}; delete from link_queue where ${isOfDocument}`;
      const update = `update of ${[...columns, 'status', 'deleted_at'].join(', ')}`;
      const isChanged = `${hasLink('old.')} or ${hasLink('new.')}`;
      if (isEmbedded) {
        await execute(`create trigger ${table}_new_links after insert on ${table} when ${hasLink('new.')} begin ${note}; end`);
        await execute(`create trigger ${table}_links after ${update} on ${table} when ${isChanged} begin ${note}; end`);
        await execute(`create trigger ${table}_forget_links after delete on ${table} begin ${forget}; end`);
      } else {
        await execute(`create function ${table}_links() returns trigger language plpgsql as $$ begin ${note}; return null; end $$`);
        await execute(`create trigger ${table}_new_links after insert on ${table} for each row when (${hasLink('new.')}) execute function ${table}_links()`);
        await execute(`create trigger ${table}_links after ${update} on ${table} for each row when (${isChanged}) execute function ${table}_links()`);
        await execute(`create function ${table}_forget_links() returns trigger language plpgsql as $$ begin ${forget}; return null; end $$`);
        await execute(`create trigger ${table}_forget_links after delete on ${table} for each row execute function ${table}_forget_links()`);
      }
      await execute(`insert into link_queue (kind, document_id) select '${kind}', id from ${table} where ${hasLink('')}`);
    }
  },
  compatibleSince: '028-event-series',
  undo: {
    embedded: [...TEXTS.flatMap(({ table }) => TRIGGERS.map((name) => `drop trigger ${table}_${name}`)), ...TABLES.map((name) => `drop table ${name}`)],
    postgres: [
      ...TEXTS.flatMap(({ table }) => FUNCTIONS.map((name) => `drop function ${table}_${name}() cascade`)),
      ...TABLES.map((name) => `drop table ${name}`),
    ],
  },
};
