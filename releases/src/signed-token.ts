import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';

const KEY_FILE = 'token-key';
const KEY_BYTES = 32;

/** Throws when the file is not a key: an empty one would sign for everybody. */
const readKey = async (file: string): Promise<Buffer> => {
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64url');
  if (key.length < KEY_BYTES) throw new Error(`${file} does not hold a key. Delete it: the next start makes another one.`);
  return key;
};

/**
 * The HMAC key of a data folder, which signs preview addresses and the cookies of staff; created at its first use and readable by its owner only. Hosts that share
 * one address need the same file.
 */
export const readHmacKey = async (dataFolder: string): Promise<Buffer> => {
  const file = join(dataFolder, KEY_FILE);
  const draft = join(dataFolder, `.${randomUUID()}`);
  try {
    return await readKey(file);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  await mkdir(dataFolder, { recursive: true });
  try {
    await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
    // If two processes start at once, both use the key of the first.
    await link(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readKey(file);
};

const sign = (key: Buffer, purpose: string, payload: string): Buffer => createHmac('sha256', key).update(`${purpose}.${payload}`).digest();

/** A JSON value with its HMAC-SHA256, in characters that addresses and cookies may contain. A token for one purpose is not valid for another. */
export const createSignedToken = (key: Buffer, purpose: string, value: unknown): string => {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${sign(key, purpose, payload).toString('base64url')}`;
};

/** The value of a token; undefined unless it was signed with this key for this purpose. */
export const readSignedToken = (key: Buffer, purpose: string, token: string): unknown => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(key, purpose, payload)];
  // Other texts decode to the same bytes: only the one that was issued counts.
  const isIssued = rest.length === 0 && given.toString('base64url') === signature && given.length === expected.length && timingSafeEqual(given, expected);
  return isIssued ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : undefined;
};
