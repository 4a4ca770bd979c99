import { copyFile, cp, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import type { Database } from '../database/schema/tables.ts';
import { hash } from '../domain/ids.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import {
  BACKUP_KEY,
  changeManifest,
  expectRestored,
  expectUntouched,
  insertPageViews,
  listImageKeys,
  restoreInto,
  startEmptyApp,
  uploadImage,
  writeOldBackup,
} from '../testing/backup-sites.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBackup } from './backup.ts';
import { createBackupKeys, MANIFEST, type Manifest, TABLE_NAMES } from './backup-format.ts';
import { getKey } from './backup-snapshot.ts';
import { restoreBackup } from './restore.ts';

const itOnSqlite = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it.skip : it;
const PAGE_VIEWS = 12_001;
/** Texts that might break a line-based JSON format. */
const TEXTS = ['two\nlines', '\r\n\t"quoted" \\n', '\u2028\u2029\u0085', 'Ilé-Ifẹ̀ 👩🏾‍🏫', '],[', ''];

let app: TestApp;
/** A site whose database stays empty until the last test. */
let target: TestApp;
let folder: string;
let backup: string;
let manifest: Manifest;

const getSource = () => ({ db: app.services.db, originals: app.services.stores.originals, auditKey: BACKUP_KEY, now: () => new Date() });
const listFiles = (start: string): string[] => Object.keys(manifest.files).filter((name) => name.startsWith(start));
const countLines = async (name: string): Promise<number> => (await readFile(path.join(backup, name), 'utf8')).split('\n').length - 1;

const insertVersions = async (db: Database, texts: readonly string[]): Promise<void> => {
  const sharedColumns = {
    kind: 'post',
    document_id: 'long',
    document_updated_at: '',
    saved_at: '2026-01-01',
    saved_by: '',
    act: 'saved',
    status: 'draft',
  } as const;
  for (const [index, text] of texts.entries())
    await db
      .insertInto('versions')
      .values({ ...sharedColumns, id: `version-${String(index).padStart(2, '0')}`, number: index + 1, changed: '[]', fields: text, picture_id: null })
      .execute();
};

beforeAll(async () => {
  [app, target] = [await startTestApp(), await startEmptyApp()];
  const { token } = await app.signInAs('editor');
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-backup-parts-'));
  for (const title of ['One', 'Two', 'Three']) await uploadImage(app, title, token);
  await insertPageViews(app.services.db, '2026-01-01', PAGE_VIEWS);
  const megabytes = (count: number): string => 'ẹ'.repeat((count * 1024 * 1024) / 3);
  await insertVersions(app.services.db, [megabytes(1.5), megabytes(1.5), megabytes(1.5), megabytes(4.5), megabytes(1.5), ...TEXTS]);
  backup = path.join(folder, 'intact', 'backup');
  manifest = await createBackup(getSource(), backup);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await target.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the parts of a backup', () => {
  it('OPS-12 have at most 5,000 rows or 4 MB each, and together contain every row', async () => {
    expect(await Promise.all(listFiles('tables/page_views/').map(countLines))).toEqual([5000, 5000, 2001]);
    expect(await Promise.all(listFiles('tables/versions/').map(countLines))).toEqual([2, 1, 1, 1 + TEXTS.length]);
    expect(manifest.rows).toMatchObject({ page_views: PAGE_VIEWS, versions: 5 + TEXTS.length, erasures: 0 });
    expect(listFiles('tables/erasures/')).toEqual([]);
  });

  it('OPS-12 restore the same site on another engine and back, and are reported while they are written and restored', async () => {
    const lines: string[] = [];
    const onProgress = (line: string) => void lines.push(line);
    const dataDir = path.join(folder, 'embedded');
    const db = await openDatabase({ databaseUrl: undefined, dataDir });
    await migrateToLatest(db);
    const originals = createLocalStorage(path.join(dataDir, 'uploads'), false);
    await restoreBackup({ db, originals }, backup, { auditKey: BACKUP_KEY, onProgress });
    const keys = await createBackupKeys();
    const newBackup = path.join(folder, 'back', 'backup');
    const { rows } = await createBackup({ ...getSource(), db, originals }, newBackup, { recipient: keys.recipient, onProgress });
    await db.destroy();

    expect(rows).toEqual(manifest.rows);
    await expectRestored(app, newBackup, { identity: keys.identity });
    expect(lines).toEqual(
      expect.arrayContaining([
        'Checked 10000 rows of page_views',
        'Checked 3 of 3 images',
        'Stored 3 of 3 images',
        'Restored 5000 rows of page_views',
        `Restored ${PAGE_VIEWS} rows of page_views`,
        'Copied 3 new images of 3',
        'Copied 10000 rows of page_views',
      ]),
    );
  }, 60_000);

  itOnSqlite('OPS-12 are read in the order of the primary key', async () => {
    for (const table of TABLE_NAMES) {
      const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(app.services.db);
      expect({ table, key: getKey(table) }).toEqual({ table, key: rows.map(({ name }) => name) });
    }
  });
});

const getPartPath = (copy: string, number: number): string => path.join(copy, `tables/page_views/00000${number}.ndjson`);

const copyBackup = async (): Promise<string> => {
  const copy = path.join(await mkdtemp(path.join(folder, 'damaged-')), 'backup');
  await cp(backup, copy, { recursive: true });
  return copy;
};

let other: string;
beforeAll(async () => {
  await insertPageViews(app.services.db, '2026-01-02', 1);
  other = path.join(folder, 'intact', 'other');
  await createBackup(getSource(), other);
  await app.services.db.deleteFrom('page_views').where('day', '=', '2026-01-02').execute();
}, 60_000);

describe('a damaged backup', () => {
  const withoutPart = ({ files: { 'tables/page_views/000002.ndjson': _, ...rest }, ...others }: Manifest): Manifest => ({ ...others, files: rest });
  const DAMAGE_CASES: ReadonlyArray<readonly [damage: string, message: string, apply: (copy: string) => Promise<void>]> = [
    ['has lost a part', 'page_views/000002.ndjson is missing', (copy) => rm(getPartPath(copy, 2))],
    ['has lost its last part', 'page_views/000003.ndjson is missing', (copy) => rm(getPartPath(copy, 3))],
    ['has a part that was cut', 'page_views/000001.ndjson is not as it was written', (copy) => truncate(getPartPath(copy, 1), 5000)],
    ['has a part twice', 'page_views/000002.ndjson is not as it was written', (copy) => copyFile(getPartPath(copy, 1), getPartPath(copy, 2))],
    [
      'has parts in another order',
      'page_views/000001.ndjson is not as it was written',
      async (copy) => {
        await rename(getPartPath(copy, 1), getPartPath(copy, 9));
        await rename(getPartPath(copy, 2), getPartPath(copy, 1));
        await rename(getPartPath(copy, 9), getPartPath(copy, 2));
      },
    ],
    ['has a part of another backup', 'page_views/000003.ndjson is not as it was written', (copy) => copyFile(getPartPath(other, 3), getPartPath(copy, 3))],
    [
      'has the manifest of another backup',
      'was not made with this AUDIT_KEY, or was changed later',
      (copy) => copyFile(path.join(other, MANIFEST), path.join(copy, MANIFEST)),
    ],
    ['has a manifest that was cut', 'was changed later', (copy) => truncate(path.join(copy, MANIFEST), 100)],
    ['has a damaged image', 'uploads/', (copy) => writeFile(path.join(copy, listFiles('uploads/').at(-1) ?? ''), 'x')],
    ['lists a part no longer', 'is not signed', (copy) => changeManifest(copy, withoutPart)],
  ];
  it.each(DAMAGE_CASES)('OPS-12 that %s is refused before anything is changed', async (_, message, apply) => {
    const copy = await copyBackup();
    await apply(copy);
    await expect(restoreInto(target, copy)).rejects.toThrow(message);
    await expectUntouched(target, await listImageKeys(app));
  });

  it('OPS-12 is also refused when no signature is required, unless its files and row counts match its manifest', async () => {
    const copy = await copyBackup();
    await changeManifest(copy, withoutPart);
    await expect(restoreInto(target, copy, { acceptsUnsigned: true })).rejects.toThrow('page_views/000002.ndjson is not as it was written');
    await rename(getPartPath(copy, 3), getPartPath(copy, 2));
    const movedPart = { 'tables/page_views/000003.ndjson': undefined, 'tables/page_views/000002.ndjson': hash(await readFile(getPartPath(copy, 2))) };
    await changeManifest(copy, (manifest) => ({ ...manifest, files: { ...manifest.files, ...movedPart } }));
    await expect(restoreInto(target, copy, { acceptsUnsigned: true })).rejects.toThrow(`page_views has 7001 rows instead of ${PAGE_VIEWS}`);
    await changeManifest(copy, (manifest) => ({ ...manifest, format: 4 }));
    await expect(restoreInto(target, copy, { acceptsUnsigned: true })).rejects.toThrow('holds no backup that this version can read');
    await expectUntouched(target, await listImageKeys(app));
  });
});

describe('a backup of version 1.0.0', () => {
  it.each(['plain', 'encrypted'])(
    'OPS-12 can be restored, and its images are linked: %s',
    async (kind) => {
      const { recipient, identity } = await createBackupKeys();
      const [options, suffix] = kind === 'plain' ? [{}, ''] : [{ recipient }, '.age'];
      const parent = path.join(folder, `old-${kind}`);
      const [previousBackup, nextBackup] = [path.join(parent, 'old'), path.join(parent, 'next')];
      await writeOldBackup(app, previousBackup, options.recipient);
      await createBackup(getSource(), nextBackup, options);
      const [image = ''] = listFiles('uploads/');
      const getInode = async (at: string): Promise<number> => (await stat(path.join(at, `${image}${suffix}`))).ino;

      expect(await getInode(nextBackup)).toBe(await getInode(previousBackup));
      await expectRestored(app, previousBackup, { identity });
      await rm(path.join(previousBackup, `versions.json${suffix}`));
      await expect(restoreInto(target, previousBackup, { identity })).rejects.toThrow(`versions.json${suffix} is missing`);
      await expectUntouched(target, await listImageKeys(app));
    },
    60_000,
  );
});

describe('a database that has refused damaged backups', () => {
  it('OPS-12 accepts an intact backup, and ignores parts that the manifest does not list', async () => {
    const copy = await copyBackup();
    await copyFile(getPartPath(other, 3), getPartPath(copy, 4));
    await restoreInto(target, copy);
    for (const [table, count] of Object.entries(manifest.rows)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(target.services.db);
      expect({ table, count: Number(rows[0]?.count) }).toEqual({ table, count });
    }
  }, 60_000);
});
