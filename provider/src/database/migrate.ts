import { SettingError } from '@site/shared/domain/environment';
import { type Migration, Migrator, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import { listProviders } from './leases.ts';
import { MIGRATIONS, type ReleasedMigration } from './released-migrations.ts';
import type { Database } from './schema/tables.ts';
import { VERSION_1 } from './version-1/version-1.ts';

type Migrations = Readonly<Record<string, ReleasedMigration>>;

/** A migration of a newer release, as that release has described it in the database. */
interface NewerMigration {
  readonly name: string;
  /** The migration that a release must know to work with this one; null if the database does not say. */
  readonly compatibleSince: string | null;
  readonly undo: readonly string[] | null;
}

const COMPATIBILITY_TABLE = 'migration_compatibility';

/** Makes a migration describe itself for releases that do not know it, in the transaction that runs it. */
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

/** Lists the migrations that have run in this database, in that order. */
const listExecuted = async (db: Database): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);
  return rows.map(({ name }) => name);
};

/** Throws if releases before version 1.0.0 have run some of its migrations: the others are not in this release. */
const rejectBeforeVersion1 = async (db: Database): Promise<void> => {
  const executed = await listExecuted(db);
  const missing = Object.keys(VERSION_1).filter((name) => !executed.includes(name));
  if (executed.length > 0 && missing.length > 0)
    throw new SettingError('the database is of a release before version 1.0.0. Start version 1.0.0 with it once, then this version');
};

/** Lists the migrations that newer releases have run in this database, in that order. */
const listNewerMigrations = async (db: Database, migrations: Migrations): Promise<readonly NewerMigration[]> => {
  const names = (await listExecuted(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (names.length === 0) return [];
  const { rows: described } = await sql<{
    name: string;
    compatible_since: string;
    undo: string;
  }>`select name, compatible_since, undo from ${sql.table(COMPATIBILITY_TABLE)}`.execute(db);
  return names.map((name) => {
    const row = described.find((each) => each.name === name);
    return { name, compatibleSince: row?.compatible_since ?? null, undo: row === undefined ? null : JSON.parse(row.undo) };
  });
};

const isCompatible =
  (migrations: Migrations) =>
  ({ compatibleSince }: NewerMigration): boolean =>
    compatibleSince !== null && Object.hasOwn(migrations, compatibleSince);

const ALREADY_RUN: Migration = { up: async () => undefined };

/**
 * Brings the tables up to date. Each run is one transaction on both engines, so an interrupted run changes nothing. Keeps what newer releases have added.
 * Throws a SettingError if they have changed what this release needs, or if the database is older than version 1.0.0.
 */
export const migrateToLatest = async (db: Database, migrations: Migrations = MIGRATIONS): Promise<void> => {
  await rejectBeforeVersion1(db);
  const own = Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, withDescription(name, migration)]));
  for (;;) {
    const newer = await listNewerMigrations(db, migrations);
    const incompatible = newer.filter((each) => !isCompatible(migrations)(each)).map(({ name }) => name);
    if (incompatible.length > 0) {
      throw new SettingError(
        `a newer release has upgraded the database, and this one is not compatible with it (${incompatible.join(', ')}). Start the newer release, or stop all providers and run "npm run rollback -w provider" with this one`,
      );
    }
    const known = { ...Object.fromEntries(newer.map(({ name }) => [name, ALREADY_RUN])), ...own };
    // Independent migrations may have run in another order.
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known }, allowUnorderedMigrations: true });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // Rethrows the error unless a newer release has migrated the database in the meantime.
    if ((await listNewerMigrations(db, migrations)).length === newer.length) throw error;
  }
};

/**
 * Makes this release work again with a database that a newer one has migrated. Undoes the first incompatible migration and all later ones, in one transaction.
 * Returns their names, newest first, and the names of the compatible migrations that stay. Throws a SettingError, before anything is changed, if a provider is
 * running or a migration cannot be undone.
 */
export const undoNewerMigrations = async (db: Database, migrations: Migrations = MIGRATIONS) => {
  const newer = await listNewerMigrations(db, migrations);
  const first = newer.findIndex((each) => !isCompatible(migrations)(each));
  const left = newer.slice(0, first === -1 ? newer.length : first).map(({ name }) => name);
  const obsolete = newer.slice(left.length).reverse();
  if (obsolete.length === 0) return { undone: [], left };
  const permanent = obsolete.find(({ undo }) => undo === null || undo.length === 0);
  if (permanent !== undefined) throw new SettingError(`${permanent.name} cannot be undone. Restore a backup from before it into an empty database`);
  if ((await listProviders(db)).length > 0)
    throw new SettingError('a provider is running. Stop all of them first; a killed provider counts as running for 30 s');
  await db.transaction().execute(async (transaction) => {
    for (const { name, undo } of obsolete) {
      for (const statement of undo ?? []) await sql.raw(statement).execute(transaction);
      for (const table of ['kysely_migration', COMPATIBILITY_TABLE]) await sql`delete from ${sql.table(table)} where name = ${name}`.execute(transaction);
    }
  });
  return { undone: obsolete.map(({ name }) => name), left };
};
