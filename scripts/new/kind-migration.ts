import { read } from './files.ts';
import type { KindNames } from './kind.ts';
import { addMigration, nextMigration } from './migration.ts';

const TRILLION_ZEROS = '_000_000_000_000';

/**
 * Writes the table of a kind with the triggers of every kind with versions. The SQL is self-contained, because a migration must not change when other code
 * changes.
 */
export const writeMigrationOfKind = ({ one, many }: KindNames): string => {
  const { id, compatibleSince } = nextMigration(many);
  const ranges = [...read('provider/src/database/document-kinds.ts').matchAll(/range: (\d+)/g)].map(([, range]) => Number(range));
  const first = Math.max(...ranges) + 1;
  addMigration(
    id,
    `import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** SQLite: the range of ids for this kind's documents in the search index. */
const FIRST = ${first}${TRILLION_ZEROS};
const LAST = ${first}_999_999_999_999;

const HAS_IMAGE = (row: string) => \`\${row}.content like '%/img/upload/%'\`;
const ENQUEUE = (row: string) => \`insert into search_queue (kind, id) values ('${one}', \${row}.id) on conflict (kind, id) do update set kind = excluded.kind\`;
const NOTE_TEXT = \`insert into text_image_queue (kind, document_id) values ('${one}', new.id) on conflict (kind, document_id) do nothing\`;
const UNLIST = \`delete from search_documents where kind = '${one}' and id = old.id\`;
const KEEP_SLUG = \`insert into former_slugs (kind, slug, document_id, changed_at) values ('${one}', old.slug, old.id, new.updated_at)
  on conflict (kind, slug) do update set document_id = excluded.document_id, changed_at = excluded.changed_at\`;
/** No one knows the URL of a draft that was never public, and the URL of a document in the trash has its id added. */
const IS_SLUG_KEPT = \`old.slug <> new.slug and old.slug not like '%~%' and old.slug <> '' and (old.status = 'published' or old.publish_at is not null)\`;
/** Deletes everything that belongs to a permanently deleted document. */
const FORGET = [
  'versions',
  'document_drafts',
  'text_images',
  'text_image_queue',
  'reviews',
  'review_comments',
  'review_links',
  'presences',
  'external_link_uses',
  'former_slugs',
]
  .map((table) => \`delete from \${table} where kind = '${one}' and document_id = old.id\`)
  .join('; ');
const LISTED = \`search_documents as document where kind = '${one}' and id = new.id\`;
const INDEX = 'insert into search_index (rowid, title, text, body, status)';
const WORDS = (row: string, body: string) =>
  \`\${row}.number, \${row}.title, substr(\${row}.text, length(\${row}.title) + 2), \${body}, substr(\${row}.status, 1, 3)\`;

const SQLITE = (() => {
  const list = (condition: string) => \`insert into search_documents (number, kind, id, status, title, text)
    select (select coalesce(max(number), \${FIRST}) + 1 from search_documents where number between \${FIRST} and \${LAST}), '${one}', new.id, new.status,
      substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1), new.search_text where \${condition}\`;
  return [
    \`create trigger ${many}_search_insert after insert on ${many} begin \${list('new.deleted_at is null')}; end\`,
    \`create trigger ${many}_search_update after update of search_text, deleted_at, status on ${many} begin \${UNLIST}; \${list('new.deleted_at is null')}; end\`,
    \`create trigger ${many}_search_delete after delete on ${many} begin \${UNLIST}; end\`,
    \`create trigger search_documents_${one}_words after insert on search_documents when new.kind = '${one}' begin
      \${INDEX} select \${WORDS('new', 'search_body')} from ${many} where id = new.id; end\`,
    \`create trigger ${many}_words after update of search_body on ${many} when old.search_body <> new.search_body and new.deleted_at is null begin
      delete from search_index where rowid = (select number from \${LISTED});
      \${INDEX} select \${WORDS('document', 'new.search_body')} from \${LISTED}; end\`,
    \`create trigger ${many}_public_insert after insert on ${many} begin \${ENQUEUE('new')}; end\`,
    \`create trigger ${many}_public_update after update on ${many} begin \${ENQUEUE('new')}; end\`,
    \`create trigger ${many}_public_delete after delete on ${many} begin \${ENQUEUE('old')}; end\`,
    \`create trigger ${many}_new_text_images after insert on ${many} when \${HAS_IMAGE('new')} begin \${NOTE_TEXT}; end\`,
    \`create trigger ${many}_text_images after update of content on ${many} when \${HAS_IMAGE('old')} or \${HAS_IMAGE('new')} begin \${NOTE_TEXT}; end\`,
    \`create trigger ${many}_former_slug after update of slug on ${many} when \${IS_SLUG_KEPT} begin \${KEEP_SLUG}; end\`,
    \`create trigger ${many}_forget after delete on ${many} begin \${FORGET}; end\`,
  ];
})();

const FUNCTIONS = {
  search: \`if tg_op <> 'INSERT' then \${UNLIST}; end if;
    if tg_op <> 'DELETE' then insert into search_documents (kind, id, status, title, text)
      select '${one}', new.id, new.status, split_part(new.search_text, chr(10), 1), new.search_text where new.deleted_at is null; end if\`,
  search_body: \`update search_documents set body = search_lexemes(title, text, new.search_body) where kind = '${one}' and id = new.id\`,
  public: \`if tg_op = 'DELETE' then \${ENQUEUE('old')}; else \${ENQUEUE('new')}; end if\`,
  text_images: NOTE_TEXT,
  former_slug: KEEP_SLUG,
  forget: FORGET,
} as const;

const on = (name: string, event: string, call: keyof typeof FUNCTIONS, when = '') =>
  \`create trigger ${many}_\${name} after \${event} on ${many} for each row \${when === '' ? '' : \`when (\${when}) \`}execute function ${many}_\${call}()\`;

const POSTGRES = [
  ...Object.entries(FUNCTIONS).map(([name, body]) => \`create function ${many}_\${name}() returns trigger language plpgsql as $$ begin \${body}; return null; end $$\`),
  on('search', 'insert or delete or update of search_text, deleted_at, status', 'search'),
  on('search_body', 'update of search_body', 'search_body', 'old.search_body <> new.search_body'),
  \`create function search_documents_${one}_body() returns trigger language plpgsql as $$ begin
    new.body := (select search_lexemes(new.title, new.text, search_body) from ${many} where id = new.id); return new; end $$\`,
  \`create trigger search_documents_${one}_body before insert on search_documents
    for each row when (new.kind = '${one}') execute function search_documents_${one}_body()\`,
  on('public', 'insert or delete or update', 'public'),
  on('new_text_images', 'insert', 'text_images', HAS_IMAGE('new')),
  on('text_images', 'update of content', 'text_images', \`\${HAS_IMAGE('old')} or \${HAS_IMAGE('new')}\`),
  on('former_slug', 'update of slug', 'former_slug', IS_SLUG_KEPT),
  on('forget', 'delete', 'forget'),
  \`create index ${many}_body_words on search_documents using gin (body) with (fastupdate = off) where kind = '${one}'\`,
  ...['title_words', 'words'].map(
    (column) => \`create index public_documents_${one}_\${column} on public_documents using gin (\${column}) with (fastupdate = off) where kind = '${one}'\`,
  ),
];

const INDEXES = [
  'create index ${many}_by_status on ${many} (status, publish_at)',
  'create index ${many}_by_picture on ${many} (picture_id)',
  'create index ${many}_by_change on ${many} (updated_at desc, deleted_at)',
  'create index ${many}_unpublish on ${many} (unpublish_at) where unpublish_at is not null',
  'create index ${many}_samples on ${many} (deleted_at) where is_sample = 1',
  "create index ${many}_outdated on ${many} (id) where derived_from <> '1|' || updated_at",
];

/** Describe a ${one} here. Triggers keep the search index current whichever release writes, and delete everything that belongs to a deleted document. */
export const ${many} = {
  up: async (db: Database) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    let table = db.schema
      .createTable('${many}')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('picture_id', 'text', (column) => column.references('pictures.id').onDelete('set null'))
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('draft'))
      .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0));
    // The fields, the image description, and the search columns.
    for (const name of ['title', 'content', 'picture_alt', 'search_key', 'search_text', 'search_body', 'derived_from'])
      table = table.addColumn(name, 'text', (column) => column.notNull().defaultTo(''));
    for (const name of ['created_at', 'updated_at']) table = table.addColumn(name, 'text', (column) => column.notNull());
    for (const name of ['publish_at', 'unpublish_at', 'deleted_at']) table = table.addColumn(name, 'text');
    await table.execute();
    for (const statement of [...INDEXES, ...(isSqlite ? SQLITE : POSTGRES)]) await sql.raw(statement).execute(db);
  },
  compatibleSince: '${compatibleSince}',
  undo: {
    embedded: ['delete from ${many}', 'drop trigger search_documents_${one}_words', 'drop table ${many}', "delete from search_queue where kind = '${one}'"],
    postgres: [
      'delete from ${many}',
      'drop function search_documents_${one}_body() cascade',
      'drop table ${many}',
      ...Object.keys(FUNCTIONS).map((name) => \`drop function ${many}_\${name}()\`),
      "delete from search_queue where kind = '${one}'",
      'drop index ${many}_body_words',
      ...['title_words', 'words'].map((column) => \`drop index public_documents_${one}_\${column}\`),
    ],
  },
};
`,
  );
  return `provider/src/database/migrations/${id}.ts`;
};
