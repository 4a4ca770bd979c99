import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import { createReport, manage, startMeasuredProvider } from './measuring.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-backup');
const IMAGES = Number(process.env.BENCH_IMAGES ?? 100_000);
const ADDED_IMAGES = 100;
/** Average size of an image in the format that pages need. */
const IMAGE_BYTES = 6800;
/** Limits as multiples of the first backup's duration in the same run. */
const LIMITS = { second: 0.5, restore: 3 } as const;

const { report, allHeld } = createReport();

/** Adds images to the gallery and the storage in one transaction, in the form that uploads have. */
const addImages = (dataFolder: string, count: number): void => {
  const database = new Database(path.join(dataFolder, 'provider.db'), { timeout: 10_000 });
  const now = new Date().toISOString();
  const picture = database.prepare("insert into pictures (id, version, format, width, height, bytes, created_at) values (?, 1, 'jpg', 800, 600, ?, ?)");
  const image = database.prepare(
    "insert into gallery_images (id, title, alt, picture_id, is_published, search_key, search_text, created_at, updated_at) values (?, ?, '', ?, 1, ?, ?, ?, ?)",
  );
  database.exec('begin');
  for (let index = 0; index < count; index += 1) {
    const id = randomBytes(12).toString('hex');
    const title = `image ${id}`;
    picture.run([id, IMAGE_BYTES, now]);
    image.run([randomBytes(12).toString('hex'), title, id, title, title, now, now]);
    const folder = path.join(dataFolder, 'uploads', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'v1.jpg'), randomBytes(IMAGE_BYTES));
  }
  database.exec('commit');
  database.close();
};

/** Measures how long backups and restores take with many images. */
export const measure = async (): Promise<boolean> => {
  await rm(FOLDER, { recursive: true, force: true });
  const data = path.join(FOLDER, 'data');
  const backups = path.join(FOLDER, 'backups');
  await (await startMeasuredProvider(data)).stop();
  addImages(data, IMAGES);
  const first = await manage({ DATA_DIR: data }, 'backup', path.join(backups, '1'));
  report(`first backup, ${IMAGES} images`, `${first.toFixed(1)} s`, true);
  const compare = (name: string, seconds: number, limit: number): void =>
    report(name, `${seconds.toFixed(1)} s, ${(seconds / first).toFixed(2)} of the first backup (limit ${limit})`, seconds <= limit * first);
  addImages(data, ADDED_IMAGES);
  const second = await manage({ DATA_DIR: data }, 'backup', path.join(backups, '2'));
  compare(`second backup, ${ADDED_IMAGES} new images`, second, LIMITS.second);
  const auditKey = readFileSync(path.join(data, 'audit-key'), 'utf8').trim();
  const restore = await manage({ DATA_DIR: path.join(FOLDER, 'restored'), AUDIT_KEY: auditKey }, 'restore', backups);
  compare('restore of the newest backup', restore, LIMITS.restore);
  report('restore drill', `${(await manage({ DATA_DIR: data }, 'restore-drill', backups)).toFixed(1)} s`, true);
  await rm(FOLDER, { recursive: true, force: true });
  return allHeld();
};
