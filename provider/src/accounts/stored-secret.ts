import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '@site/shared/domain/error-code';

/** Reads the secret of this name. The first call creates it in the data folder, readable only by the provider's OS user. */
export const readStoredSecret = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  // Linking is atomic and fails if the file exists, so that two providers that start for the first time agree on one secret.
  await link(draft, file).catch((reason: unknown) => {
    if (getErrorCode(reason) !== 'EEXIST') throw reason;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
};

export type KeySettings<Name extends string> = Readonly<Record<Name, string | undefined>> & { readonly dataDir: string };

/** Returns the key for the URLs of images that are not public: the configured one, or one that is created once. Another key invalidates all URLs of the old one. */
export const readImageKey = async ({ imageKey, dataDir }: KeySettings<'imageKey'>): Promise<string> =>
  imageKey ?? (await readStoredSecret(dataDir, 'image-key'));

/** Returns the key of the audit log's chain: the configured one, or one that is created once. A chain can be verified only with the key that it was written with. */
export const readAuditKey = async ({ auditKey, dataDir }: KeySettings<'auditKey'>): Promise<string> =>
  auditKey ?? (await readStoredSecret(dataDir, 'audit-key'));

/**
 * Returns the key that encrypts the secrets of authenticator apps and hashes the identity of erased people: the configured one, or one that is created once. Without this key,
 * users cannot sign in with app codes, and erasures are repeated only by the ids of the erased rows.
 */
export const readDataKey = async ({ dataKey, dataDir }: KeySettings<'dataKey'>): Promise<string> => dataKey ?? (await readStoredSecret(dataDir, 'data-key'));
