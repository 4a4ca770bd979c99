import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { FIXTURE_ROWS, getFixtureFile } from '../testing/database-fixtures.ts';
import { createEmptyTestDatabase, createTestDatabase, dropTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { fillDerivedColumns } from './derived-columns.ts';
import { migrateToLatest } from './migrate.ts';
import { indexAllChangedRows } from './public-documents.ts';
import { MIGRATIONS } from './released-migrations.ts';
import type { Database } from './schema.ts';

/**
 * Releases to upgrade from. By default these are the first release, the last three, and one before each kind of migration; the first release runs all
 * migrations. `ALL_DATABASES=1` tests every release.
 */
const BEFORE_EACH_KIND = [
  // Columns that are computed from other columns.
  '010-leases',
  // Search tables and triggers.
  '013-withdrawals',
  // Version tables, and columns on every kind of content.
  '018-indexes-of-matches',
  // Indexes on rows that older releases wrote.
  '023-unpublish-dates',
];
const RELEASED = Object.keys(MIGRATIONS);
const isComplete = (process.env.ALL_DATABASES ?? process.env.LONG_DRILLS) !== undefined;
const UPGRADED = RELEASED.filter((name, index) => isComplete || index === 0 || index >= RELEASED.length - 3 || BEFORE_EACH_KIND.includes(name));

const isPostgres = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres';

let folder: string;
const open: { db: Database; databaseUrl: string | undefined }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-upgrades-'));
});
afterEach(async () => {
  for (const { db, databaseUrl } of open.splice(0)) {
    await db.destroy();
    await dropTestDatabase(databaseUrl);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openTestDatabase = async (name: string, databaseUrl: string | undefined): Promise<Database> => {
  const db = await openDatabase({ databaseUrl, dataDir: path.join(folder, name) });
  open.push({ db, databaseUrl });
  return db;
};

/** Opens the database as that release left it. */
const openFixture = async (migration: string): Promise<Database> => {
  const bytes = gunzipSync(await readFile(path.join(__dirname, 'fixtures', getFixtureFile(migration, isPostgres ? 'postgres' : 'sqlite'))));
  const databaseUrl = await createEmptyTestDatabase();
  if (databaseUrl !== undefined) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(bytes.toString());
    await client.end();
    return openTestDatabase(migration, databaseUrl);
  }
  await (await openDatabase({ databaseUrl, dataDir: path.join(folder, migration) })).destroy();
  await writeFile(path.join(folder, migration, 'provider.db'), bytes);
  return openTestDatabase(migration, databaseUrl);
};

const describeTables = async (db: Database) =>
  (await db.introspection.getTables())
    .map(({ name, columns }) => ({ name, columns: columns.map(({ name: column, dataType, isNullable }) => `${column} ${dataType} ${isNullable}`).sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

let newestTables: Awaited<ReturnType<typeof describeTables>>;
beforeAll(async () => {
  const db = await openTestDatabase('newest', await createTestDatabase());
  await migrateToLatest(db);
  newestTables = await describeTables(db);
});

describe('a database of a released migration', () => {
  it.each(UPGRADED)(
    'OPS-02 %s is upgraded to the newest one with its content (if it is missing: npm run database-fixtures -w scripts)',
    async (migration) => {
      const db = await openFixture(migration);
      await migrateToLatest(db);
      await fillDerivedColumns(db);
      await indexAllChangedRows(db);

      expect(await describeTables(db)).toEqual(newestTables);
      for (const [table, row] of FIXTURE_ROWS) {
        const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
        expect(rows).toEqual([expect.objectContaining(row)]);
      }
      const post = await db.selectFrom('posts').select(['search_key', 'derived_from']).executeTakeFirstOrThrow();
      const event = await db.selectFrom('events').select('upcoming_until').executeTakeFirstOrThrow();
      expect(post).toEqual({ search_key: 'ile-ife meets bauchi', derived_from: '2|2026-01-02T03:04:05.000Z' });
      const found = await db.selectFrom('public_documents').select(['kind', 'title']).where('kind', '=', 'post').execute();
      expect(found).toEqual([{ kind: 'post', title: 'ile ife meets bauchi' }]);
      expect(event.upcoming_until).toBe('2099-01-01T15:00:00.000Z');
    },
    20_000,
  );
});
