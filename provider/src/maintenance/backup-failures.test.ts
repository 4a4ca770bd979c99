import { spawnSync } from 'node:child_process';
import files, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { isEmbedded, purgeDeletedRows } from '../database/connection.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import { PERSONAL_TABLES } from '../database/person-queries.ts';
import { hash } from '../domain/ids.ts';
import { withdrawImage } from '../images/withdraw-images.ts';
import type { Storage } from '../storage/storage.ts';
import {
  BACKUP_KEY,
  changeManifest,
  expectUntouched,
  insertPageViews,
  listImageKeys,
  restoreInto,
  startEmptyApp,
  uploadImage,
} from '../testing/backup-sites.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBackup } from './backup.ts';
import { MANIFEST } from './backup-format.ts';
import { createBackupIfDue } from './backup-schedule.ts';
import { restoreBackup } from './restore.ts';

const itOnSqlite = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it.skip : it;
const PAGE_VIEWS = 6000;
const NO_SPACE = new Error('ENOSPC: no space left on device, write');

let app: TestApp;
let editor: string;
let folder: string;
/** A site whose database stays empty. */
let target: TestApp;

const getSource = (originals: Storage = app.services.stores.originals) => ({ db: app.services.db, originals, auditKey: BACKUP_KEY, now: () => new Date() });

beforeAll(async () => {
  [app, target] = [await startTestApp(), await startEmptyApp()];
  editor = (await app.signInAs('editor')).token;
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-backup-failures-'));
  for (const title of ['One', 'Two', 'Three']) await uploadImage(app, title, editor);
  await insertPageViews(app.services.db, '2026-01-01', PAGE_VIEWS);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await target.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a failure partway through', () => {
  const failWritesTo = (name: string): void => {
    const write = files.writeFile;
    jest.spyOn(files, 'writeFile').mockImplementation((file, ...rest) => (String(file).endsWith(name) ? Promise.reject(NO_SPACE) : write(file, ...rest)));
  };

  it.each(['tables/page_views/000002.ndjson', MANIFEST])(
    'OPS-12 of a backup at %s names the file, and leaves nothing behind',
    async (name) => {
      const parent = path.join(folder, `full-${path.basename(name)}`);
      const existingFolder = path.join(parent, 'existing');
      await mkdir(existingFolder, { recursive: true });
      const backupsBefore = await app.services.db.selectFrom('backups').selectAll().execute();
      failWritesTo(name);

      for (const each of [path.join(parent, 'new'), existingFolder])
        await expect(createBackup(getSource(), each)).rejects.toThrow(`${path.join(each, name)} cannot be written: ${NO_SPACE.message}`);
      await expect(createBackupIfDue(getSource(), path.join(parent, 'scheduled'), {})).rejects.toThrow(NO_SPACE.message);

      expect((await readdir(parent, { recursive: true })).sort()).toEqual(['existing', 'scheduled']);
      expect(await app.services.db.selectFrom('backups').selectAll().execute()).toEqual(backupsBefore);
    },
    60_000,
  );

  it('OPS-12 of a backup whose image cannot be read, or is missing, names the image', async () => {
    const [key = ''] = await listImageKeys(app);
    const createFailingStorage = (result: () => Promise<null>): Storage => ({
      ...getSource().originals,
      get: (name) => (name === key ? result() : getSource().originals.get(name)),
    });
    const at = path.join(folder, 'without-image', 'backup');

    await expect(createBackup(getSource(createFailingStorage(async () => Promise.reject(new Error('The store is away')))), at)).rejects.toThrow(
      `The image ${key} cannot be read: The store is away`,
    );
    await expect(createBackup(getSource(createFailingStorage(async () => null)), at)).rejects.toThrow(`The image ${key} is missing from the store`);
    expect(await readdir(path.dirname(at))).toEqual([]);
  });

  it('OPS-12 of a restore at an image leaves no new images in the store', async () => {
    const { originals } = target.services.stores;
    const backup = path.join(folder, 'for-images', 'backup');
    await createBackup(getSource(), backup);
    const [first = '', ...others] = await listImageKeys(app);
    await originals.put(first, await readFile(path.join(backup, 'uploads', first)));
    let storedCount = 0;
    const failingStorage: Storage = {
      ...originals,
      put: async (key, bytes) => {
        storedCount += 1;
        if (storedCount === 3) throw NO_SPACE;
        await originals.put(key, bytes);
      },
    };

    await expect(restoreBackup({ db: target.services.db, originals: failingStorage }, backup, { auditKey: BACKUP_KEY })).rejects.toThrow(
      /^The image [0-9a-f]{24}\/v1\.\w+ cannot be stored: ENOSPC: no space left on device, write$/,
    );
    expect(await Promise.all([first, ...others].map((key) => originals.has(key)))).toEqual([true, ...others.map(() => false)]);
    await originals.remove(first);
    await expectUntouched(target, await listImageKeys(app));
  });

  it('OPS-12 of a restore at a row names its table and changes nothing', async () => {
    const copy = path.join(folder, 'for-rows', 'backup');
    await createBackup(getSource(), copy);
    const name = 'tables/page_views/000002.ndjson';
    const lines = (await readFile(path.join(copy, name), 'utf8')).split('\n');
    const repeatedLines = Buffer.from([lines[0], lines[0], ...lines.slice(2)].join('\n'));
    await writeFile(path.join(copy, name), repeatedLines);
    await changeManifest(copy, (manifest) => ({ ...manifest, files: { ...manifest.files, [name]: hash(repeatedLines) } }));

    await expect(restoreInto(target, copy, { acceptsUnsigned: true })).rejects.toThrow(
      /^The rows of page_views after the first 5000 cannot be restored: .*unique/i,
    );
    await expectUntouched(target, await listImageKeys(app));
  }, 60_000);
});

describe('a backup while others write', () => {
  it('OPS-12 contains one consistent snapshot, and blocks no writer', async () => {
    const { db, stores, databaseClock } = app.services;
    const needle = 'erased while the backup ran';
    await db.insertInto('page_views').values({ day: '2026-01-03', path: needle, views: 1 }).execute();
    const erasure = { person: [], applicationIds: [], auditHashes: [], imageIds: [], versionIds: [], commentIds: [], drafts: [] };
    const readFileNode = async () =>
      isEmbedded(db) ? 0 : (await sql<{ node: number }>`select pg_relation_filenode('versions') as node`.execute(db)).rows[0]?.node;
    let purgedNode: number | undefined;
    let isLeaseHeld = false;
    const write = async (): Promise<void> => {
      isLeaseHeld = await acquireLease(db, { name: 'a lease', value: 'of this process' }, 60);
      await db.deleteFrom('page_views').where('day', '=', '2026-01-03').execute();
      await db.insertInto('page_views').values({ day: '2026-01-04', path: '/later', views: 1 }).execute();
      await db
        .insertInto('erasures')
        .values({ id: 'e'.repeat(24), erased_at: databaseClock.now().toISOString(), erased: JSON.stringify(erasure) })
        .execute();
      // Skip the purge on the embedded engine: it would wait for five seconds during the snapshot and then purge nothing.
      if (!isEmbedded(db)) await purgeDeletedRows(db, PERSONAL_TABLES);
      purgedNode = await readFileNode();
    };
    let writePromise: Promise<void> | undefined;
    const originals: Storage = {
      ...stores.originals,
      get: async (key) => {
        writePromise ??= write();
        await writePromise;
        return stores.originals.get(key);
      },
    };
    const at = path.join(folder, 'busy', 'backup');
    const { rows } = await createBackup({ ...getSource(originals), now: databaseClock.now }, at);

    expect(isLeaseHeld).toBe(true);
    expect(rows).toMatchObject({ page_views: PAGE_VIEWS + 1, erasures: 0 });
    const text = await readFile(path.join(at, 'tables/page_views/000002.ndjson'), 'utf8');
    expect([text.includes(needle), text.includes('/later')]).toEqual([true, false]);
    // No database file contains the data that was erased during the backup.
    if (isEmbedded(db)) expect(spawnSync('grep', ['-rlaF', needle, app.environment.dataDir], { encoding: 'utf8' }).stdout).toBe('');
    else expect(await readFileNode()).not.toBe(purgedNode);
    await releaseLease(db, { name: 'a lease', value: 'of this process' });
    await db.deleteFrom('page_views').where('day', '=', '2026-01-04').execute();
    await db.deleteFrom('erasures').execute();
  }, 60_000);

  it('PRIV-31 does not contain a photo that is withdrawn after being copied', async () => {
    const { stores } = app.services;
    const [one, two] = [await uploadImage(app, 'Withdrawn', editor), await uploadImage(app, 'Withdrawn too', editor)];
    let resolveRead = (): void => undefined;
    const imageRead = new Promise<void>((resolve) => {
      resolveRead = resolve;
    });
    let withdrawal: Promise<unknown> | undefined;
    const originals: Storage = {
      ...stores.originals,
      get: async (key) => {
        const bytes = await stores.originals.get(key);
        if (key.startsWith(one)) resolveRead();
        if (!key.startsWith(two)) return bytes;
        await imageRead;
        withdrawal ??= withdrawImage(app.services, one).then(() => withdrawImage(app.services, two));
        await withdrawal;
        return null;
      },
    };
    const at = path.join(folder, 'withdrawn', 'backup');
    const manifest = await createBackup(getSource(originals), at);

    expect((await readdir(path.join(at, 'uploads'), { recursive: true })).filter((name) => /v\d/.test(name))).toHaveLength(3);
    expect(Object.keys(manifest.files).filter((name) => name.includes(one) || name.includes(two))).toEqual([]);
    await app.services.db.deleteFrom('erasures').execute();
  }, 60_000);

  itOnSqlite('OPS-12 leaves the provider its locks: another process does not delete the log of its database', async () => {
    await createBackup(getSource(), path.join(folder, 'locks', 'backup'));
    const file = path.join(app.environment.dataDir, 'provider.db');
    const script = "const db = new (require('libsql'))(process.argv[1]); db.prepare('select count(*) from users').get(); db.close()";
    const { status, stderr } = spawnSync(process.execPath, ['-e', script, file], { cwd: __dirname, encoding: 'utf8' });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect((await stat(`${file}-wal`)).isFile()).toBe(true);
  });
});
