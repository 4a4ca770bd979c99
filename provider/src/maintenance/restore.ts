import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { openDatabase } from '../database/connection.ts';
import { fillDerivedColumns } from '../database/derived-columns.ts';
import { migrateToLatest } from '../database/migrate.ts';
import type { Tables } from '../database/schema.ts';
import { verifyAudit } from '../database/verify-audit.ts';
import { getStorageKey } from '../images/image-server.ts';
import { createImageStores } from '../storage/image-stores.ts';
import {
  BackupError,
  type BackupStores,
  decrypt,
  ENCRYPTED,
  findBackup,
  forEachFile,
  GENERATED_COLUMNS,
  IMAGE_FOLDER,
  type Manifest,
  readManifest,
  readSignedManifest,
  readVerified,
  type SavedTable,
  TABLE_NAMES,
} from './backup-format.ts';

const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));
type Rows = v.InferOutput<typeof rowsSchema>;

const NEEDS_IDENTITY = 'The backup is encrypted. Set BACKUP_IDENTITY to the private key that belongs to its BACKUP_RECIPIENT.';
/** Keeps a statement below the limit of 32,766 parameters. */
const ROWS_PER_STATEMENT = 200;

/** Reads and verifies a file of a backup, encrypted or not; null if there is none. */
const createReader =
  (folder: string, manifest: Manifest, identity: string | undefined) =>
  async (name: string): Promise<Buffer | null> => {
    const storedName = manifest.format === 2 ? `${name}${ENCRYPTED}` : name;
    if (!Object.hasOwn(manifest.files, storedName)) return null;
    const stored = await readVerified(folder, manifest, storedName);
    if (manifest.format === 1) return stored;
    if (identity === undefined) throw new BackupError(NEEDS_IDENTITY);
    return decrypt(stored, identity).catch(() => {
      throw new BackupError(`${storedName} cannot be decrypted: BACKUP_IDENTITY is another key.`);
    });
  };

const insertRows = async (transaction: Transaction<Tables>, table: SavedTable, rows: Rows): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => GENERATED_COLUMNS[table]?.includes(column) !== true);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const values = rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(transaction);
  }
};

export interface RestoreOptions {
  /** Key of the site that made the backup. */
  readonly auditKey: string;
  /** Private key for an encrypted backup. */
  readonly identity?: string | undefined;
  /** Whether to restore a backup that is not signed with this key. */
  readonly acceptsUnsigned?: boolean;
}

/**
 * Fills an empty, migrated database and its store from a backup, or from the newest backup in a folder. The database is restored completely or not at all. Throws a BackupError
 * that says what is wrong.
 */
export const restoreBackup = async (
  { db, originals }: BackupStores,
  folder: string,
  { auditKey, identity, acceptsUnsigned = false }: RestoreOptions,
): Promise<Manifest> => {
  const found = await findBackup(folder);
  const manifest = acceptsUnsigned ? await readManifest(found) : await readSignedManifest(found, auditKey);
  const read = createReader(found, manifest, identity);
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  const posts = await db.selectFrom('posts').select('id').limit(1).execute();
  if (users.length + posts.length > 0)
    throw new BackupError('The database is not empty. Stop the provider, and restore into an empty DATA_DIR or a new DATABASE_URL.');
  const tables = new Map<SavedTable, Rows>();
  for (const name of TABLE_NAMES) {
    const bytes = await read(`${name}.json`);
    // A backup made before a migration lacks the migration's tables.
    if (bytes !== null) tables.set(name, v.parse(rowsSchema, JSON.parse(bytes.toString())));
  }
  const names = Object.keys(manifest.files).map((name) => (manifest.format === 2 ? name.slice(0, -ENCRYPTED.length) : name));
  await forEachFile(
    names.filter((name) => name.startsWith(IMAGE_FOLDER)),
    async (name) => {
      const bytes = await read(name);
      if (bytes !== null) await originals.put(name.slice(IMAGE_FOLDER.length), bytes);
    },
  );
  await db.transaction().execute(async (transaction) => {
    for (const [name, rows] of tables) {
      // The first start has already written rows to these tables.
      if (name === 'content_revision' || name.startsWith('audit_')) await transaction.deleteFrom(name).execute();
      await insertRows(transaction, name, rows);
    }
    // A backup made before a migration lacks the migration's derived columns.
    await fillDerivedColumns(transaction);
    // The revision must be higher than any that was cached after the backup was made.
    await transaction
      .updateTable('content_revision')
      .set((expression) => ({ number: expression('number', '+', 1000) }))
      .execute();
  });
  return manifest;
};

/**
 * Restores a backup, or the newest backup in a folder, into a temporary embedded database and folder, and verifies the result: the hash of every file, the row counts, the
 * integrity of the database, the image of every row and the audit log's chain. Throws a BackupError that says what is wrong.
 */
export const runRestoreDrill = async (parent: string, options: RestoreOptions) => {
  const folder = await findBackup(parent);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'restore-drill-'));
  const started = performance.now();
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
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db);
    if (orphans.length > 0) throw new BackupError(`${orphans.length} rows refer to rows that do not exist.`);
    const images = await db.selectFrom('pictures').select(['id', 'version', 'format']).execute();
    for (const image of images) if (!(await originals.has(getStorageKey(image)))) throw new BackupError(`The image ${image.id} has no file.`);
    const { entries, problems } = await verifyAudit(db, options.auditKey);
    if (problems.length > 0) throw new BackupError(`The audit log is not as it was written: ${problems.join(' ')}`);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return { folder, manifest, rows, images: images.length, auditEntries: entries, seconds: (performance.now() - started) / 1000 };
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
};
