import { spawnSync } from 'node:child_process';
import files, { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readAuditKey } from '../accounts/stored-secret.ts';
import { findLastBackup } from '../database/backup-queries.ts';
import { openDatabase } from '../database/connection.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { VERSION_1 } from '../database/version-1/version-1.ts';
import { hash } from '../domain/ids.ts';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBackup } from './backup.ts';
import { createBackupKeys, decrypt, encrypt, MANIFEST, SIGNATURE, verifyBackup } from './backup-format.ts';
import { createBackupIfDue, createBackupSchedule } from './backup-schedule.ts';
import { type RestoreOptions, restoreBackup, runRestoreDrill } from './restore.ts';

const itOnSqlite = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it.skip : it;
const SETTINGS = { days: 30, recipient: undefined };
const HOUR_MS = 3_600_000;

let app: TestApp;
let editor: string;
let folder: string;
let auditKey: string;
beforeAll(async () => {
  app = await startTestApp();
  auditKey = await readAuditKey(app.environment);
  editor = (await app.signInAs('editor')).token;
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-backups-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const getSource = () => ({ db: app.services.db, originals: app.services.stores.originals, auditKey, now: () => new Date() });
const upload = async (title: string): Promise<{ _id: string; url: string }> =>
  (await app.form('POST', '/api/gallery', { image: await createImageFile(), title }, editor)).json().data;
const listImageFiles = (files: Readonly<Record<string, string>>): string[] => Object.keys(files).filter((name) => name.startsWith('uploads/'));
const getInode = async (backup: string, name: string): Promise<number> => (await stat(path.join(backup, name))).ino;

describe('incremental backups', () => {
  it('OPS-12 copy new images only, and each can be restored without the others', async () => {
    await upload('First');
    const [one, two] = ['one', 'two'].map((name) => path.join(folder, 'incremental', name)) as [string, string];
    const first = await createBackup(getSource(), one);
    const addedImage = await upload('Second');
    const get = jest.spyOn(app.services.stores.originals, 'get');
    const earlierManifest = path.join(folder, 'incremental', 'earlier', 'manifest.json');
    await mkdir(path.dirname(earlierManifest));
    await writeFile(earlierManifest, JSON.stringify(first));
    await utimes(earlierManifest, 0, 0);
    const read = jest.spyOn(files, 'readFile');
    const second = await createBackup(getSource(), two);

    const manifests = read.mock.calls.flatMap(([name]) => (String(name).endsWith('manifest.json') ? [name] : []));
    expect(manifests).toEqual([path.join(one, 'manifest.json')]);
    read.mockRestore();
    await rm(path.dirname(earlierManifest), { recursive: true });
    expect(get).toHaveBeenCalledTimes(1);
    get.mockRestore();
    const [sharedImage = ''] = listImageFiles(first.files);
    expect(listImageFiles(second.files)).toHaveLength(2);
    expect(second.files[sharedImage]).toBe(first.files[sharedImage]);
    expect(await getInode(two, sharedImage)).toBe(await getInode(one, sharedImage));

    await rm(one, { recursive: true });
    expect(await verifyBackup(two)).toEqual(second);
    const freshApp = await startTestApp();
    await freshApp.services.db.deleteFrom('users').execute();
    await restoreBackup({ db: freshApp.services.db, originals: freshApp.services.stores.originals }, path.dirname(two), { auditKey });
    expect((await freshApp.get(addedImage.url)).statusCode).toBe(200);
    await freshApp.stop();
  });

  it('OPS-12 link to files that were encrypted for the same recipient, and to no others', async () => {
    const keys = await createBackupKeys();
    const parent = path.join(folder, 'encrypted');
    const createNamedBackup = async (name: string, recipient?: string) => {
      const backup = path.join(parent, name);
      const { files } = await createBackup(getSource(), backup, { recipient });
      const [image = ''] = listImageFiles(files).sort();
      return getInode(backup, image);
    };
    const plainBackup = await createNamedBackup('1');
    const one = await createNamedBackup('2', keys.recipient);
    const repeatedBackup = await createNamedBackup('3', keys.recipient);
    const other = await createNamedBackup('4', (await createBackupKeys()).recipient);

    expect(repeatedBackup).toBe(one);
    expect(new Set([plainBackup, one, other]).size).toBe(3);
    const { manifest } = await runRestoreDrill(path.join(parent, '3'), { identity: keys.identity, auditKey });
    expect(manifest.recipient).toBe(keys.recipient);
  });
});

describe('scheduled backups', () => {
  it('OPS-12 are made one at a time, each in its own folder, and remove the files of interrupted backups', async () => {
    const parent = path.join(folder, 'scheduled');
    await mkdir(path.join(parent, 'backup-2026-01-01T00-00-00.000Z', 'uploads'), { recursive: true });
    await mkdir(path.join(parent, 'unrelated'));
    const lease = { name: 'backup', value: 'another process' };
    await acquireLease(app.services.db, lease, 60);
    expect(await createBackupIfDue(getSource(), parent, SETTINGS)).toBeNull();
    await releaseLease(app.services.db, lease);

    const backup = await createBackupIfDue(getSource(), parent, SETTINGS);

    expect((await readdir(parent)).sort()).toEqual([path.basename(backup?.folder ?? ''), 'unrelated'].sort());
    // Another provider that checks at the same time does not make a second backup.
    expect(await createBackupIfDue(getSource(), parent, { ...SETTINGS, hours: 1 })).toBeNull();
  });

  it("OPS-10 are dated and scheduled by the database's clock, not the machine's", async () => {
    const { db } = app.services;
    const parent = path.join(folder, 'ahead');
    let now = new Date(Date.now() + 3 * HOUR_MS);
    const source = { ...getSource(), now: () => now };
    const backup = await createBackupIfDue(source, parent, SETTINGS);

    expect(backup?.manifest.createdAt).toBe(now.toISOString());
    expect(path.basename(backup?.folder ?? '')).toBe(`backup-${now.toISOString().replaceAll(':', '-')}`);
    expect(await findLastBackup(db)).toEqual(now);
    now = new Date(now.getTime() + HOUR_MS / 2);
    expect(await createBackupIfDue(source, parent, { ...SETTINGS, hours: 1 })).toBeNull();
    now = new Date(now.getTime() + HOUR_MS / 2);
    expect(await createBackupIfDue(source, parent, { ...SETTINGS, hours: 1 })).not.toBeNull();
    await db.deleteFrom('backups').where('created_at', '>', new Date().toISOString()).execute();
  });

  it('OPS-12 begin when the last one is old enough, and are repeated ten minutes after a failure', async () => {
    const { db } = app.services;
    let now = new Date();
    const run = jest.fn(async () => undefined);
    const schedule = createBackupSchedule(db, 24, () => now, run);
    const { signal } = new AbortController();
    const check = () => schedule(signal);
    await check();
    expect(run).toHaveBeenCalledTimes(0);

    now = new Date(now.getTime() + 25 * HOUR_MS);
    await check();
    expect(run).toHaveBeenCalledTimes(1);

    run.mockRejectedValueOnce(new Error('disk full'));
    await expect(check()).rejects.toThrow('disk full');
    await check();
    expect(run).toHaveBeenCalledTimes(2);
    now = new Date(now.getTime() + HOUR_MS / 4);
    await check();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('OPS-12 report their age as a metric, which is infinite without a backup', async () => {
    const readAge = async (): Promise<string | undefined> => /^backup_age_seconds (\S+)$/m.exec((await app.get('/metrics')).body)?.[1];

    app.clock.now = new Date(Date.now() + HOUR_MS);
    expect(Math.round(Number(await readAge()) / 60)).toBe(60);
    await app.services.db.deleteFrom('backups').execute();
    expect(await readAge()).toBe('+Inf');
  });
});

describe('the restore drill', () => {
  it('OPS-12 restores the newest backup, reports what it has verified, and fails for a damaged backup', async () => {
    const parent = path.join(folder, 'drill');
    await createBackup(getSource(), path.join(parent, 'a'));
    const { files } = await createBackup(getSource(), path.join(parent, 'b'));
    const settings = { auditKey };

    const result = await runRestoreDrill(parent, settings);
    expect(result).toMatchObject({ folder: path.join(parent, 'b'), images: 2 });
    expect(result.rows).toBeGreaterThan(5);

    await writeFile(path.join(parent, 'b', listImageFiles(files)[0] ?? ''), 'x');
    await expect(runRestoreDrill(parent, settings)).rejects.toThrow('is damaged');
    await expect(runRestoreDrill(path.join(folder, 'none'), settings)).rejects.toThrow('holds no backup');
  });
});

describe('the signature of a backup', () => {
  const restoreFrom = async (backup: string, options: Partial<RestoreOptions> = {}) => {
    const freshApp = await startTestApp();
    await freshApp.services.db.deleteFrom('users').execute();
    try {
      await restoreBackup({ db: freshApp.services.db, originals: freshApp.services.stores.originals }, backup, { auditKey, ...options });
      return await freshApp.services.db.selectFrom('users').select('role').execute();
    } finally {
      await freshApp.stop();
    }
  };

  it('OPS-12 PRIV-16 prevents the restore of a forged file for the same recipient, even if the manifest contains its hash', async () => {
    const { recipient, identity } = await createBackupKeys();
    const backup = path.join(folder, 'forged');
    const manifest = await createBackup(getSource(), backup, { recipient });
    const file = 'tables/users/000001.ndjson.age';
    const users = (await decrypt(await readFile(path.join(backup, file)), identity)).toString();
    const forgedUsers = await encrypt(Buffer.from(users.replaceAll(/"role":"\w+"/g, '"role":"admin"')), recipient);
    await writeFile(path.join(backup, file), forgedUsers);
    await expect(restoreFrom(backup, { identity })).rejects.toThrow(`${file} is not as it was written`);

    await writeFile(path.join(backup, MANIFEST), JSON.stringify({ ...manifest, files: { ...manifest.files, [file]: hash(forgedUsers) } }));
    await expect(restoreFrom(backup, { identity })).rejects.toThrow('was changed later');
    await expect(runRestoreDrill(backup, { auditKey, identity })).rejects.toThrow('was changed later');
    await rm(path.join(backup, SIGNATURE));
    await expect(restoreFrom(backup, { identity })).rejects.toThrow('is not signed');
  });

  it('OPS-12 never covers an image that was replaced in an earlier backup', async () => {
    const parent = path.join(folder, 'laundered');
    const [one, two] = [path.join(parent, 'one'), path.join(parent, 'two')];
    const manifest = await createBackup(getSource(), one);
    const [image = ''] = listImageFiles(manifest.files);
    await writeFile(path.join(one, image), 'another picture');
    await writeFile(path.join(one, MANIFEST), JSON.stringify({ ...manifest, files: { ...manifest.files, [image]: hash('another picture') } }));

    const { files } = await createBackup(getSource(), two);
    expect(files[image]).toBe(manifest.files[image]);
    expect(await getInode(two, image)).not.toBe(await getInode(one, image));
  });

  it("OPS-12 is rejected if made with another site's key, and may be missing if the operator accepts that", async () => {
    const backup = path.join(folder, 'signed');
    await createBackup(getSource(), backup);
    await expect(restoreFrom(backup, { auditKey: 'the key of another site, 32 bytes' })).rejects.toThrow('was not made with this AUDIT_KEY');

    await rm(path.join(backup, SIGNATURE));
    expect((await restoreFrom(backup, { acceptsUnsigned: true })).length).toBeGreaterThan(0);
    expect((await runRestoreDrill(backup, { auditKey, acceptsUnsigned: true })).folder).toBe(backup);
  });
});

describe('a backup before an update', () => {
  itOnSqlite('OPS-12 of an empty database is rejected in one line', async () => {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: path.join(folder, 'wrong') });
    await expect(createBackup({ ...getSource(), db }, path.join(folder, 'of-nothing'))).rejects.toThrow('There is no content');
    await db.destroy();
  });

  itOnSqlite(
    'OPS-02 never migrates the database',
    async () => {
      const dataDir = path.join(folder, 'old');
      const db = await openDatabase({ databaseUrl: undefined, dataDir });
      await migrateToLatest(db, VERSION_1);
      await db.insertInto('content_revision').values({ id: 1, number: 7 }).execute();

      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', path.join(__dirname, '../manage.ts'), 'backup', path.join(folder, 'of-old')], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
        encoding: 'utf8',
      });

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect((await verifyBackup(path.join(folder, 'of-old'))).revision).toBe(7);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(VERSION_1));
      await db.destroy();
    },
    30_000,
  );
});
