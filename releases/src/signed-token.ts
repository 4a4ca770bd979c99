import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';

const KEY_FILE = 'token-key';
const KEY_BYTES = 32;

/** Reads a key. Throws if the file is too short, because anyone could sign with an empty key. */
const readKey = async (file: string): Promise<Buffer> => {
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64url');
  if (key.length < KEY_BYTES) throw new Error(`${file} does not hold a key. Delete it: the next start makes another one.`);
  return key;
};

/**
 * Reads the HMAC key of a data folder, which signs preview URLs and staff cookies. The key is created on first use and readable only by its owner. Hosts behind
 * one URL need the same file.
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
    // If two processes start at the same time, both use the first key.
    await link(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readKey(file);
};

const sign = (key: Buffer, purpose: string, payload: string): Buffer => createHmac('sha256', key).update(`${purpose}.${payload}`).digest();

/** Creates a token: a JSON value with its HMAC-SHA256, in characters that URLs and cookies may contain. A token for one purpose is not valid for another. */
export const createSignedToken = (key: Buffer, purpose: string, value: unknown): string => {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${sign(key, purpose, payload).toString('base64url')}`;
};

/** Returns the value of a token; undefined unless it was signed with this key for this purpose. */
export const readSignedToken = (key: Buffer, purpose: string, token: string): unknown => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(key, purpose, payload)];
  // Accept only the exact text that was issued, because other texts could decode to the same bytes.
  const isIssued = rest.length === 0 && given.toString('base64url') === signature && given.length === expected.length && timingSafeEqual(given, expected);
  return isIssued ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : undefined;
};
