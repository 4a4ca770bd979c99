import { linkSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { isEmbedded } from '../database/connection.ts';
import type { Database, Tables } from '../database/schema.ts';
import { createId } from '../domain/ids.ts';
import { getStorageKey } from '../images/image-server.ts';
import {
  BackupError,
  type BackupSource,
  ENCRYPTED,
  encrypt,
  forEachFile,
  hash,
  IMAGE_FOLDER,
  listBackupFolders,
  MANIFEST,
  type Manifest,
  readManifest,
  readSignedManifest,
  readVerified,
  SIGNATURE,
  signManifest,
  TABLE_NAMES,
} from './backup-format.ts';

/** Accessible only to the user who makes the backup. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = { mode: 0o600, flush: true };
const ATTEMPTS = 3;

/** Reads a consistent snapshot of all tables in the database while others write. A database of an earlier release has fewer tables. */
const readTables = async (db: Database): Promise<ReadonlyMap<string, readonly object[]>> => {
  const existing = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const read = async (transaction: Transaction<Tables>): Promise<Map<string, readonly object[]>> => {
    const tables = new Map<string, readonly object[]>();
    for (const name of TABLE_NAMES) if (existing.has(name)) tables.set(name, await transaction.selectFrom(name).selectAll().execute());
    return tables;
  };
  // SQLite transactions always read a snapshot.
  const transaction = isEmbedded(db) ? db.transaction() : db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute(read);
};

const isEmptyFolder = async (folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if ((await readdir(folder)).length > 0) return false;
  await chmod(folder, PRIVATE_FOLDER);
  return true;
};

export interface BackupOptions {
  /** Public key for which the files are encrypted; undefined leaves them readable. */
  readonly recipient?: string | undefined;
  /** Number of days after which the backup expires. */
  readonly days?: number;
}

/**
 * Finds the last backup that this site has made and whose files are stored in the same way. Its signature is checked, because its files are signed again. Manifests of older
 * backups are not read, because each has a line for every image.
 */
const findEarlierBackup = async (parent: string, format: Manifest['format'], recipient: string | undefined, auditKey: string) => {
  for (const folder of await listBackupFolders(parent)) {
    const manifest = await readSignedManifest(folder, auditKey).catch(() => null);
    if (manifest?.format === format && manifest.recipient === recipient) return { folder, manifest };
  }
  return undefined;
};

/** Collects the files of a backup in progress: their hashes by stored name. */
const createFiles = async (folder: string, recipient: string | undefined, auditKey: string) => {
  const files: Record<string, string> = {};
  const written: string[] = [];
  const toStoredName = (name: string): string => (recipient === undefined ? name : `${name}${ENCRYPTED}`);
  const format = recipient === undefined ? 1 : 2;
  const earlier = await findEarlierBackup(path.dirname(folder), format, recipient, auditKey);
  return {
    files,
    has: (name: string): boolean => Object.hasOwn(files, toStoredName(name)),
    /** Writes a file, encrypted if there is a recipient. */
    write: async (name: string, bytes: Buffer): Promise<void> => {
      const storedName = toStoredName(name);
      const stored = recipient === undefined ? bytes : await encrypt(bytes, recipient);
      await mkdir(path.join(folder, path.dirname(storedName)), { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(path.join(folder, storedName), stored, PRIVATE_FILE);
      files[storedName] = hash(stored);
      written.push(storedName);
    },
    /** Hard-links the file of an earlier backup; false if that is not possible. */
    reuse: (name: string): boolean => {
      const storedName = toStoredName(name);
      const known = earlier?.manifest.files[storedName];
      if (earlier === undefined || known === undefined) return false;
      const target = path.join(folder, storedName);
      try {
        // Synchronous, because nothing else runs in this process and a hundred thousand promises take longer than the links.
        mkdirSync(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
        linkSync(path.join(earlier.folder, storedName), target);
      } catch {
        // The file was deleted there, or the file system has no hard links: the image is copied from the store.
        return false;
      }
      files[storedName] = known;
      return true;
    },
    /** Reads the written files, not the linked ones, and compares them with their hashes. */
    verify: (): Promise<void> => forEachFile(written, async (name) => void (await readVerified(folder, { files }, name))),
  };
};

type BackupFiles = Awaited<ReturnType<typeof createFiles>>;

const imagesSchema = v.array(v.object({ id: v.string(), version: v.number(), format: v.string() }));

/** Copies or links all images that the tables reference; false if one of them is missing from the store. The file of an image version never changes. */
const copyImages = async ({ originals }: BackupSource, images: v.InferOutput<typeof imagesSchema>, target: BackupFiles): Promise<boolean> => {
  const names = images.map(getStorageKey).filter((key) => !target.has(`${IMAGE_FOLDER}${key}`) && !target.reuse(`${IMAGE_FOLDER}${key}`));
  let isComplete = true;
  await forEachFile(names, async (key) => {
    const bytes = await originals.get(key);
    if (bytes === null) isComplete = false;
    else await target.write(`${IMAGE_FOLDER}${key}`, bytes);
  });
  return isComplete;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;

/**
 * Copies the database and the images into an empty folder while the provider runs, verifies the copies, and signs and registers the backup. Images in the newest backup of the
 * parent folder are linked from there. Changes no table except `backups`, and needs no table that an earlier release lacks.
 */
export const createBackup = async (source: BackupSource, folder: string, options: BackupOptions = {}): Promise<Manifest> => {
  const { recipient, days = DEFAULT_DAYS } = options;
  if (!(await isEmptyFolder(folder))) throw new BackupError(`${folder} is not empty. Give an empty or a new folder.`);
  const target = await createFiles(folder, recipient, source.auditKey);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const tables = await readTables(source.db);
    if (!tables.has('content_revision')) throw new BackupError('There is no content: the provider has not been started with this DATA_DIR or DATABASE_URL.');
    // An image was replaced or deleted between reading the tables and reading its file, so both are read again.
    if (!(await copyImages(source, v.parse(imagesSchema, tables.get('pictures') ?? []), target))) continue;
    for (const [name, rows] of tables) await target.write(`${name}.json`, Buffer.from(JSON.stringify(rows)));
    await target.verify();
    const [state] = v.parse(v.array(v.object({ number: v.number() })), tables.get('content_revision') ?? []);
    const manifest: Manifest = {
      format: recipient === undefined ? 1 : 2,
      createdAt: source.now().toISOString(),
      revision: state?.number ?? 0,
      ...(recipient === undefined ? {} : { recipient }),
      rows: Object.fromEntries([...tables].map(([name, rows]) => [name, rows.length])),
      files: target.files,
    };
    const text = JSON.stringify(manifest, null, 2);
    await writeFile(path.join(folder, SIGNATURE), signManifest(text, source.auditKey), PRIVATE_FILE);
    // The manifest is written last: a folder without it is not a backup.
    await writeFile(path.join(folder, MANIFEST), text, PRIVATE_FILE);
    const expiresAt = new Date(Date.parse(manifest.createdAt) + days * DAY_MS).toISOString();
    const row = {
      id: createId(),
      created_at: manifest.createdAt,
      expires_at: expiresAt,
      location: folder,
      is_encrypted: recipient === undefined ? 0 : 1,
    } as const;
    if (tables.has('backups')) await source.db.insertInto('backups').values(row).execute();
    return manifest;
  }
  throw new BackupError('An image is missing from the store, or images change too fast. The backup is incomplete; please try again.');
};

/**
 * Deletes the folders of expired backups on this machine, if they still contain the backup that was written there, and unregisters these backups. Called after a new backup, so
 * that one always remains. Files that later backups link to are kept. Returns the deleted folders.
 */
export const removeExpiredBackups = async (db: Database, now: Date): Promise<readonly string[]> => {
  const expired = await db.selectFrom('backups').selectAll().where('expires_at', '<=', now.toISOString()).execute();
  const removed: string[] = [];
  for (const { id, location, created_at: createdAt } of expired) {
    const manifest = await readManifest(location).catch(() => null);
    if (manifest?.createdAt === createdAt) {
      await rm(location, { recursive: true });
      removed.push(location);
    }
    await db.deleteFrom('backups').where('id', '=', id).execute();
  }
  return removed;
};
