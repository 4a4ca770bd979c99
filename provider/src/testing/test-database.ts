import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { DATABASE_FILE, openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/released-migrations.ts';
import { createId } from '../domain/ids.ts';

/** Returns the URL provided by the set-up of the PostgreSQL project. Other projects have no URL and use the embedded file. */
const getServerUrl = (): string | undefined => (Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined);

const withServer = async (url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
};
const toUrl = (url: string, database: string): string => url.replace(/\/postgres$/, `/${database}`);

const TEMPLATE_NAME = 'migrated';

/** Creates a migrated database when the first test needs one. All tests copy it, which is faster than migrating. */
const createTemplate = async (client: pg.Client, url: string): Promise<void> => {
  // Other Jest processes wait for this lock, which is released when the connection is closed.
  await client.query('select pg_advisory_lock(1)');
  if ((await client.query('select from pg_database where datname = $1', [TEMPLATE_NAME])).rowCount !== 0) return;
  await client.query('create database migrating');
  const db = await openDatabase({ databaseUrl: toUrl(url, 'migrating'), dataDir: '' });
  await migrateToLatest(db).finally(() => db.destroy());
  await client.query(`alter database migrating rename to ${TEMPLATE_NAME}`);
};

/** Template for the embedded file. There is one per process, because Jest evaluates this module again for each test file. */
const EMBEDDED_TEMPLATE = path.join(os.tmpdir(), `provider-test-${process.pid}-${Object.keys(MIGRATIONS).at(-1)}.db`);

const copyEmbeddedTemplate = async (dataDir: string): Promise<void> => {
  if (!existsSync(EMBEDDED_TEMPLATE)) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'provider-template-'));
    const db = await openDatabase({ databaseUrl: undefined, dataDir: folder });
    // Truncate the log, which is a separate file, because closing the database would leave changes in it.
    const fillTemplate = () => migrateToLatest(db).then(() => sql`pragma wal_checkpoint(truncate)`.execute(db));
    await fillTemplate().finally(() => db.destroy());
    await rename(path.join(folder, DATABASE_FILE), EMBEDDED_TEMPLATE);
    await rm(folder, { recursive: true });
  }
  await copyFile(EMBEDDED_TEMPLATE, path.join(dataDir, DATABASE_FILE));
};

let hasTemplate = false;

/** Creates a migrated PostgreSQL database and returns its URL. For the embedded file, copies the template to the data folder and returns undefined. */
export const createTestDatabase = async (dataDir?: string): Promise<string | undefined> => {
  const url = getServerUrl();
  if (url === undefined) {
    if (dataDir !== undefined) await copyEmbeddedTemplate(dataDir);
    return undefined;
  }
  const name = `test_${createId()}`;
  await withServer(url, async (client) => {
    if (!hasTemplate) await createTemplate(client, url);
    hasTemplate = true;
    await client.query(`create database ${name} template ${TEMPLATE_NAME}`);
  });
  return toUrl(url, name);
};

/** Creates a PostgreSQL database without tables and returns its URL. Returns undefined for the embedded file. */
export const createEmptyTestDatabase = async (): Promise<string | undefined> => {
  const url = getServerUrl();
  if (url === undefined) return undefined;
  const name = `test_${createId()}`;
  await withServer(url, (client) => client.query(`create database ${name}`));
  return toUrl(url, name);
};

export const dropTestDatabase = async (databaseUrl: string | undefined): Promise<void> => {
  const url = getServerUrl();
  const name = databaseUrl?.split('/').at(-1);
  if (url !== undefined && name?.startsWith('test_')) await withServer(url, (client) => client.query(`drop database if exists ${name} with (force)`));
};
