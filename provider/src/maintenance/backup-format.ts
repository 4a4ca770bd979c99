import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Database, Tables } from '../database/schema.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Which tables are saved, in an order in which every row is inserted after the rows that it references. Sessions, invitations and counted attempts are left out, because a
 * backup would revive those that have been revoked since; what is derived from content is written anew.
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

/** Columns that the database computes: a backup has them, and a restore leaves them out. */
export const COMPUTED_COLUMNS: { readonly [Table in SavedTable]?: readonly string[] } = { gallery_images: ['status'] };

export const MANIFEST = 'manifest.json';
export const IMAGE_FOLDER = 'uploads/';

const manifestSchema = v.object({
  /** 2: the files are encrypted, and `files` has the hashes of what is stored. */
  format: v.picklist([1, 2]),
  createdAt: v.string(),
  revision: v.number(),
  /** For which the files are encrypted; earlier releases did not write it. */
  recipient: v.optional(v.string()),
  rows: v.record(v.string(), v.number()),
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** A backup that cannot be made or restored; the message is for the person at the terminal. */
export class BackupError extends Error {}

/** A database, and the store of the original images. */
export interface BackupStores {
  readonly db: Database;
  readonly originals: Storage;
}

export interface BackupSource extends BackupStores {
  /** The time by the clock of the database, which all providers go by. */
  readonly now: () => Date;
}

export const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no backup: ${MANIFEST} is missing.`);
  });
  return v.parse(manifestSchema, JSON.parse(text));
};

/** Reads a file of a backup as it is stored, and compares it with the manifest. */
export const readVerified = async (folder: string, { files }: Pick<Manifest, 'files'>, name: string): Promise<Buffer> => {
  const bytes = await readFile(path.join(folder, name)).catch(() => null);
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

/** The folders with a complete backup among those of a folder, the last written first. */
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

/** The folder of a backup: itself, or the newest one among its folders. */
export const findBackup = async (folder: string): Promise<string> => {
  let newest: { readonly folder: string; readonly createdAt: string } | undefined;
  // One manifest at a time: each has a line for every image. Copies may have been written in another order.
  for (const each of [folder, ...(await listBackupFolders(folder))]) {
    const manifest = await readManifest(each).catch(() => null);
    if (manifest === null) continue;
    if (each === folder) return folder;
    if (newest === undefined || manifest.createdAt > newest.createdAt) newest = { folder: each, createdAt: manifest.createdAt };
  }
  return newest?.folder ?? folder;
};

const CONCURRENT_FILES = 8;

/** Several at a time. After a failure none is begun, and those in flight have ended when the promise rejects. */
export const forEachFile = async (names: readonly string[], work: (name: string) => Promise<void>): Promise<void> => {
  const failures: unknown[] = [];
  await pLimit(CONCURRENT_FILES).map(names, async (name) => {
    if (failures.length === 0) await work(name).catch((reason: unknown) => failures.push(reason));
  });
  if (failures.length > 0) throw failures[0];
};

/** Appended to the names of encrypted files, which `age` reads too. */
export const ENCRYPTED = '.age';

/** For the public key `age1…`; anyone who has only that cannot read the result. */
export const encrypt = async (bytes: Buffer, recipient: string): Promise<Buffer> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes));
};

/** Rejects with another private key than the one of the recipient, and when a byte has changed. */
export const decrypt = async (bytes: Buffer, identity: string): Promise<Buffer> => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(bytes));
};

/** A new pair of keys for `BACKUP_RECIPIENT` and `BACKUP_IDENTITY`. */
export const createBackupKeys = async (): Promise<{ readonly recipient: string; readonly identity: string }> => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};
