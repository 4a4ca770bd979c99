import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { openDatabase } from '../database/connection.ts';
import { fillDerivedColumns } from '../database/derived-columns.ts';
import { migrateToLatest } from '../database/migrate.ts';
import type { Tables } from '../database/schema/tables.ts';
import { verifyAudit } from '../database/verify-audit.ts';
import { getStorageKey } from '../images/image-server.ts';
import { createImageStores } from '../storage/image-stores.ts';
import {
  BackupError,
  type BackupStores,
  decrypt,
  findBackup,
  forEachFile,
  GENERATED_COLUMNS,
  IMAGE_FOLDER,
  isEncrypted,
  listNames,
  type Manifest,
  PARTS_FORMAT,
  type ReportProgress,
  readManifest,
  readSignedManifest,
  readVerifiedFile,
  type SavedTable,
  TABLE_NAMES,
  toPartFolder,
  toPartName,
  toStoredName,
  withCleanUp,
  withStepMessage,
} from './backup-format.ts';

const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));
type Rows = v.InferOutput<typeof rowsSchema>;

const IDENTITY_MISSING_MESSAGE = 'The backup is encrypted. Set BACKUP_IDENTITY to the private key that belongs to its BACKUP_RECIPIENT.';
/** Keeps statements below SQLite's limit of 32,766 parameters. */
const ROWS_PER_STATEMENT = 200;

export interface RestoreOptions {
  readonly auditKey: string;
  readonly identity?: string | undefined;
  /** Whether to restore a backup without a valid signature. */
  readonly acceptsUnsigned?: boolean;
  readonly onProgress?: ReportProgress;
}

/** Opens a backup for reading. Every file that is read is compared with the manifest. */
const openBackup = async (folder: string, { auditKey, identity, acceptsUnsigned = false, onProgress = () => undefined }: RestoreOptions) => {
  const manifest = acceptsUnsigned ? await readManifest(folder) : await readSignedManifest(folder, auditKey);
  const names = listNames(manifest);
  const images = names.filter((name) => name.startsWith(IMAGE_FOLDER));
  const tables = TABLE_NAMES.filter((table) => Object.hasOwn(manifest.rows, table));

  const read = async (name: string): Promise<Buffer> => {
    const storedName = toStoredName(manifest, name);
    const storedBytes = await readVerifiedFile(folder, manifest, storedName);
    if (!isEncrypted(manifest)) return storedBytes;
    if (identity === undefined) throw new BackupError(IDENTITY_MISSING_MESSAGE);
    return decrypt(storedBytes, identity).catch(() => {
      throw new BackupError(`${storedName} cannot be decrypted: BACKUP_IDENTITY is another key.`);
    });
  };

  /** Reads the rows of a file, which contains a JSON array or, if it is a part, a JSON object on each line. */
  const readRows = async (name: string, isPart: boolean): Promise<Rows> => {
    const text = (await read(name)).toString();
    return withStepMessage(`${name} cannot be read`, async () => v.parse(rowsSchema, JSON.parse(isPart ? `[${text.trimEnd().replaceAll('\n', ',')}]` : text)));
  };

  async function* readTable(table: SavedTable): AsyncGenerator<Rows> {
    const hasParts = manifest.format === PARTS_FORMAT;
    const parts = hasParts ? names.filter((name) => name.startsWith(toPartFolder(table))).length : 1;
    let count = 0;
    for (let number = 1; number <= parts; number += 1) {
      const rows = await readRows(hasParts ? toPartName(table, number) : `${table}.json`, hasParts);
      count += rows.length;
      yield rows;
    }
    if (count !== manifest.rows[table]) throw new BackupError(`The backup is damaged: ${table} has ${count} rows instead of ${manifest.rows[table]}.`);
  }

  /** Reads all files once before anything is changed, so that a damaged backup has no effect. */
  const check = async (): Promise<void> => {
    for (const table of tables) {
      let count = 0;
      for await (const rows of readTable(table)) {
        count += rows.length;
        onProgress(`Checked ${count} rows of ${table}`);
      }
    }
    await forEachFile(
      images,
      async (name) => void (await readVerifiedFile(folder, manifest, toStoredName(manifest, name))),
      (count) => onProgress(`Checked ${count} of ${images.length} images`),
    );
  };

  return { manifest, tables, images, read, readTable, check };
};

type OpenBackup = Awaited<ReturnType<typeof openBackup>>;

const insertRows = async (transaction: Transaction<Tables>, table: SavedTable, rows: Rows): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => GENERATED_COLUMNS[table]?.includes(column) !== true);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const values = rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(transaction);
  }
};

const restoreTables = async (transaction: Transaction<Tables>, backup: OpenBackup, report: ReportProgress): Promise<void> => {
  for (const table of backup.tables) {
    // The first start has already written rows to these tables, so delete them.
    if (table === 'content_revision' || table.startsWith('audit_')) await transaction.deleteFrom(table).execute();
    let count = 0;
    for await (const rows of backup.readTable(table)) {
      await withStepMessage(`The rows of ${table} after the first ${count} cannot be restored`, () => insertRows(transaction, table, rows));
      count += rows.length;
      report(`Restored ${count} rows of ${table}`);
    }
  }
  // A backup made before a migration lacks the derived columns that the migration added.
  await fillDerivedColumns(transaction);
  // The revision must be higher than any revision that was cached after the backup was made.
  await transaction
    .updateTable('content_revision')
    .set((expression) => ({ number: expression('number', '+', 1000) }))
    .execute();
};

/**
 * Fills an empty, migrated database and its store from a backup, or from the newest backup in a folder. Checks the whole backup before changing anything.
 * Restores the database completely or not at all, and leaves no new images in the store after a failure. Throws a BackupError with the reason.
 */
export const restoreBackup = async ({ db, originals }: BackupStores, folder: string, options: RestoreOptions): Promise<Manifest> => {
  const { onProgress = () => undefined } = options;
  const backup = await openBackup(await findBackup(folder), options);
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  const posts = await db.selectFrom('posts').select('id').limit(1).execute();
  if (users.length + posts.length > 0)
    throw new BackupError('The database is not empty. Stop the provider, and restore into an empty DATA_DIR or a new DATABASE_URL.');
  await backup.check();
  const addedKeys: string[] = [];
  const restoreImage = async (name: string): Promise<void> => {
    const key = name.slice(IMAGE_FOLDER.length);
    const bytes = await backup.read(name);
    await withStepMessage(`The image ${key} cannot be stored`, async () => {
      if (!(await originals.has(key))) addedKeys.push(key);
      await originals.put(key, bytes);
    });
  };
  await withCleanUp(
    async () => {
      await forEachFile(backup.images, restoreImage, (count) => onProgress(`Stored ${count} of ${backup.images.length} images`));
      await db.transaction().execute((transaction) => restoreTables(transaction, backup, onProgress));
    },
    () => forEachFile(addedKeys, (key) => originals.remove(key)),
  );
  return backup.manifest;
};

/**
 * Restores a backup, or the newest backup in a folder, to a temporary embedded database and folder. Verifies every file's hash, the row counts, the database's
 * integrity, that every image has its file, and the audit log's chain. Throws a BackupError with the reason.
 */
export const runRestoreDrill = async (parent: string, options: RestoreOptions) => {
  const folder = await findBackup(parent);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'restore-drill-'));
  const startTime = performance.now();
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrateToLatest(db);
    const { originals } = createImageStores({ dataDir, s3: undefined, imageCacheBytes: 1 }, false);
    const manifest = await restoreBackup({ db, originals }, folder, options);
    for (const [table, expected] of Object.entries(manifest.rows)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
      if (rows[0]?.count !== expected) throw new BackupError(`${table} has ${rows[0]?.count} rows instead of ${expected}.`);
    }
    const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    if (integrity[0]?.integrity_check !== 'ok') throw new BackupError(`The restored database is damaged: ${integrity[0]?.integrity_check}`);
    const { rows: orphanRows } = await sql`pragma foreign_key_check`.execute(db);
    if (orphanRows.length > 0) throw new BackupError(`${orphanRows.length} rows refer to rows that do not exist.`);
    const images = await db.selectFrom('pictures').select(['id', 'version', 'format']).execute();
    for (const image of images) if (!(await originals.has(getStorageKey(image)))) throw new BackupError(`The image ${image.id} has no file.`);
    const { entries, problems } = await verifyAudit(db, options.auditKey);
    if (problems.length > 0) throw new BackupError(`The audit log is not as it was written: ${problems.join(' ')}`);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return { folder, manifest, rows, images: images.length, auditEntries: entries, seconds: (performance.now() - startTime) / 1000 };
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
};
