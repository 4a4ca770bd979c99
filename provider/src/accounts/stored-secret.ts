import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '@site/shared/domain/error-code';

/** A secret of this name: created once and stored in the data folder, readable by the provider's user only. */
export const readStoredSecret = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  // A link is created atomically, and fails when the file exists: two first starts agree on one secret.
  await link(draft, file).catch((reason: unknown) => {
    if (getErrorCode(reason) !== 'EEXIST') throw reason;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
};

export type KeySettings<Name extends string> = Readonly<Record<Name, string | undefined>> & { readonly dataDir: string };

/** The key of the addresses of images that are not public: as configured, else created once. Another key ends all addresses of the old one. */
export const readImageKey = async ({ imageKey, dataDir }: KeySettings<'imageKey'>): Promise<string> =>
  imageKey ?? (await readStoredSecret(dataDir, 'image-key'));

/** The key of the audit log's chain: as configured, else created once. A chain can only be verified with the key that it was written with. */
export const readAuditKey = async ({ auditKey, dataDir }: KeySettings<'auditKey'>): Promise<string> =>
  auditKey ?? (await readStoredSecret(dataDir, 'audit-key'));

/**
 * The key that encrypts the secrets of code apps, and hashes who was erased: as configured, else created once. Without it nobody can sign in with the codes of an app, and
 * erasures are repeated by the ids of what they erased only.
 */
export const readDataKey = async ({ dataKey, dataDir }: KeySettings<'dataKey'>): Promise<string> => dataKey ?? (await readStoredSecret(dataDir, 'data-key'));

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** No character of Base32. */
const PREFIX = 'v1.';

/** `dataKey`: see `readDataKey`. */
export const createSecretSeal = (dataKey: string) => {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'secrets of second factors', KEY_BYTES));
  const isSealed = (stored: string): boolean => stored.startsWith(PREFIX);
  return {
    isSealed,
    /** Readable with the same key and for the same owner only. */
    seal: (secret: string, ownerId: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(ownerId));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
    },
    /** The secret, also of an earlier release, which stored it as it is. Null when it was sealed with another key or for another owner, or has been changed. */
    open: (stored: string, ownerId: string): string | null => {
      if (!isSealed(stored)) return stored;
      const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId)).setAuthTag(tag);
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};

/** Encrypts secrets that have to be read again, such as those of code apps, for the database and its backups. */
export type SecretSeal = ReturnType<typeof createSecretSeal>;
