import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/released-migrations.ts';
import type { Database } from '../database/schema/tables.ts';
import { FIXTURE_ROWS, FIXTURES, getFixtureFile } from './database-fixtures.ts';

/**
 * Writes the databases that are missing in `database/fixtures`: version 1.0.0 and each later migration, on each engine, with some content from that version.
 * `scripts/database-fixtures.ts` calls this with the URL of a PostgreSQL server.
 */

const FIXTURE_FOLDER = path.resolve(import.meta.dirname, '../database/fixtures');

const migrateStep = async (db: Database, last: string): Promise<void> => {
  for (const name of FIXTURES.slice(0, FIXTURES.indexOf(last) + 1)) {
    await migrateToLatest(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([each]) => each <= name)));
    if (name !== FIXTURES[0]) continue;
    for (const [table, row] of FIXTURE_ROWS) {
      const columns = Object.keys(row).map((column) => sql.ref(column));
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
    }
  }
};

const writeEmbedded = async (name: string, folder: string): Promise<Buffer> => {
  const dataDir = path.join(folder, name);
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  await migrateStep(db, name);
  const file = path.join(dataDir, 'copy.db');
  await sql`vacuum into ${sql.lit(file)}`.execute(db);
  await db.destroy();
  return readFile(file);
};

const writePostgres = async (name: string, serverUrl: string): Promise<Buffer> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('create database fixture');
  const url = serverUrl.replace(/\/postgres$/, '/fixture');
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrateStep(db, name);
  await db.destroy();
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' });
  await client.query('drop database fixture');
  await client.end();
  // Remove psql commands, which other clients do not understand.
  return Buffer.from(dump.replaceAll(/^\\.*$/gm, ''));
};

const [, , serverUrl = ''] = process.argv;
const folder = await mkdtemp(path.join(os.tmpdir(), 'database-fixtures-'));
await mkdir(FIXTURE_FOLDER, { recursive: true });
for (const name of FIXTURES) {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const file = path.join(FIXTURE_FOLDER, getFixtureFile(name, engine));
    if (existsSync(file)) continue;
    const bytes = engine === 'sqlite' ? await writeEmbedded(name, folder) : await writePostgres(name, serverUrl);
    await writeFile(file, gzipSync(bytes, { level: 9 }));
    process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
  }
}
await rm(folder, { recursive: true });
