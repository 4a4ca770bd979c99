import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../database/connection.ts';
import { BACKUP_KEY } from '../testing/backup-sites.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, dropTestDatabase } from '../testing/test-database.ts';

/** Number of rows, which together are longer than V8's maximum string length. */
const ROWS = 70_000;
const ROW_BYTES = 8265;
const LIMIT_MIB = 512;

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-backup-memory-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const readPeakMiB = (pid: number): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const runManage = (dataDir: string, databaseUrl: string | undefined, ...args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, '../manage.ts'), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, AUDIT_KEY: BACKUP_KEY, JWT_SECRET: 'a secret that only the tests use, forty', ...url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let [peak, message] = [0, ''];
    child.stderr.on('data', (chunk: Buffer) => {
      message += chunk.toString();
    });
    const pollTimer = setInterval(() => {
      peak = Math.max(peak, readPeakMiB(child.pid ?? 0));
    }, 50);
    child.once('exit', () => clearInterval(pollTimer));
    child.once('close', (code) => (code === 0 ? resolve(peak) : reject(new Error(message))));
  });

describe('a backup of a long history', () => {
  it('OPS-12 needs at most 512 MB of memory, like its restore, even if a table exceeds the maximum string length', async () => {
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
      insert into versions (id, kind, document_id, number, document_updated_at, saved_at, saved_by, act, status, changed, fields, picture_id)
      select 'version' || n, 'post', 'long', n, '', '2026-01-01', '', 'saved', 'draft', '[]', ${'x'.repeat(ROW_BYTES)}, null from numbers`.execute(
      app.services.db,
    );
    const { dataDir, databaseUrl } = app.environment;
    const backup = path.join(folder, 'backup');
    const backupMiB = await runManage(dataDir, databaseUrl, 'backup', backup);

    const restoredFolder = await mkdtemp(path.join(folder, 'restored-'));
    const restoredUrl = await createTestDatabase(restoredFolder);
    const restoreMiB = await runManage(restoredFolder, restoredUrl, 'restore', backup);
    const db = await openDatabase({ databaseUrl: restoredUrl, dataDir: restoredFolder });
    const { rows } = await sql<{ count: number; bytes: number }>`select count(*) as count, sum(length(fields)) as bytes from versions`.execute(db);
    await db.destroy();
    await dropTestDatabase(restoredUrl);

    expect(rows.map(({ count, bytes }) => [Number(count), Number(bytes)])).toEqual([[ROWS, ROWS * ROW_BYTES]]);
    expect({ backupMiB, restoreMiB, isWithinLimit: backupMiB <= LIMIT_MIB && restoreMiB <= LIMIT_MIB }).toMatchObject({ isWithinLimit: true });
  }, 600_000);
});
