import { createHash, randomBytes } from 'node:crypto';

/** Creates an id of 24 hexadecimal digits, which is short in URLs and has 96 bits that cannot be guessed. */
export const createId = (): string => randomBytes(12).toString('hex');

/** Whether the id belongs to an upload. Drawings of the pages have names instead; they show no person who could withdraw consent. */
export const isUploadId = (id: string | undefined): id is string => /^[0-9a-f]{24}$/.test(id ?? '');

/** Creates an opaque secret for links and refresh tokens. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 of bytes or of a text, in hexadecimal digits. */
export const hash = (value: Buffer | string): string => createHash('sha256').update(value).digest('hex');

/** Hashes a secret. Only the hash is stored, so that reading the database gives no access. */
export const hashSecret = (secret: string): string => hash(secret);
