import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as v from 'valibot';

/** An Ed25519 public key in base64 (SPKI). */
export const publicKeyText = v.pipe(v.string(), v.regex(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/, 'is not an Ed25519 public key in base64'));

/** An Ed25519 key pair. `id`: 16 hexadecimal digits that identify it. */
export interface SigningKey {
  readonly id: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

export const getKeyId = (publicKey: string): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

const toSigningKey = (privateKey: KeyObject): SigningKey => {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return { id: getKeyId(publicKey), publicKey, privateKey };
};

export const createSigningKey = (): SigningKey => toSigningKey(generateKeyPairSync('ed25519').privateKey);

/** Formats a private key for a file. */
export const toPem = ({ privateKey }: SigningKey): string => privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** Formats a private key as one line, for environment variables. */
export const toKeyLine = ({ privateKey }: SigningKey): string => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

/** Parses a private key in PEM or one-line form. The error does not quote the key. */
export const parseSigningKey = (text: string): SigningKey => {
  let key: KeyObject;
  try {
    key = text.includes('-----BEGIN') ? createPrivateKey(text) : createPrivateKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Error('it is not a private key');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is not an Ed25519 key');
  return toSigningKey(key);
};
