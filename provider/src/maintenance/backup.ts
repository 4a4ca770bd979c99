import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../database/connection.ts';
import { fillDerivedColumns } from '../database/derived-columns.ts';
import type { Tables } from '../database/schema.ts';
import { createId } from '../domain/ids.ts';
import { getStorageKey } from '../images/image-server.ts';
import type { Storage } from '../storage/storage.ts';
import { decrypt, ENCRYPTED, encrypt } from './backup-encryption.ts';

/** In an order in which every row is inserted after the rows that it references. Sessions, invitations and counted attempts are left out: a backup would revive those that have been revoked since. */
const TABLE_NAMES = [
  'content_revision',
  'users',
  'recovery_codes',
  'passkeys',
  'account_settings',
  'pictures',
  'albums',
  'posts',
  'events',
  'gallery_images',
  'programs',
  'applications',
  'page_views',
  'audit_entries',
  'audit_details',
  'audit_head',
  'backups',
  'erasures',
] as const satisfies ReadonlyArray<keyof Tables>;

const MANIFEST = 'manifest.json';
/** For the user who makes the backup only. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = { mode: 0o600 };
const ATTEMPTS = 3;

const manifestSchema = v.object({
  /** 2: the files are encrypted, and `files` has the hashes of what is stored. */
  format: v.picklist([1, 2]),
  createdAt: v.string(),
  revision: v.number(),
  rows: v.record(v.string(), v.number()),
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** A backup that cannot be made or restored; the message is for the person at the terminal. */
export class BackupError extends Error {}

export interface BackupSource {
  readonly db: Database;
  readonly originals: Storage;
}

const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** A consistent snapshot of all tables, while others write. */
const readTables = async (db: Database, isPostgres: boolean): Promise<Map<string, readonly object[]>> => {
  const read = async (transaction: Transaction<Tables>): Promise<Map<string, readonly object[]>> => {
    const tables = new Map<string, readonly object[]>();
    for (const name of TABLE_NAMES) tables.set(name, await transaction.selectFrom(name).selectAll().execute());
    return tables;
  };
  // A transaction of SQLite reads a snapshot anyway.
  const transaction = isPostgres ? db.transaction().setIsolationLevel('repeatable read') : db.transaction();
  return transaction.execute(read);
};

const isEmptyFolder = async (folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if ((await readdir(folder)).length > 0) return false;
  await chmod(folder, PRIVATE_FOLDER);
  return true;
};

/** Writes a file of a backup, encrypted if there is a recipient, and adds its hash. */
type WriteFile = (name: string, bytes: Buffer) => Promise<void>;

const createWriter =
  (folder: string, recipient: string | undefined, files: Record<string, string>): WriteFile =>
  async (name, bytes) => {
    const storedName = recipient === undefined ? name : `${name}${ENCRYPTED}`;
    const stored = recipient === undefined ? bytes : await encrypt(bytes, recipient);
    await mkdir(path.join(folder, path.dirname(storedName)), { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(path.join(folder, storedName), stored, PRIVATE_FILE);
    files[storedName] = hash(stored);
  };

const copyFiles = async (
  { originals }: BackupSource,
  images: ReadonlyArray<{ id: string; version: number; format: string }>,
  write: WriteFile,
): Promise<boolean> => {
  for (const image of images) {
    const key = getStorageKey(image);
    const bytes = await originals.get(key);
    if (bytes === null) return false;
    await write(`uploads/${key}`, bytes);
  }
  return true;
};

export interface BackupOptions {
  /** The public key for which the files are encrypted; undefined leaves them readable. */
  readonly recipient?: string | undefined;
  /** After so many days the backup counts as expired. */
  readonly days?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;

/** Copies database and files into an empty folder while the provider runs, verifies the copy, and registers it. */
export const createBackup = async (source: BackupSource, isPostgres: boolean, folder: string, options: BackupOptions = {}): Promise<Manifest> => {
  const { recipient, days = DEFAULT_DAYS } = options;
  if (!(await isEmptyFolder(folder))) throw new BackupError(`${folder} is not empty. Give an empty or a new folder.`);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const tables = await readTables(source.db, isPostgres);
    const images = await source.db.selectFrom('pictures').select(['id', 'version', 'format']).execute();
    const named = v.parse(v.array(v.object({ id: v.string(), version: v.number(), format: v.string() })), tables.get('pictures'));
    const files: Record<string, string> = {};
    const write = createWriter(folder, recipient, files);
    const isComplete = (named.length === images.length || attempt === ATTEMPTS) && (await copyFiles(source, named, write));
    // An image was replaced or deleted between reading the tables and its file: both are read again.
    if (!isComplete) continue;
    for (const [name, rows] of tables) await write(`${name}.json`, Buffer.from(JSON.stringify(rows)));
    const [state] = v.parse(v.array(v.object({ number: v.number() })), tables.get('content_revision'));
    const manifest: Manifest = {
      format: recipient === undefined ? 1 : 2,
      createdAt: new Date().toISOString(),
      revision: state?.number ?? 0,
      rows: Object.fromEntries([...tables].map(([name, rows]) => [name, rows.length])),
      files,
    };
    await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 2), PRIVATE_FILE);
    const verified = await verifyBackup(folder);
    const expiresAt = new Date(Date.parse(manifest.createdAt) + days * DAY_MS).toISOString();
    const row = {
      id: createId(),
      created_at: manifest.createdAt,
      expires_at: expiresAt,
      location: folder,
      is_encrypted: recipient === undefined ? 0 : 1,
    } as const;
    await source.db.insertInto('backups').values(row).execute();
    return verified;
  }
  throw new BackupError('An image is missing from the store, or images change too fast. The backup is incomplete; please try again.');
};

/** Reads every file of a backup and compares it with the manifest. */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no backup: ${MANIFEST} is missing.`);
  });
  const manifest = v.parse(manifestSchema, JSON.parse(text));
  for (const [name, expected] of Object.entries(manifest.files)) {
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    if (bytes === null || hash(bytes) !== expected)
      throw new BackupError(`The backup is damaged: ${name} is ${bytes === null ? 'missing' : 'not as it was written'}.`);
  }
  return manifest;
};

const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));

const NEEDS_IDENTITY = 'The backup is encrypted. Set BACKUP_IDENTITY to the private key that belongs to its BACKUP_RECIPIENT.';

/** Reads a file of a verified backup, encrypted or not. */
const createReader =
  (folder: string, { files, format }: Manifest, identity: string | undefined) =>
  async (name: string): Promise<Buffer | null> => {
    const storedName = format === 2 ? `${name}${ENCRYPTED}` : name;
    if (!Object.hasOwn(files, storedName)) return null;
    const stored = await readFile(path.join(folder, storedName));
    if (format === 1) return stored;
    if (identity === undefined) throw new BackupError(NEEDS_IDENTITY);
    return decrypt(stored, identity).catch(() => {
      throw new BackupError(`${storedName} cannot be decrypted: BACKUP_IDENTITY is another key.`);
    });
  };

/** Fills an empty, migrated database and its store from a backup. The database is restored completely or not at all. `identity` is needed for encrypted ones. */
export const restoreBackup = async ({ db, originals }: BackupSource, folder: string, identity?: string): Promise<Manifest> => {
  const manifest = await verifyBackup(folder);
  const read = createReader(folder, manifest, identity);
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  const posts = await db.selectFrom('posts').select('id').limit(1).execute();
  if (users.length + posts.length > 0)
    throw new BackupError('The database is not empty. Stop the provider, and restore into an empty DATA_DIR or a new DATABASE_URL.');
  for (const storedName of Object.keys(manifest.files)) {
    const name = manifest.format === 2 ? storedName.slice(0, -ENCRYPTED.length) : storedName;
    const bytes = name.startsWith('uploads/') ? await read(name) : null;
    if (bytes !== null) await originals.put(name.slice('uploads/'.length), bytes);
  }
  await db.transaction().execute(async (transaction) => {
    for (const name of TABLE_NAMES) {
      const bytes = await read(`${name}.json`);
      // A backup from before a migration lacks its tables.
      if (bytes === null) continue;
      // The first start has written these.
      if (name === 'content_revision' || name.startsWith('audit_')) await transaction.deleteFrom(name).execute();
      const rows = v.parse(rowsSchema, JSON.parse(bytes.toString()));
      for (const row of rows) {
        const columns = Object.keys(row).map((column) => sql.ref(column));
        await sql`insert into ${sql.table(name)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(transaction);
      }
    }
    // A backup from before a migration lacks derived columns.
    await fillDerivedColumns(transaction);
    // Higher than any revision that was cached after the backup was made.
    await transaction
      .updateTable('content_revision')
      .set((expression) => ({ number: expression('number', '+', 1000) }))
      .execute();
  });
  return manifest;
};

/**
 * Deletes the folders of expired backups on this machine, if they still hold what was written there, and forgets them. Called after a new backup, so that there is always one.
 * Returns the folders that were deleted.
 */
export const removeExpiredBackups = async (db: Database, now: Date): Promise<readonly string[]> => {
  const expired = await db.selectFrom('backups').selectAll().where('expires_at', '<=', now.toISOString()).execute();
  const removed: string[] = [];
  for (const { id, location, created_at: createdAt } of expired) {
    const manifest = await verifyBackup(location).catch(() => null);
    if (manifest?.createdAt === createdAt) {
      await rm(location, { recursive: true });
      removed.push(location);
    }
    await db.deleteFrom('backups').where('id', '=', id).execute();
  }
  return removed;
};
