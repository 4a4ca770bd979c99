import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@site/scripts/parts';
import { startPostgres } from '@site/scripts/postgres';
import { addHistory, connect, createId, ENTRIES_PER_VERSION, readAuditKey } from './long-history.ts';
import { createReport, runManageCommand, startMeasuredProvider } from './measuring.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-backup');
const IMAGE_COUNT = Number(process.env.BENCH_IMAGES ?? 100_000);
const ADDED_IMAGE_COUNT = 100;
const IMAGE_BYTES = 6800;
const VERSION_COUNT = Number(process.env.BENCH_HISTORY ?? 500_000);
/** Limits as multiples of the first backup's duration in the same run. */
const LIMITS = { second: 0.5, restore: 3 } as const;
/** Maximum peak resident memory of a command. */
const MEMORY_MIB = 512;

const { report, allHeld } = createReport();

const addImages = (dataFolder: string, count: number): void => {
  const database = connect(dataFolder);
  const now = new Date().toISOString();
  const insertImage = database.prepare("insert into pictures (id, version, format, width, height, bytes, created_at) values (?, 1, 'jpg', 800, 600, ?, ?)");
  const image = database.prepare(
    "insert into gallery_images (id, title, alt, picture_id, is_published, search_key, search_text, created_at, updated_at) values (?, ?, '', ?, 1, ?, ?, ?, ?)",
  );
  database.exec('begin');
  for (let index = 0; index < count; index += 1) {
    const id = createId();
    const title = `image ${id}`;
    insertImage.run([id, IMAGE_BYTES, now]);
    image.run([createId(), title, id, title, title, now, now]);
    const folder = path.join(dataFolder, 'uploads', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'v1.jpg'), randomBytes(IMAGE_BYTES));
  }
  database.exec('commit');
  database.close();
};

/** Runs a command and reports whether it stayed within the memory limit. Returns its duration in seconds. */
const run = async (name: string, settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<number> => {
  const { seconds, peakMiB } = await runManageCommand(settings, ...args);
  report(name, `${seconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB (limit ${MEMORY_MIB})`, peakMiB <= MEMORY_MIB);
  return seconds;
};

const measureImages = async (data: string, backups: string, auditKey: string): Promise<void> => {
  addImages(data, IMAGE_COUNT);
  const first = await run(`first backup, ${IMAGE_COUNT} images`, { DATA_DIR: data }, 'backup', path.join(backups, '1'));
  const compare = (name: string, seconds: number, limit: number): void =>
    report(name, `${(seconds / first).toFixed(2)} of the first backup's time (limit ${limit})`, seconds <= limit * first);
  addImages(data, ADDED_IMAGE_COUNT);
  compare('second backup', await run(`second backup, ${ADDED_IMAGE_COUNT} new images`, { DATA_DIR: data }, 'backup', path.join(backups, '2')), LIMITS.second);
  const restoreFolder = path.join(FOLDER, 'restored');
  compare('restore', await run('restore of the newest backup', { DATA_DIR: restoreFolder, AUDIT_KEY: auditKey }, 'restore', backups), LIMITS.restore);
  await rm(restoreFolder, { recursive: true });
  await run('restore drill', { DATA_DIR: data }, 'restore-drill', backups);
};

const readRows = (backup: string): Readonly<Record<string, number>> => JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')).rows;

const measureHistory = async (data: string, backups: string, auditKey: string): Promise<void> => {
  addHistory(data, VERSION_COUNT);
  const keys = spawnSync(process.execPath, [path.join(root, 'provider/dist/server/manage.cjs'), 'backup-keys'], { encoding: 'utf8' }).stdout;
  const readKey = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(keys)?.[1] ?? '';
  const secrets = { AUDIT_KEY: auditKey, BACKUP_RECIPIENT: readKey('BACKUP_RECIPIENT'), BACKUP_IDENTITY: readKey('BACKUP_IDENTITY') };
  const [source, copy] = [path.join(backups, 'sqlite'), path.join(backups, 'postgres')];
  const size = `${VERSION_COUNT} versions and ${VERSION_COUNT * ENTRIES_PER_VERSION} entries of the audit log`;
  await run(`SQLite: backup of ${size}`, { DATA_DIR: data, ...secrets }, 'backup', source);
  await rm(data, { recursive: true });
  const postgres = await startPostgres({ isFast: true });
  try {
    if (postgres === undefined) return report('PostgreSQL', 'is not installed', false);
    const settings = { DATA_DIR: path.join(FOLDER, 'postgres'), DATABASE_URL: postgres.url, JWT_SECRET: randomBytes(24).toString('hex'), ...secrets };
    mkdirSync(settings.DATA_DIR);
    await run('PostgreSQL: restore of it', settings, 'restore', source);
    await run('PostgreSQL: backup', settings, 'backup', copy);
    await rm(settings.DATA_DIR, { recursive: true });
  } finally {
    await postgres?.remove();
  }
  // The commands themselves write to the audit log and record each backup.
  const [before, after] = [readRows(source), readRows(copy)];
  const differingTables = Object.keys(before).filter((table) => !/^(audit_|backups$)/.test(table) && before[table] !== after[table]);
  report(
    'rows in PostgreSQL',
    differingTables.length === 0 ? 'as many as in SQLite' : `different numbers in ${differingTables.join(', ')}`,
    differingTables.length === 0,
  );
  await rm(source, { recursive: true });
  await run('SQLite: restore drill of that backup', { DATA_DIR: FOLDER, ...secrets }, 'restore-drill', copy);
};

/** Measures how much time and memory it takes to back up and restore many images and a long history. */
export const measure = async (): Promise<boolean> => {
  await rm(FOLDER, { recursive: true, force: true });
  const [data, backups] = [path.join(FOLDER, 'data'), path.join(FOLDER, 'backups')];
  await (await startMeasuredProvider(data)).stop();
  const auditKey = readAuditKey(data);
  await measureImages(data, backups, auditKey);
  await measureHistory(data, backups, auditKey);
  await rm(FOLDER, { recursive: true, force: true });
  return allHeld();
};
