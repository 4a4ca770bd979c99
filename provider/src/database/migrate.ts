import { SettingError } from '@site/shared/domain/environment';
import { type Migration, Migrator, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import { listProviders } from './leases.ts';
import { MIGRATIONS, type ReleasedMigration } from './released-migrations.ts';
import type { Database } from './schema/tables.ts';
import { VERSION_1 } from './version-1/version-1.ts';

type Migrations = Readonly<Record<string, ReleasedMigration>>;

/** A migration that only a newer release contains, as that release described it in the database. */
interface NewerMigration {
  readonly name: string;
  /** The oldest migration that a release must contain to use the database after this migration. Null if the database does not record it. */
  readonly compatibleSince: string | null;
  readonly undo: readonly string[] | null;
}

const COMPATIBILITY_TABLE = 'migration_compatibility';

/** Makes a migration store its own description, in the same transaction, for releases that do not contain the migration. */
const withDescription = (name: string, migration: ReleasedMigration): Migration => {
  const { compatibleSince, undo = [] } = migration;
  const getUndo = (db: Database): readonly string[] => ('embedded' in undo ? undo[isEmbedded(db) ? 'embedded' : 'postgres'] : undo);
  if (compatibleSince === undefined) return migration;
  return {
    up: async (db: Database) => {
      await migration.up(db);
      await sql`insert into ${sql.table(COMPATIBILITY_TABLE)} (name, compatible_since, undo) values (${name}, ${compatibleSince}, ${JSON.stringify(getUndo(db))})`.execute(
        db,
      );
    },
  };
};

const listExecutedMigrations = async (db: Database): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);
  return rows.map(({ name }) => name);
};

/** Throws if the database has only some of the migrations from before version 1.0.0, because this release does not contain the others. */
const rejectPreVersion1Database = async (db: Database): Promise<void> => {
  const executedNames = await listExecutedMigrations(db);
  const missingNames = Object.keys(VERSION_1).filter((name) => !executedNames.includes(name));
  if (executedNames.length > 0 && missingNames.length > 0)
    throw new SettingError('the database is of a release before version 1.0.0. Start version 1.0.0 with it once, then this version');
};

const listNewerMigrations = async (db: Database, migrations: Migrations): Promise<readonly NewerMigration[]> => {
  const names = (await listExecutedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (names.length === 0) return [];
  const { rows: describedMigrations } = await sql<{
    name: string;
    compatible_since: string;
    undo: string;
  }>`select name, compatible_since, undo from ${sql.table(COMPATIBILITY_TABLE)}`.execute(db);
  return names.map((name) => {
    const row = describedMigrations.find((migration) => migration.name === name);
    return { name, compatibleSince: row?.compatible_since ?? null, undo: row === undefined ? null : JSON.parse(row.undo) };
  });
};

const isCompatible =
  (migrations: Migrations) =>
  ({ compatibleSince }: NewerMigration): boolean =>
    compatibleSince !== null && Object.hasOwn(migrations, compatibleSince);

const EXECUTED_MIGRATION: Migration = { up: async () => undefined };

/**
 * Brings the database schema up to date. Uses one transaction on both engines, so an interrupted run changes nothing. Keeps what newer releases have added.
 * Throws a SettingError if a newer release has changed something that this release needs, or if the database is older than version 1.0.0.
 */
export const migrateToLatest = async (db: Database, migrations: Migrations = MIGRATIONS): Promise<void> => {
  await rejectPreVersion1Database(db);
  const ownMigrations = Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, withDescription(name, migration)]));
  for (;;) {
    const newerMigrations = await listNewerMigrations(db, migrations);
    const incompatibleNames = newerMigrations.filter((migration) => !isCompatible(migrations)(migration)).map(({ name }) => name);
    if (incompatibleNames.length > 0) {
      throw new SettingError(
        `a newer release has upgraded the database, and this one is not compatible with it (${incompatibleNames.join(', ')}). Start the newer release, or stop all providers and run "npm run rollback -w provider" with this one`,
      );
    }
    const allMigrations = { ...Object.fromEntries(newerMigrations.map(({ name }) => [name, EXECUTED_MIGRATION])), ...ownMigrations };
    // Migrations that do not depend on each other may have run in a different order.
    const migrator = new Migrator({ db, provider: { getMigrations: async () => allMigrations }, allowUnorderedMigrations: true });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // Try again if a newer release has migrated the database in the meantime.
    if ((await listNewerMigrations(db, migrations)).length === newerMigrations.length) throw error;
  }
};

/**
 * Makes this release work again with a database that a newer release has migrated. Undoes the first incompatible migration and all later ones, in one
 * transaction. Returns the names of the undone migrations, newest first, and of the compatible migrations that remain. Throws a SettingError before changing
 * anything if a provider is running or a migration cannot be undone.
 */
export const undoNewerMigrations = async (db: Database, migrations: Migrations = MIGRATIONS) => {
  const newerMigrations = await listNewerMigrations(db, migrations);
  const first = newerMigrations.findIndex((migration) => !isCompatible(migrations)(migration));
  const remainingNames = newerMigrations.slice(0, first === -1 ? newerMigrations.length : first).map(({ name }) => name);
  const obsoleteMigrations = newerMigrations.slice(remainingNames.length).reverse();
  if (obsoleteMigrations.length === 0) return { undone: [], remaining: remainingNames };
  const permanentMigration = obsoleteMigrations.find(({ undo }) => undo === null || undo.length === 0);
  if (permanentMigration !== undefined)
    throw new SettingError(`${permanentMigration.name} cannot be undone. Restore a backup from before it into an empty database`);
  if ((await listProviders(db)).length > 0)
    throw new SettingError('a provider is running. Stop all of them first; a killed provider counts as running for 30 s');
  await db.transaction().execute(async (transaction) => {
    for (const { name, undo } of obsoleteMigrations) {
      for (const statement of undo ?? []) await sql.raw(statement).execute(transaction);
      for (const table of ['kysely_migration', COMPATIBILITY_TABLE]) await sql`delete from ${sql.table(table)} where name = ${name}`.execute(transaction);
    }
  });
  return { undone: obsoleteMigrations.map(({ name }) => name), remaining: remainingNames };
};
