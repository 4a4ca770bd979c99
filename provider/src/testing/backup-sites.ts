import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/schema/tables.ts';
import { hash } from '../domain/ids.ts';
import { getStorageKey } from '../images/image-server.ts';
import { encrypt, MANIFEST, type Manifest, SIGNATURE, signManifest, TABLE_NAMES } from '../maintenance/backup-format.ts';
import { getKey } from '../maintenance/backup-snapshot.ts';
import { type RestoreOptions, restoreBackup } from '../maintenance/restore.ts';
import { createImageFile } from './images.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export const BACKUP_KEY = 'the key that signs these backups, 32';

export const insertPageViews = async (db: Database, day: string, count: number): Promise<void> => {
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({ day, path: `/page-${from + index}`, views: from + index }));
    await db.insertInto('page_views').values(rows).execute();
  }
};

export const uploadImage = async (app: TestApp, title: string, token: string): Promise<string> => {
  const { url } = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title }, token)).json().data;
  return /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
};

export const listImageKeys = async ({ services }: TestApp): Promise<string[]> =>
  (await services.db.selectFrom('pictures').select(['id', 'version', 'format']).execute()).map(getStorageKey);

export const startEmptyApp = async (): Promise<TestApp> => {
  const app = await startTestApp();
  await app.services.db.deleteFrom('users').execute();
  return app;
};

export const restoreInto = ({ services }: TestApp, backup: string, options: Partial<RestoreOptions> = {}): Promise<Manifest> =>
  restoreBackup({ db: services.db, originals: services.stores.originals }, backup, { auditKey: BACKUP_KEY, ...options });

/** Reads all saved tables except the two that backups and restores themselves change. */
const readTables = async (db: Database): Promise<Record<string, unknown>> => {
  const tables: Record<string, unknown> = {};
  for (const table of TABLE_NAMES.filter((name) => name !== 'backups' && name !== 'content_revision'))
    tables[table] = (await sql`select * from ${sql.table(table)} order by ${sql.join(getKey(table).map((column) => sql.ref(column)))}`.execute(db)).rows;
  return tables;
};

/** Restores a backup into a new app and checks that it has the same rows and images. */
export const expectRestored = async (app: TestApp, backup: string, options: Partial<RestoreOptions> = {}): Promise<void> => {
  const freshApp = await startEmptyApp();
  await restoreInto(freshApp, backup, options);
  expect(await readTables(freshApp.services.db)).toEqual(await readTables(app.services.db));
  for (const key of await listImageKeys(app)) expect(await freshApp.services.stores.originals.get(key)).toEqual(await app.services.stores.originals.get(key));
  await freshApp.stop();
};

/** Checks that failed restores of a backup with these images have not changed anything. */
export const expectUntouched = async ({ services: { db, stores } }: TestApp, imageKeys: readonly string[]): Promise<void> => {
  for (const table of ['users', 'page_views', 'versions'] as const) expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  for (const key of imageKeys) expect(await stores.originals.has(key)).toBe(false);
};

/** Changes the manifest of a backup, which invalidates its signature. */
export const changeManifest = async (backup: string, change: (manifest: Manifest) => object): Promise<void> => {
  const file = path.join(backup, MANIFEST);
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
  await rm(path.join(backup, SIGNATURE), { force: true });
};

export const writeOldBackup = async (app: TestApp, folder: string, recipient?: string): Promise<void> => {
  const { db, stores } = app.services;
  const files: Record<string, string> = {};
  const rows: Record<string, number> = {};
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    const storedName = recipient === undefined ? name : `${name}.age`;
    const storedBytes = recipient === undefined ? bytes : await encrypt(bytes, recipient);
    await mkdir(path.dirname(path.join(folder, storedName)), { recursive: true });
    await writeFile(path.join(folder, storedName), storedBytes);
    files[storedName] = hash(storedBytes);
  };
  for (const table of TABLE_NAMES) {
    const all = (await sql`select * from ${sql.table(table)}`.execute(db)).rows;
    rows[table] = all.length;
    await write(`${table}.json`, Buffer.from(JSON.stringify(all)));
  }
  for (const key of await listImageKeys(app)) await write(`uploads/${key}`, (await stores.originals.get(key)) ?? Buffer.alloc(0));
  const manifestFields = { createdAt: new Date().toISOString(), revision: 1, rows, files };
  const text = JSON.stringify(recipient === undefined ? { format: 1, ...manifestFields } : { format: 2, recipient, ...manifestFields }, null, 2);
  await writeFile(path.join(folder, SIGNATURE), signManifest(text, BACKUP_KEY));
  await writeFile(path.join(folder, MANIFEST), text);
};
