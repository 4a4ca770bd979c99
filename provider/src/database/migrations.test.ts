import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createEmptyTestDatabase, dropTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { migrateToLatest } from './migrate.ts';
import { HASHED_MIGRATIONS, MIGRATIONS } from './released-migrations.ts';
import type { Database } from './schema/tables.ts';
import { VERSION_1 } from './version-1/version-1.ts';

const MIGRATIONS_FOLDER = path.join(__dirname, 'migrations');
const files = readdirSync(MIGRATIONS_FOLDER).sort();
interface Version {
  readonly version: string;
  readonly newestMigration: string;
}
const VERSIONS: readonly Version[] = JSON.parse(readFileSync(path.join(__dirname, '../../../versions.json'), 'utf8'));

describe('migrations', () => {
  it('run in the order of their files', () => {
    expect(Object.keys(HASHED_MIGRATIONS)).toEqual(files.map((file) => path.basename(file, '.ts')));
  });

  it.each(files)('%s has its recorded hash', (file) => {
    const text = readFileSync(path.join(MIGRATIONS_FOLDER, file), 'utf8');

    expect(createHash('sha256').update(text).digest('hex')).toBe(HASHED_MIGRATIONS[path.basename(file, '.ts')]?.sha256);
  });

  it('OPS-02 declare the release from which they are compatible, and how to undo them', () => {
    const names = Object.keys(MIGRATIONS);
    for (const [name, { migration }] of Object.entries(HASHED_MIGRATIONS)) {
      expect([name, names.slice(0, names.indexOf(name) + 1)]).toEqual([name, expect.arrayContaining([migration.compatibleSince])]);
      const { undo = [] } = migration;
      for (const statements of 'embedded' in undo ? Object.values(undo) : [undo]) expect([name, statements.length]).not.toEqual([name, 0]);
    }
  });

  it.each(VERSIONS)('OPS-02 leave the database usable for version $version, whose newest migration is $newestMigration', ({ newestMigration }) => {
    const names = Object.keys(MIGRATIONS);
    const releasedNames = new Set(names.slice(0, names.indexOf(newestMigration) + 1));
    const newerMigrations = Object.entries(MIGRATIONS).filter(([name]) => !releasedNames.has(name));

    expect(releasedNames.size).toBeGreaterThan(0);
    expect(newerMigrations.filter(([, { compatibleSince }]) => !releasedNames.has(compatibleSince ?? '')).map(([name]) => name)).toEqual([]);
  });

  it.each(files)('%s imports no application code', (file) => {
    const imports = [...readFileSync(path.join(MIGRATIONS_FOLDER, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source);

    expect(imports).toEqual(['kysely']);
  });
});

describe('a database', () => {
  let folder: string;
  let databaseUrl: string | undefined;
  let db: Database;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'provider-migrations-'));
    databaseUrl = await createEmptyTestDatabase();
    db = await openDatabase({ databaseUrl, dataDir: folder });
  });
  afterEach(async () => {
    await db.destroy();
    await dropTestDatabase(databaseUrl);
    await rm(folder, { recursive: true });
  });
  const listNames = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  };

  it('OPS-02 records all migrations when it is new, even those that only version 1.0.0 ran', async () => {
    await migrateToLatest(db);

    expect(Object.keys(VERSION_1)).toHaveLength(32);
    expect(await listNames()).toEqual(Object.keys(MIGRATIONS));
  });

  it('OPS-02 of a release before version 1.0.0 is rejected in one line, and not changed', async () => {
    const names = Object.keys(VERSION_1).slice(0, -1);
    await migrateToLatest(db, Object.fromEntries(names.map((name) => [name, { up: async () => undefined }])));

    await expect(migrateToLatest(db)).rejects.toThrow(/^the database is of a release before version 1\.0\.0\. Start version 1\.0\.0 with it once.*$/);
    expect(await listNames()).toEqual(names);
  });
});
