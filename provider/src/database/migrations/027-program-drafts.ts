import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

const hasStatus = { status: (row: string) => `${row}status`, column: ', status', known: `old.status = 'published' or old.publish_at is not null` };
/** As the migrations before have made them. */
const withoutStatus = { status: () => `'published'`, column: '', known: 'true' };
type Rules = Pick<typeof hasStatus, 'column' | 'known'> & { readonly status: (row: string) => string };

const KEEP_SLUG = `insert into former_slugs (kind, slug, document_id, changed_at) values ('program', old.slug, old.id, new.updated_at)
  on conflict (kind, slug) do update set document_id = excluded.document_id, changed_at = excluded.changed_at`;
const ENQUEUE = `insert into search_queue (kind, id) values ('program', new.id) on conflict (kind, id) do update set kind = excluded.kind`;
const REMOVE = `delete from search_documents where kind = 'program' and id = old.id`;
const FIRST = 4_000_000_000_000;
const NEXT = `(select coalesce(max(number), ${FIRST}) + 1 from search_documents where number between ${FIRST} and ${FIRST + 999_999_999_999})`;

const isSlugKept = (known: string): string => `old.slug <> new.slug and old.slug not like '%~%' and old.slug <> '' and (${known})`;

const insertOnSqlite = ({ status }: Rules): string => `insert into search_documents (number, kind, id, status, title, text)
  select ${NEXT}, 'program', new.id, ${status('new.')}, substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1), new.search_text`;

/** The triggers that depend on who may see a program. */
const getTriggers = (isSqlite: boolean, rules: Rules): readonly string[] =>
  isSqlite
    ? [
        `create trigger programs_search_insert after insert on programs when new.deleted_at is null begin ${insertOnSqlite(rules)}; end`,
        `create trigger programs_search_update after update of search_text, deleted_at${rules.column} on programs begin
          ${REMOVE}; ${insertOnSqlite(rules)} where new.deleted_at is null; end`,
        `create trigger programs_public_update after update of title, content, deleted_at${rules.column} on programs begin ${ENQUEUE}; end`,
        `create trigger programs_former_slug after update of slug on programs when ${isSlugKept(rules.known)} begin ${KEEP_SLUG}; end`,
      ]
    : [
        `create or replace function programs_search() returns trigger language plpgsql as $$ begin
          if tg_op <> 'INSERT' then ${REMOVE}; end if;
          if tg_op <> 'DELETE' then insert into search_documents (kind, id, status, title, text)
            select 'program', new.id, ${rules.status('new.')}, split_part(new.search_text, chr(10), 1), new.search_text where new.deleted_at is null; end if;
          return null; end $$`,
        `create trigger programs_search after insert or delete or update of search_text, deleted_at${rules.column} on programs
          for each row execute function programs_search()`,
        `create trigger programs_public after insert or delete or update of title, content, deleted_at${rules.column} on programs
          for each row execute function programs_public()`,
        `create trigger programs_former_slug after update of slug on programs for each row when (${isSlugKept(rules.known)}) execute function programs_former_slug()`,
      ];

const getDrops = (isSqlite: boolean): readonly string[] =>
  (isSqlite
    ? ['programs_search_insert', 'programs_search_update', 'programs_public_update', 'programs_former_slug']
    : ['programs_search', 'programs_public', 'programs_former_slug']
  ).map((name) => `drop trigger ${name}${isSqlite ? '' : ' on programs'}`);

const getUndo = (isSqlite: boolean): readonly string[] => [
  // Without the column they would be public.
  `update programs set deleted_at = updated_at, slug = slug || '~' || id where status <> 'published' and deleted_at is null`,
  ...getDrops(isSqlite),
  'alter table programs drop column status',
  'drop index programs_unpublish',
  'alter table programs drop column publish_at',
  'alter table programs drop column unpublish_at',
  ...getTriggers(isSqlite, withoutStatus),
];

/**
 * Programs have drafts. Those that a release before this one writes are public, as all were. The address of a draft that was never public is no former address.
 */
export const programDrafts = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await db.schema
      .alterTable('programs')
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('published'))
      .execute();
    for (const name of ['publish_at', 'unpublish_at']) await db.schema.alterTable('programs').addColumn(name, 'text').execute();
    await sql.raw('create index programs_unpublish on programs (unpublish_at) where unpublish_at is not null').execute(db);
    for (const statement of [...getDrops(isSqlite), ...getTriggers(isSqlite, hasStatus)]) await sql.raw(statement).execute(db);
  },
  compatibleSince: '026-reviews',
  undo: { embedded: getUndo(true), postgres: getUndo(false) },
};
