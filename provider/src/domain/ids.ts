import { createHash, randomBytes } from 'node:crypto';

/** Creates an id of 24 hexadecimal digits: short enough for URLs, with 96 random bits that cannot be guessed. */
export const createId = (): string => randomBytes(12).toString('hex');

/** Whether the id belongs to an uploaded image. The site's own drawings have names instead, and show no person who could withdraw consent. */
export const isUploadId = (id: string | undefined): id is string => /^[0-9a-f]{24}$/.test(id ?? '');

export const createSecret = (): string => randomBytes(32).toString('base64url');

export const hash = (value: Buffer | string): string => createHash('sha256').update(value).digest('hex');

/** Hashes a secret. Only the hash is stored, so that read access to the database does not give access to accounts. */
export const hashSecret = (secret: string): string => hash(secret);
