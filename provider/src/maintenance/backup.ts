import { linkSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isEmbedded, purgeDeletedRows } from '../database/connection.ts';
import { PERSONAL_TABLES } from '../database/person-queries.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId, hash } from '../domain/ids.ts';
import { getStorageKey } from '../images/image-server.ts';
import {
  BackupError,
  type BackupSource,
  encrypt,
  forEachFile,
  IMAGE_FOLDER,
  isEncrypted,
  listBackupFolders,
  MANIFEST,
  type Manifest,
  PARTS_FORMAT,
  type ReportProgress,
  readManifest,
  readSignedManifest,
  readVerifiedFile,
  SIGNATURE,
  signManifest,
  toPartName,
  toStoredName,
  withCleanUp,
  withStepMessage,
} from './backup-format.ts';
import { listTables, readParts, type Snapshot, type TableToSave, withSnapshot } from './backup-snapshot.ts';

const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_OPTIONS = { mode: 0o600, flush: true };
const ATTEMPTS = 3;

/** Creates a folder, or uses one that is empty. Returns a function that restores the previous state. */
const prepareFolder = async (folder: string): Promise<() => Promise<void>> => {
  const isNew = (await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })) !== undefined;
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Give an empty or a new folder.`);
  await chmod(folder, PRIVATE_FOLDER_MODE);
  return async () => {
    for (const name of isNew ? [''] : await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  };
};

export interface BackupOptions {
  /** Public key for encrypting the files. If undefined, the files are not encrypted. */
  readonly recipient?: string | undefined;
  readonly days?: number;
  readonly onProgress?: ReportProgress;
}

type Encoding = Pick<Manifest, 'format' | 'recipient'>;

/**
 * Finds the latest backup of this site whose image files can be reused. Verifies its signature, because its files will be signed again. Stops at the first
 * match, because each manifest has a line for every image.
 */
const findEarlierBackup = async (parent: string, { recipient }: Encoding, auditKey: string) => {
  for (const folder of await listBackupFolders(parent)) {
    const manifest = await readSignedManifest(folder, auditKey).catch(() => null);
    if (manifest !== null && manifest.recipient === recipient && isEncrypted(manifest) === (recipient !== undefined)) return { folder, manifest };
  }
  return undefined;
};

const createBackupFiles = async (folder: string, encoding: Encoding, auditKey: string) => {
  const hashes = new Map<string, string>();
  const writtenNames = new Set<string>();
  const earlierBackup = await findEarlierBackup(path.dirname(folder), encoding, auditKey);
  const getFiles = (): Manifest['files'] => Object.fromEntries(hashes);
  return {
    getFiles,
    has: (name: string): boolean => hashes.has(toStoredName(encoding, name)),
    write: async (name: string, bytes: Buffer): Promise<void> => {
      const storedName = toStoredName(encoding, name);
      const file = path.join(folder, storedName);
      const storedBytes = encoding.recipient === undefined ? bytes : await encrypt(bytes, encoding.recipient);
      await withStepMessage(`${file} cannot be written`, async () => {
        await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER_MODE });
        await writeFile(file, storedBytes, PRIVATE_FILE_OPTIONS);
      });
      hashes.set(storedName, hash(storedBytes));
      writtenNames.add(storedName);
    },
    /** Hard-links a file from an earlier backup. Returns false if that is not possible. */
    reuse: (name: string): boolean => {
      const storedName = toStoredName(encoding, name);
      const previous = earlierBackup?.manifest.files[storedName];
      if (earlierBackup === undefined || previous === undefined) return false;
      const target = path.join(folder, storedName);
      try {
        // Link synchronously, because nothing else runs in this process and a hundred thousand promises would take longer than the links.
        mkdirSync(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER_MODE });
        linkSync(path.join(earlierBackup.folder, storedName), target);
      } catch {
        // The file has been deleted, or the file system does not support hard links. Copy the image from the store instead.
        return false;
      }
      hashes.set(storedName, previous);
      return true;
    },
    keepOnly: async (names: readonly string[]): Promise<void> => {
      const current = new Set(names.map((name) => toStoredName(encoding, name)));
      for (const storedName of [...hashes.keys()].filter((name) => !current.has(name))) {
        await rm(path.join(folder, storedName));
        hashes.delete(storedName);
        writtenNames.delete(storedName);
      }
    },
    /** Reads the files written by this backup, except linked ones, and compares them with their hashes. */
    verify: async (report: ReportProgress): Promise<void> => {
      const files = getFiles();
      await forEachFile(
        [...writtenNames],
        async (name) => void (await readVerifiedFile(folder, { files }, name)),
        (count) => report(`Checked ${count} of ${writtenNames.size} files`),
      );
    },
  };
};

type BackupFiles = Awaited<ReturnType<typeof createBackupFiles>>;

/**
 * Copies or links all images in a snapshot. Returns the key of an image that is missing from the store, or undefined. An image version's file never changes, so
 * files from an earlier attempt are reused.
 */
const copyImages = async ({ originals }: BackupSource, snapshot: Snapshot, target: BackupFiles, report: ReportProgress): Promise<string | undefined> => {
  const images = await snapshot.read((transaction) => transaction.selectFrom('pictures').select(['id', 'version', 'format']).execute());
  const keys = images.map(getStorageKey);
  await target.keepOnly(keys.map((key) => `${IMAGE_FOLDER}${key}`));
  let missingKey: string | undefined;
  await forEachFile(
    keys.filter((key) => !target.has(`${IMAGE_FOLDER}${key}`) && !target.reuse(`${IMAGE_FOLDER}${key}`)),
    async (key) => {
      const bytes = await withStepMessage(`The image ${key} cannot be read`, () => originals.get(key));
      if (bytes === null) missingKey = key;
      else await target.write(`${IMAGE_FOLDER}${key}`, bytes);
    },
    (count) => report(`Copied ${count} new images of ${keys.length}`),
  );
  return missingKey;
};

const writeTables = async (snapshot: Snapshot, tables: readonly TableToSave[], target: BackupFiles, report: ReportProgress): Promise<Manifest['rows']> => {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    let count = 0;
    let number = 0;
    const write = async (db: Database): Promise<void> => {
      for await (const part of readParts(db, table)) {
        number += 1;
        count += part.length;
        await target.write(toPartName(table.name, number), Buffer.from(part.map((row) => `${JSON.stringify(row)}\n`).join('')));
        report(`Copied ${count} rows of ${table.name}`);
      }
    };
    await withStepMessage(`The table ${table.name} cannot be copied`, () => snapshot.read(write));
    rows[table.name] = count;
  }
  return rows;
};

const copySnapshot = async (source: BackupSource, target: BackupFiles, report: ReportProgress) => {
  let missingKey: string | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshotResult = await withSnapshot(source.db, async (snapshot) => {
      const tables = await snapshot.read(listTables);
      missingKey = await copyImages(source, snapshot, target, report);
      // An image was replaced or deleted after the snapshot, so take a new snapshot.
      if (missingKey !== undefined) return undefined;
      const state = await snapshot.read((transaction) => transaction.selectFrom('content_revision').select('number').executeTakeFirst());
      return { revision: state?.number ?? 0, rows: await writeTables(snapshot, tables, target, report) };
    });
    if (snapshotResult !== undefined) return snapshotResult;
  }
  throw new BackupError(`The image ${missingKey} is missing from the store, or images change too fast. Please try again.`);
};

const MAX_ERASURE_MS = 10 * 60_000;

/** Removes from PostgreSQL's files any data that was erased during the snapshot, because the erasure itself could not remove it. */
const purgeErasedRows = async (db: Database, startedAt: Date): Promise<void> => {
  const existingTables = new Set<string>((await db.introspection.getTables()).map(({ name }) => name));
  // The database of an earlier release may lack some tables.
  if (isEmbedded(db) || !PERSONAL_TABLES.every((name) => existingTables.has(name))) return;
  const erasuresSince = new Date(startedAt.getTime() - MAX_ERASURE_MS).toISOString();
  const recentErasures = await db.selectFrom('erasures').select('id').where('erased_at', '>=', erasuresSince).limit(1).execute();
  if (recentErasures.length > 0) await purgeDeletedRows(db, PERSONAL_TABLES);
};

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_RETENTION_DAYS = 30;

const writeBackup = async (source: BackupSource, folder: string, options: BackupOptions): Promise<Manifest> => {
  const { recipient, days = DEFAULT_RETENTION_DAYS, onProgress = () => undefined } = options;
  const { db, auditKey, now } = source;
  const startedAt = now();
  const encoding = { format: PARTS_FORMAT, ...(recipient === undefined ? {} : { recipient }) } as const;
  const target = await createBackupFiles(folder, encoding, auditKey);
  const { rows, revision } = await copySnapshot(source, target, onProgress);
  await purgeErasedRows(db, startedAt);
  await target.verify(onProgress);
  const manifest: Manifest = { ...encoding, createdAt: now().toISOString(), revision, rows, files: target.getFiles() };
  const text = JSON.stringify(manifest, null, 2);
  await withStepMessage(`${path.join(folder, MANIFEST)} cannot be written`, async () => {
    await writeFile(path.join(folder, SIGNATURE), signManifest(text, auditKey), PRIVATE_FILE_OPTIONS);
    // Write the manifest last: a folder without it is not a backup.
    await writeFile(path.join(folder, MANIFEST), text, PRIVATE_FILE_OPTIONS);
  });
  const row = {
    id: createId(),
    created_at: manifest.createdAt,
    expires_at: new Date(Date.parse(manifest.createdAt) + days * DAY_MS).toISOString(),
    location: folder,
    is_encrypted: recipient === undefined ? 0 : 1,
  } as const;
  if ('backups' in rows) await withStepMessage('The backup cannot be registered', () => db.insertInto('backups').values(row).execute());
  return manifest;
};

/**
 * Copies the database and the images into an empty folder while the provider runs, verifies the copies, and signs and registers the backup. Images are
 * hard-linked from the newest backup in the parent folder. Writes only to the table `backups`, and also works with a database that lacks newer tables. A failed
 * backup leaves no files behind.
 */
export const createBackup = async (source: BackupSource, folder: string, options: BackupOptions = {}): Promise<Manifest> => {
  const removeFiles = await prepareFolder(folder);
  return withCleanUp(() => writeBackup(source, folder, options), removeFiles);
};

/**
 * Deletes the folders of expired backups on this machine, unless they now contain something else, and unregisters these backups. Call this after a new backup,
 * so that at least one remains. Image files that later backups link to are not lost. Returns the deleted folders.
 */
export const removeExpiredBackups = async (db: Database, now: Date): Promise<readonly string[]> => {
  const expiredBackups = await db.selectFrom('backups').selectAll().where('expires_at', '<=', now.toISOString()).execute();
  const removedNames: string[] = [];
  for (const { id, location, created_at: createdAt } of expiredBackups) {
    const manifest = await readManifest(location).catch(() => null);
    if (manifest?.createdAt === createdAt) {
      await rm(location, { recursive: true });
      removedNames.push(location);
    }
    await db.deleteFrom('backups').where('id', '=', id).execute();
  }
  return removedNames;
};
