import { type Kysely, SqliteAdapter, sql } from 'kysely';

type Database = Kysely<unknown>;

/** Texts that show images. That of an event has none yet. */
const TEXTS = [
  { kind: 'post', table: 'posts', column: 'content' },
  { kind: 'event', table: 'events', column: 'description' },
  { kind: 'program', table: 'programs', column: 'content' },
];

const COLUMNS = ['default_alt', 'is_decorative', 'is_copy', 'alt_key'];

/**
 * Images that any document may show. Triggers note the texts that any release has changed; which images they show is read from them by this one. Alternative texts are those
 * of the documents, which the scheduler reads too.
 */
export const imageLibrary = {
  up: async (db: Database) => {
    const execute = (text: string) => sql.raw(text).execute(db);
    await db.schema
      .alterTable('pictures')
      .addColumn('default_alt', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    for (const name of ['is_decorative', 'is_copy'])
      await db.schema
        .alterTable('pictures')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    await db.schema.alterTable('pictures').addColumn('alt_key', 'text').execute();
    await execute('create index pictures_without_alt_key on pictures (id) where alt_key is null');
    await execute('create index pictures_by_time on pictures (created_at, id)');
    await db.schema
      .createTable('text_images')
      .addColumn('image_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('has_alt', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('text_images_key', ['image_id', 'kind', 'document_id'])
      .execute();
    await execute('create index text_images_by_document on text_images (kind, document_id)');
    await db.schema
      .createTable('text_image_queue')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('text_image_queue_key', ['kind', 'document_id'])
      .execute();
    const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const { kind, table, column } of TEXTS) {
      const hasImage = (row: 'old' | 'new') => `${row}.${column} like '%/img/upload/%'`;
      const note = `insert into text_image_queue (kind, document_id) values ('${kind}', new.id) on conflict (kind, document_id) do nothing`;
      const isOfDocument = `kind = '${kind}' and document_id = old.id`;
      const forget = `delete from text_images where ${isOfDocument}; delete from text_image_queue where ${isOfDocument}`;
      const isChanged = `old.${column} <> new.${column} and (${hasImage('old')} or ${hasImage('new')})`;
      if (isEmbedded) {
        await execute(`create trigger ${table}_new_text_images after insert on ${table} when ${hasImage('new')} begin ${note}; end`);
        await execute(`create trigger ${table}_text_images after update of ${column} on ${table} when ${isChanged} begin ${note}; end`);
        await execute(`create trigger ${table}_forget_text_images after delete on ${table} begin ${forget}; end`);
      } else {
        await execute(`create function ${table}_text_images() returns trigger language plpgsql as $$ begin ${note}; return null; end $$`);
        await execute(
          `create trigger ${table}_new_text_images after insert on ${table} for each row when (${hasImage('new')}) execute function ${table}_text_images()`,
        );
        await execute(
          `create trigger ${table}_text_images after update of ${column} on ${table} for each row when (${isChanged}) execute function ${table}_text_images()`,
        );
        await execute(`create function ${table}_forget_text_images() returns trigger language plpgsql as $$ begin ${forget}; return null; end $$`);
        await execute(`create trigger ${table}_forget_text_images after delete on ${table} for each row execute function ${table}_forget_text_images()`);
      }
      await execute(`insert into text_image_queue (kind, document_id) select '${kind}', id from ${table} where ${column} like '%/img/upload/%'`);
    }
  },
  compatibleSince: '024-sent-once',
  undo: {
    embedded: [
      ...TEXTS.flatMap(({ table }) => ['new_text_images', 'text_images', 'forget_text_images'].map((name) => `drop trigger ${table}_${name}`)),
      'drop table text_image_queue',
      'drop table text_images',
      'drop index pictures_by_time',
      'drop index pictures_without_alt_key',
      ...COLUMNS.map((name) => `alter table pictures drop column ${name}`),
    ],
    postgres: [
      ...TEXTS.flatMap(({ table }) => ['text_images', 'forget_text_images'].map((name) => `drop function ${table}_${name}() cascade`)),
      'drop table text_image_queue',
      'drop table text_images',
      'drop index pictures_by_time',
      'drop index pictures_without_alt_key',
      ...COLUMNS.map((name) => `alter table pictures drop column ${name}`),
    ],
  },
};
