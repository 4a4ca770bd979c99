import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode, getErrorMessage } from '@site/shared/domain/error-code';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import * as v from 'valibot';
import type { Database, Tables } from '../database/schema/tables.ts';
import { hash } from '../domain/ids.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Lists which tables are saved, ordered so that every row is inserted after the rows that it references. Sessions, invitations and counted attempts are left out, because a backup
 * would revive those that have been revoked since. Data derived from content is computed again.
 */
const IS_SAVED = {
  content_revision: true,
  users: true,
  recovery_codes: true,
  passkeys: true,
  account_settings: true,
  pictures: true,
  albums: true,
  posts: true,
  events: true,
  gallery_images: true,
  programs: true,
  former_slugs: true,
  external_links: true,
  versions: true,
  version_images: true,
  document_drafts: true,
  reviews: true,
  review_comments: true,
  review_links: true,
  applications: true,
  application_notes: true,
  page_views: true,
  audit_entries: true,
  audit_details: true,
  audit_head: true,
  audit_sessions: true,
  backups: true,
  erasures: true,
  sessions: false,
  refresh_tokens: false,
  login_failures: false,
  invitations: false,
  account_challenges: false,
  leases: false,
  presences: false,
  search_documents: false,
  search_queue: false,
  search_words: false,
  public_documents: false,
  text_images: false,
  text_image_queue: false,
  external_link_uses: false,
  link_queue: false,
} as const satisfies Readonly<Record<keyof Tables, boolean>>;

export type SavedTable = { [Name in keyof Tables]: (typeof IS_SAVED)[Name] extends true ? Name : never }[keyof Tables];

export const TABLE_NAMES: readonly SavedTable[] = (Object.keys(IS_SAVED) as (keyof Tables)[]).filter((name): name is SavedTable => IS_SAVED[name]);

/** Columns that the database generates (`database/content-store.ts`). A backup contains them, and a restore leaves them out. */
export const GENERATED_COLUMNS: { readonly [Table in SavedTable]?: readonly string[] } = { gallery_images: ['status'] };

export const MANIFEST = 'manifest.json';
/** Signature file next to the manifest, which contains the hash of every other file. */
export const SIGNATURE = 'manifest.hmac';
export const IMAGE_FOLDER = 'uploads/';

/** Format whose tables are series of parts. */
export const PARTS_FORMAT = 3;

export const toPartFolder = (table: SavedTable): string => `tables/${table}/`;

/** Returns the file name of a part of a table: a JSON object on each line. Numbers start at 1. */
export const toPartName = (table: SavedTable, number: number): string => `${toPartFolder(table)}${String(number).padStart(6, '0')}.ndjson`;

const manifestSchema = v.object({
  /** Versions up to 1.0.0 wrote format 1, or format 2 if the files are encrypted. In both, each table is one JSON array in `<table>.json`. */
  format: v.picklist([1, 2, PARTS_FORMAT]),
  createdAt: v.string(),
  revision: v.number(),
  /** Public key for which the files are encrypted. Some backups of format 2 lack it. */
  recipient: v.optional(v.string()),
  /** The number of rows of each table. A database of an earlier release has fewer tables. */
  rows: v.record(v.string(), v.number()),
  /** Hashes of the files as they are stored. The signed list is complete, so no part can be left out, repeated, moved or replaced. */
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const isEncrypted = ({ format, recipient }: Pick<Manifest, 'format' | 'recipient'>): boolean => format === 2 || recipient !== undefined;

/** A backup that cannot be made or restored; the message is for the person at the terminal. */
export class BackupError extends Error {}

/** Called often during long work, with a line that says how far it has come. */
export type ReportProgress = (line: string) => void;

/** Runs a step, and names the step in the message of its failure. */
export const inStep = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (reason) {
    throw new BackupError(`${step}: ${getErrorMessage(reason)}`, { cause: reason });
  }
};

/** Runs work, and after its failure removes what it has written. */
export const withCleanUp = async <T>(work: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> => {
  try {
    return await work();
  } catch (reason) {
    await inStep(`${getErrorMessage(reason)} What was written until then could not be removed`, cleanUp);
    throw reason;
  }
};

/** A database, and the store of the original images. */
export interface BackupStores {
  readonly db: Database;
  readonly originals: Storage;
}

export interface BackupSource extends BackupStores {
  /** Key that signs the backup; see `readAuditKey`. */
  readonly auditKey: string;
  /** Returns the time of the database's clock, which all providers use. */
  readonly now: () => Date;
}

const readManifestText = (folder: string): Promise<string> =>
  readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no backup: ${MANIFEST} is missing.`);
  });

const parseManifest = (folder: string, text: string): Manifest => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) throw new BackupError(`${folder} holds no backup that this version can read: ${MANIFEST}: ${parsed.issues[0].message}`);
  return parsed.output;
};

export const readManifest = async (folder: string): Promise<Manifest> => parseManifest(folder, await readManifestText(folder));

/** Returns the content of SIGNATURE: the HMAC-SHA256 of the manifest's text, in hexadecimal digits. */
export const signManifest = (text: string, auditKey: string): string => createHmac('sha256', auditKey).update(`backup\n${text}`).digest('hex');

/**
 * Reads the manifest of a backup. Throws a BackupError unless the backup was made with this key. Encryption alone does not prove that: anyone can encrypt for a public key, and so
 * write administrator accounts into a backup that is restored one day.
 */
export const readSignedManifest = async (folder: string, auditKey: string): Promise<Manifest> => {
  const text = await readManifestText(folder);
  const signature = await readFile(path.join(folder, SIGNATURE), 'utf8').catch(() => undefined);
  if (signature === undefined)
    throw new BackupError(
      `${folder} is not signed: an earlier release made it, or its file ${SIGNATURE} is gone. If only you could write to where it was stored, add --unsigned.`,
    );
  const [given, expected] = [signature.trim(), signManifest(text, auditKey)].map((digits) => Buffer.from(digits));
  if (given === undefined || expected === undefined || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new BackupError(
      `${folder} was not made with this AUDIT_KEY, or was changed later. Set AUDIT_KEY to that of the site, or copy its file audit-key into DATA_DIR. If the key is lost, and only you could write to where the backup was stored, add --unsigned.`,
    );
  return parseManifest(folder, text);
};

/** Reads a stored file of a backup and compares its hash with the manifest. */
export const readVerified = async (folder: string, { files }: Pick<Manifest, 'files'>, name: string): Promise<Buffer> => {
  const bytes = await readFile(path.join(folder, name)).catch((reason: unknown) => {
    if (getErrorCode(reason) === 'ENOENT') return null;
    throw new BackupError(`${path.join(folder, name)} cannot be read: ${getErrorMessage(reason)}`);
  });
  if (bytes === null || hash(bytes) !== files[name])
    throw new BackupError(`The backup is damaged: ${name} is ${bytes === null ? 'missing' : 'not as it was written'}.`);
  return bytes;
};

/** Reads every file of a backup and compares it with the manifest. */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  for (const name of Object.keys(manifest.files)) await readVerified(folder, manifest, name);
  return manifest;
};

/** Lists the subfolders that contain a complete backup, the most recently written first. */
export const listBackupFolders = async (parent: string): Promise<readonly string[]> => {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(parent, name));
  const found = await Promise.all(
    folders.map(async (folder) => {
      const manifest = await stat(path.join(folder, MANIFEST)).catch(() => null);
      return manifest === null ? [] : [{ folder, writtenAt: manifest.mtimeMs }];
    }),
  );
  return found
    .flat()
    .sort((one, other) => other.writtenAt - one.writtenAt)
    .map(({ folder }) => folder);
};

/** Returns the folder itself if it is a backup, or else the newest backup among its subfolders. */
export const findBackup = async (folder: string): Promise<string> => {
  let newest: { readonly folder: string; readonly createdAt: string } | undefined;
  // Manifests are read one at a time, because each has a line for every image. Copied folders may have been written in another order, so `createdAt` decides.
  for (const each of [folder, ...(await listBackupFolders(folder))]) {
    const manifest = await readManifest(each).catch(() => null);
    if (manifest === null) continue;
    if (each === folder) return folder;
    if (newest === undefined || manifest.createdAt > newest.createdAt) newest = { folder: each, createdAt: manifest.createdAt };
  }
  return newest?.folder ?? folder;
};

const CONCURRENT_FILES = 8;

/**
 * Processes several files at a time, and calls `onDone` with the number of those that are done. After a failure, no further file is started, and the promise rejects after all files
 * in flight have finished.
 */
export const forEachFile = async (
  names: readonly string[],
  work: (name: string) => Promise<void>,
  onDone: (count: number) => void = () => undefined,
): Promise<void> => {
  const failures: unknown[] = [];
  const remaining = names.values();
  let count = 0;
  const processRemaining = async (): Promise<void> => {
    for (const name of remaining) {
      await work(name).catch((reason: unknown) => failures.push(reason));
      if (failures.length > 0) return;
      count += 1;
      onDone(count);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, processRemaining));
  if (failures.length > 0) throw failures[0];
};

/** Suffix of encrypted files, which the program `age` can read too. */
const ENCRYPTED = '.age';

/** Returns the name under which a backup stores a file. */
export const toStoredName = (manifest: Pick<Manifest, 'format' | 'recipient'>, name: string): string => (isEncrypted(manifest) ? `${name}${ENCRYPTED}` : name);

/** Lists the files of a backup by their names without the suffix of encryption. */
export const listNames = (manifest: Manifest): string[] =>
  Object.keys(manifest.files).map((name) => (isEncrypted(manifest) ? name.slice(0, -ENCRYPTED.length) : name));

/** Encrypts bytes for the public key `age1…`. Anyone who has only that key cannot read the result. */
export const encrypt = async (bytes: Buffer, recipient: string): Promise<Buffer> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes));
};

/** Decrypts bytes. Rejects if the private key is not that of the recipient or if a byte has changed. */
export const decrypt = async (bytes: Buffer, identity: string): Promise<Buffer> => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(bytes));
};

/** Creates a key pair for `BACKUP_RECIPIENT` and `BACKUP_IDENTITY`. */
export const createBackupKeys = async (): Promise<{ readonly recipient: string; readonly identity: string }> => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};
