import type { Kysely, Migration } from 'kysely';

type Database = Kysely<unknown>;

const extendSessions = async (db: Database): Promise<void> => {
  await db.schema.alterTable('sessions').addColumn('binding_hash', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('device', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('last_used_at', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('authenticated_at', 'text').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('has_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
};

const createSecondFactors = async (db: Database): Promise<void> => {
  await db.schema.alterTable('users').addColumn('totp_secret', 'text').execute();
  await db.schema.alterTable('users').addColumn('totp_used_step', 'integer').execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'double precision', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
  await db.schema
    .createTable('account_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
};

/** Bound sessions and their devices, links that reset a password, second factors, and what administrators require of accounts. */
export const accounts: Migration = {
  up: async (db: Database) => {
    await extendSessions(db);
    await createSecondFactors(db);
    await db.schema
      .alterTable('invitations')
      .addColumn('is_reset', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('login_failures')
      .addColumn('strikes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('account_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
