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
import type { Database } from '../database/schema.ts';
import { FIXTURE_ROWS, getFixtureFile } from './database-fixtures.ts';

/**
 * Writes the databases that are missing in `database/fixtures`: for each released migration one of each engine, with some content, as this and the earlier
 * migrations leave it. `scripts/database-fixtures.ts` calls this with the URL of a PostgreSQL server.
 */

const FIXTURE_FOLDER = path.resolve(import.meta.dirname, '../database/fixtures');

/** Migrates an empty database step by step, as the releases did, with content from the first step on. */
const migrateStep = async (db: Database, names: readonly string[]): Promise<void> => {
  for (const [index] of names.entries()) {
    await migrateToLatest(db, Object.fromEntries(Object.entries(MIGRATIONS).slice(0, index + 1)));
    if (index > 0) continue;
    for (const [table, row] of FIXTURE_ROWS) {
      const columns = Object.keys(row).map((column) => sql.ref(column));
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
    }
  }
};

const writeEmbedded = async (names: readonly string[], folder: string): Promise<Buffer> => {
  const dataDir = path.join(folder, names.at(-1) ?? '');
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  await migrateStep(db, names);
  const file = path.join(dataDir, 'copy.db');
  await sql`vacuum into ${sql.lit(file)}`.execute(db);
  await db.destroy();
  return readFile(file);
};

const writePostgres = async (names: readonly string[], serverUrl: string): Promise<Buffer> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('create database fixture');
  const url = serverUrl.replace(/\/postgres$/, '/fixture');
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrateStep(db, names);
  await db.destroy();
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' });
  await client.query('drop database fixture');
  await client.end();
  // Removes commands of psql, which other clients do not know.
  return Buffer.from(dump.replaceAll(/^\\.*$/gm, ''));
};

const [, , serverUrl = ''] = process.argv;
const folder = await mkdtemp(path.join(os.tmpdir(), 'database-fixtures-'));
await mkdir(FIXTURE_FOLDER, { recursive: true });
const all = Object.keys(MIGRATIONS);
for (const [index, name] of all.entries()) {
  const names = all.slice(0, index + 1);
  for (const engine of ['sqlite', 'postgres'] as const) {
    const file = path.join(FIXTURE_FOLDER, getFixtureFile(name, engine));
    if (existsSync(file)) continue;
    const bytes = engine === 'sqlite' ? await writeEmbedded(names, folder) : await writePostgres(names, serverUrl);
    await writeFile(file, gzipSync(bytes, { level: 9 }));
    process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
  }
}
await rm(folder, { recursive: true });
