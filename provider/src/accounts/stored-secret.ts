import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '@site/shared/domain/error-code';

/** Reads a secret from the data folder. The first call creates the secret in a file that only the provider's OS user can read. */
export const readStoredSecret = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  // Linking is atomic and fails if the file exists, so two providers that start for the first time use the same secret.
  await link(draft, file).catch((reason: unknown) => {
    if (getErrorCode(reason) !== 'EEXIST') throw reason;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
};

export type KeySettings<Name extends string> = Readonly<Record<Name, string | undefined>> & { readonly dataDir: string };

/**
 * Returns the key for the URLs of private images: the configured key, or else a stored one, which is generated on first use. Changing the key invalidates all
 * existing URLs.
 */
export const readImageKey = async ({ imageKey, dataDir }: KeySettings<'imageKey'>): Promise<string> =>
  imageKey ?? (await readStoredSecret(dataDir, 'image-key'));

/**
 * Returns the key for the audit log's hash chain: the configured key, or else a stored one, which is generated on first use. A chain can be verified only with
 * its original key.
 */
export const readAuditKey = async ({ auditKey, dataDir }: KeySettings<'auditKey'>): Promise<string> =>
  auditKey ?? (await readStoredSecret(dataDir, 'audit-key'));

/**
 * Returns the key that encrypts TOTP secrets and hashes the identity of erased people: the configured key, or else a stored one, which is generated on first
 * use. Without the original key, users cannot sign in with app codes, and erasures can be repeated after a restore only by row ids.
 */
export const readDataKey = async ({ dataKey, dataDir }: KeySettings<'dataKey'>): Promise<string> => dataKey ?? (await readStoredSecret(dataDir, 'data-key'));
