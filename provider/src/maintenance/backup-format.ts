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
 * The tables that a backup contains, ordered so that every row is inserted after the rows that it references. Sessions, invitations and attempt counts are
 * excluded, because a restore would revive revoked ones. Data derived from content is recomputed.
 */
const IS_TABLE_SAVED = {
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

export type SavedTable = { [Name in keyof Tables]: (typeof IS_TABLE_SAVED)[Name] extends true ? Name : never }[keyof Tables];

export const TABLE_NAMES: readonly SavedTable[] = (Object.keys(IS_TABLE_SAVED) as (keyof Tables)[]).filter((name): name is SavedTable => IS_TABLE_SAVED[name]);

/** Columns that the database generates (`database/content-store.ts`). A backup contains them, and a restore skips them. */
export const GENERATED_COLUMNS: { readonly [Table in SavedTable]?: readonly string[] } = { gallery_images: ['status'] };

export const MANIFEST = 'manifest.json';
/** File with the manifest's signature. The manifest contains the hash of every other file. */
export const SIGNATURE = 'manifest.hmac';
export const IMAGE_FOLDER = 'uploads/';

export const PARTS_FORMAT = 3;

export const toPartFolder = (table: SavedTable): string => `tables/${table}/`;

/** Returns the file name of one part of a table. A part has a JSON object on each line. Part numbers start at 1. */
export const toPartName = (table: SavedTable, number: number): string => `${toPartFolder(table)}${String(number).padStart(6, '0')}.ndjson`;

const manifestSchema = v.object({
  /** Versions up to 1.0.0 wrote format 1, or format 2 for encrypted files. In both, each table is one JSON array in `<table>.json`. */
  format: v.picklist([1, 2, PARTS_FORMAT]),
  createdAt: v.string(),
  revision: v.number(),
  /** Public key for which the files are encrypted. Some format 2 backups lack it. */
  recipient: v.optional(v.string()),
  /** Row count of each table. The database of an earlier release may lack some tables. */
  rows: v.record(v.string(), v.number()),
  /** Hashes of the stored files. The list is complete and signed, so parts cannot be omitted, repeated, moved or replaced. */
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const isEncrypted = ({ format, recipient }: Pick<Manifest, 'format' | 'recipient'>): boolean => format === 2 || recipient !== undefined;

/** Thrown if a backup cannot be made or restored. The terminal shows the message. */
export class BackupError extends Error {}

/** Callback that long operations call often, with a line that describes their progress. */
export type ReportProgress = (line: string) => void;

export const withStepMessage = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (reason) {
    throw new BackupError(`${step}: ${getErrorMessage(reason)}`, { cause: reason });
  }
};

export const withCleanUp = async <T>(work: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> => {
  try {
    return await work();
  } catch (reason) {
    await withStepMessage(`${getErrorMessage(reason)} What was written until then could not be removed`, cleanUp);
    throw reason;
  }
};

export interface BackupStores {
  readonly db: Database;
  readonly originals: Storage;
}

export interface BackupSource extends BackupStores {
  readonly auditKey: string;
  /** Returns the time by the database's clock, which all providers use. */
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

/** Returns the content of the signature file: the HMAC-SHA256 of the manifest's text, in hexadecimal. */
export const signManifest = (text: string, auditKey: string): string => createHmac('sha256', auditKey).update(`backup\n${text}`).digest('hex');

/**
 * Reads a backup's manifest. Throws a BackupError unless the backup was signed with this key. Encryption alone proves nothing: anyone can encrypt for a public
 * key, and could thus add administrator accounts to a backup that will be restored later.
 */
export const readSignedManifest = async (folder: string, auditKey: string): Promise<Manifest> => {
  const text = await readManifestText(folder);
  const signature = await readFile(path.join(folder, SIGNATURE), 'utf8').catch(() => undefined);
  if (signature === undefined)
    throw new BackupError(
      `${folder} is not signed: an earlier release made it, or its file ${SIGNATURE} is gone. If only you could write to where it was stored, add --unsigned.`,
    );
  const [actual, expected] = [signature.trim(), signManifest(text, auditKey)].map((digits) => Buffer.from(digits));
  if (actual === undefined || expected === undefined || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new BackupError(
      `${folder} was not made with this AUDIT_KEY, or was changed later. Set AUDIT_KEY to that of the site, or copy its file audit-key into DATA_DIR. If the key is lost, and only you could write to where the backup was stored, add --unsigned.`,
    );
  return parseManifest(folder, text);
};

export const readVerifiedFile = async (folder: string, { files }: Pick<Manifest, 'files'>, name: string): Promise<Buffer> => {
  const bytes = await readFile(path.join(folder, name)).catch((reason: unknown) => {
    if (getErrorCode(reason) === 'ENOENT') return null;
    throw new BackupError(`${path.join(folder, name)} cannot be read: ${getErrorMessage(reason)}`);
  });
  if (bytes === null || hash(bytes) !== files[name])
    throw new BackupError(`The backup is damaged: ${name} is ${bytes === null ? 'missing' : 'not as it was written'}.`);
  return bytes;
};

export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  for (const name of Object.keys(manifest.files)) await readVerifiedFile(folder, manifest, name);
  return manifest;
};

/** Lists the subfolders that contain a complete backup, most recently written first. */
export const listBackupFolders = async (parent: string): Promise<readonly string[]> => {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(parent, name));
  const backups = await Promise.all(
    folders.map(async (folder) => {
      const manifest = await stat(path.join(folder, MANIFEST)).catch(() => null);
      return manifest === null ? [] : [{ folder, writtenAt: manifest.mtimeMs }];
    }),
  );
  return backups
    .flat()
    .sort((a, b) => b.writtenAt - a.writtenAt)
    .map(({ folder }) => folder);
};

/** Returns the folder itself if it is a backup, or else the newest backup among its subfolders. */
export const findBackup = async (folder: string): Promise<string> => {
  let newestBackup: { readonly folder: string; readonly createdAt: string } | undefined;
  // Read manifests one at a time, because each has a line for every image. Copied folders may have been written in another order, so compare `createdAt`.
  for (const candidate of [folder, ...(await listBackupFolders(folder))]) {
    const manifest = await readManifest(candidate).catch(() => null);
    if (manifest === null) continue;
    if (candidate === folder) return folder;
    if (newestBackup === undefined || manifest.createdAt > newestBackup.createdAt) newestBackup = { folder: candidate, createdAt: manifest.createdAt };
  }
  return newestBackup?.folder ?? folder;
};

const CONCURRENT_FILES = 8;

/**
 * Processes several files at a time and calls `onDone` with the number of files done so far. After a failure, starts no further files and rejects once all
 * files in progress have finished.
 */
export const forEachFile = async (
  names: readonly string[],
  work: (name: string) => Promise<void>,
  onDone: (count: number) => void = () => undefined,
): Promise<void> => {
  const failures: unknown[] = [];
  const remainingNames = names.values();
  let count = 0;
  const processRemaining = async (): Promise<void> => {
    for (const name of remainingNames) {
      await work(name).catch((reason: unknown) => failures.push(reason));
      if (failures.length > 0) return;
      count += 1;
      onDone(count);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, processRemaining));
  if (failures.length > 0) throw failures[0];
};

/** Suffix of encrypted files, which can also be decrypted with the `age` program. */
const ENCRYPTED_SUFFIX = '.age';

export const toStoredName = (manifest: Pick<Manifest, 'format' | 'recipient'>, name: string): string =>
  isEncrypted(manifest) ? `${name}${ENCRYPTED_SUFFIX}` : name;

export const listNames = (manifest: Manifest): string[] =>
  Object.keys(manifest.files).map((name) => (isEncrypted(manifest) ? name.slice(0, -ENCRYPTED_SUFFIX.length) : name));

/** Encrypts bytes for the public key `age1…`. Only the private key can decrypt them. */
export const encrypt = async (bytes: Buffer, recipient: string): Promise<Buffer> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes));
};

/** Decrypts bytes. Rejects if the private key does not belong to the recipient or if a byte has changed. */
export const decrypt = async (bytes: Buffer, ageIdentity: string): Promise<Buffer> => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(ageIdentity);
  return Buffer.from(await decrypter.decrypt(bytes));
};

export const createBackupKeys = async (): Promise<{ readonly recipient: string; readonly identity: string }> => {
  const ageIdentity = await generateX25519Identity();
  return { identity: ageIdentity, recipient: await identityToRecipient(ageIdentity) };
};
