import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { FIXTURE_ROWS, FIXTURES, getFixtureFile } from '../testing/database-fixtures.ts';
import { createEmptyTestDatabase, createTestDatabase, dropTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { fillDerivedColumns } from './derived-columns.ts';
import { migrateToLatest } from './migrate.ts';
import { indexAllChangedRows } from './public-documents.ts';
import { HASHED_MIGRATIONS } from './released-migrations.ts';
import type { Database } from './schema/tables.ts';

const isPostgres = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres';

let folder: string;
const openDatabases: { db: Database; databaseUrl: string | undefined }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-upgrades-'));
});
afterEach(async () => {
  for (const { db, databaseUrl } of openDatabases.splice(0)) {
    await db.destroy();
    await dropTestDatabase(databaseUrl);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openTestDatabase = async (dataDir: string, databaseUrl: string | undefined): Promise<Database> => {
  const db = await openDatabase({ databaseUrl, dataDir });
  openDatabases.push({ db, databaseUrl });
  return db;
};

/** Opens a copy of the fixture whose newest migration is `migration`. */
const openFixture = async (migration: string): Promise<Database> => {
  const bytes = gunzipSync(await readFile(path.join(__dirname, 'fixtures', getFixtureFile(migration, isPostgres ? 'postgres' : 'sqlite'))));
  const databaseUrl = await createEmptyTestDatabase();
  // A separate folder, because the log of an earlier copy would be applied to this one.
  const dataDir = await mkdtemp(path.join(folder, `${migration}-`));
  if (databaseUrl !== undefined) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(bytes.toString());
    await client.end();
    return openTestDatabase(dataDir, databaseUrl);
  }
  await (await openDatabase({ databaseUrl, dataDir })).destroy();
  await writeFile(path.join(dataDir, 'provider.db'), bytes);
  return openTestDatabase(dataDir, databaseUrl);
};

const DESCRIPTION = isPostgres
  ? `select attrelid::regclass::text || ' ' || attnum || ' ' || attname as name,
       concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attstattarget, pg_get_expr(adbin, adrelid)) as text
     from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where relnamespace = 'public'::regnamespace and not attisdropped
     union all select relname, concat_ws(' ', relkind, reloptions, case relkind when 'i' then pg_get_indexdef(oid) end)
     from pg_class where relnamespace = 'public'::regnamespace
     union all select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`
  : `select type || ' ' || name || ' on ' || tbl_name as name, coalesce(sql, '') as text from sqlite_master`;

/** Describes tables, indexes, constraints, functions and triggers. Ignores spacing and quotation marks. */
const describeSchema = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql.raw<{ name: string; text: string }>(DESCRIPTION).execute(db);
  return rows.map(({ name, text }) => `${name}: ${text.replaceAll('"', '').replace(/\s*([(),;]|\s)\s*/g, '$1')}`).sort();
};

let newestSchema: readonly string[];
beforeAll(async () => {
  const db = await openTestDatabase(path.join(folder, 'newest'), await createTestDatabase());
  await migrateToLatest(db);
  newestSchema = await describeSchema(db);
});

describe('a database of a released migration', () => {
  it.each(FIXTURES)(
    'OPS-02 %s becomes identical to a new database and keeps its content (if it is missing: npm run database-fixtures -w scripts)',
    async (migration) => {
      const db = await openFixture(migration);
      await migrateToLatest(db);
      await fillDerivedColumns(db);
      await indexAllChangedRows(db);

      expect(await describeSchema(db)).toEqual(newestSchema);
      for (const [table, row] of FIXTURE_ROWS) {
        const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
        expect(rows).toEqual([expect.objectContaining(row)]);
      }
      const post = await db.selectFrom('posts').select(['search_key', 'derived_from']).executeTakeFirstOrThrow();
      const event = await db.selectFrom('events').select('upcoming_until').executeTakeFirstOrThrow();
      expect(post).toEqual({ search_key: 'ile-ife meets bauchi', derived_from: '2|2026-01-02T03:04:05.000Z' });
      const matches = await db.selectFrom('public_documents').select(['kind', 'title']).where('kind', '=', 'post').execute();
      expect(matches).toEqual([{ kind: 'post', title: 'ile ife meets bauchi' }]);
      expect(event.upcoming_until).toBe('2099-01-01T15:00:00.000Z');
    },
    20_000,
  );

  it.each(FIXTURES.slice(0, -1))('OPS-02 undoing all newer migrations restores the schema of %s', async (migration) => {
    const db = await openFixture(migration);
    const schema = await describeSchema(db);
    await migrateToLatest(db);
    const names = Object.keys(HASHED_MIGRATIONS);
    for (const name of names.slice(names.indexOf(migration) + 1).reverse()) {
      const undo = HASHED_MIGRATIONS[name]?.migration.undo ?? [];
      for (const statement of 'embedded' in undo ? undo[isPostgres ? 'postgres' : 'embedded'] : undo) await sql.raw(statement).execute(db);
    }

    expect(await describeSchema(db)).toEqual(schema);
  });
});
