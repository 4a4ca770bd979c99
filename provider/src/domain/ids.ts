import { createHash, randomBytes } from 'node:crypto';

/** 24 hexadecimal digits: short in URLs, and 96 bits that cannot be guessed. */
export const createId = (): string => randomBytes(12).toString('hex');

/** Whether it is the id of an upload. Drawings of the pages have names instead: they show no one who could withdraw. */
export const isUploadId = (id: string | undefined): id is string => /^[0-9a-f]{24}$/.test(id ?? '');

/** An opaque secret for links and refresh tokens. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Only the hash of a secret is stored: reading the database gives no access. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
