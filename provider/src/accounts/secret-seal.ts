import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Prefix of sealed secrets. Secrets stored as plain text are Base32, which contains none of these characters. */
const PREFIX = 'v1.';

export const createSecretSeal = (dataKey: string) => {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'secrets of second factors', KEY_BYTES));
  const isSealed = (storedSecret: string): boolean => storedSecret.startsWith(PREFIX);
  return {
    isSealed,
    seal: (secret: string, ownerId: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(ownerId));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    /**
     * Decrypts a secret. Returns secrets that an earlier release stored as plain text unchanged. Returns null if the key or the owner is wrong or the value was
     * modified.
     */
    open: (storedSecret: string, ownerId: string): string | null => {
      if (!isSealed(storedSecret)) return storedSecret;
      const bytes = Buffer.from(storedSecret.slice(PREFIX.length), 'base64url');
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

/** Encrypts secrets that must be readable again, such as TOTP secrets, for the database and its backups. */
export type SecretSeal = ReturnType<typeof createSecretSeal>;
