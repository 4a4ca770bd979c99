import { randomBytes } from 'node:crypto';
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
