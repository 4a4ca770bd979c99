import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

type Database = Kysely<unknown>;

/** Columns that every kind of content has. */
const withStamps = <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
  table
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull());

const createAccounts = async (db: Database): Promise<void> => {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('is_disabled', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_remembered', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await db.schema
    .createTable('refresh_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('login_failures')
    .addColumn('throttle_key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute();
};

const createContent = async (db: Database): Promise<void> => {
  await db.schema
    .createTable('pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('focal_x', 'real')
    .addColumn('focal_y', 'real')
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await withStamps(
    db.schema
      .createTable('posts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('excerpt', 'text', (column) => column.notNull())
      .addColumn('picture_id', 'text', (column) => column.references('pictures.id').onDelete('set null'))
      .addColumn('picture_alt', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text')
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('author_picture_id', 'text', (column) => column.references('pictures.id').onDelete('set null')),
  ).execute();
  await withStamps(
    db.schema
      .createTable('events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('time', 'text', (column) => column.notNull())
      .addColumn('end_time', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('picture_id', 'text', (column) => column.references('pictures.id').onDelete('set null'))
      .addColumn('picture_alt', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('registration_link', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('upcoming_override', 'integer')
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null')),
  ).execute();
  await withStamps(
    db.schema
      .createTable('albums')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull().unique())
      .addColumn('position', 'integer', (column) => column.notNull()),
  ).execute();
  await withStamps(
    db.schema
      .createTable('gallery_images')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('alt', 'text', (column) => column.notNull())
      .addColumn('picture_id', 'text', (column) => column.notNull().references('pictures.id'))
      .addColumn('album_id', 'text', (column) => column.references('albums.id').onDelete('set null'))
      .addColumn('is_published', 'integer', (column) => column.notNull())
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null')),
  ).execute();
  await withStamps(
    db.schema
      .createTable('programs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('picture_id', 'text', (column) => column.references('pictures.id').onDelete('set null'))
      .addColumn('picture_alt', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull()),
  ).execute();
};

const createRecords = async (db: Database): Promise<void> => {
  let applications = db.schema.createTable('applications').addColumn('id', 'text', (column) => column.primaryKey());
  for (const name of ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation']) {
    applications = applications.addColumn(name, 'text', (column) => column.notNull());
  }
  await applications
    .addColumn('read_at', 'text')
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('page_views')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_views_key', ['day', 'path'])
    .execute();
  await db.schema
    .createTable('content_revision')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .execute();
};

const createIndexes = async (db: Database): Promise<void> => {
  await db.schema.createIndex('refresh_tokens_by_session').on('refresh_tokens').column('session_id').execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('posts_by_status').on('posts').columns(['status', 'published_at']).execute();
  await db.schema.createIndex('posts_by_picture').on('posts').column('picture_id').execute();
  await db.schema.createIndex('posts_by_author_picture').on('posts').column('author_picture_id').execute();
  await db.schema.createIndex('events_by_date').on('events').column('date').execute();
  await db.schema.createIndex('events_by_picture').on('events').column('picture_id').execute();
  await db.schema.createIndex('gallery_images_by_album').on('gallery_images').column('album_id').execute();
  await db.schema.createIndex('gallery_images_by_picture').on('gallery_images').column('picture_id').execute();
  await db.schema.createIndex('programs_by_picture').on('programs').column('picture_id').execute();
};

export const firstTables: Migration = {
  up: async (db: Database) => {
    await createAccounts(db);
    await createContent(db);
    await createRecords(db);
    await createIndexes(db);
  },
};
