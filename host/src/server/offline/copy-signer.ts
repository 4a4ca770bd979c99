import { createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto';

/** The header of a signed copy: its edition and the signature, in Base64. */
export const COPY_HEADER = 'x-signed-copy';

/** For `crypto.subtle`. */
export const COPY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface Copy {
  /** Path and query. */
  readonly address: string;
  /** The media type, as it is sent. */
  readonly type: string;
  readonly body: Buffer;
}

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
const PURPOSE = 'saved pages';
const ID_DIGITS = 8;

/**
 * Signs what browsers keep for visits without a connection (docs/decisions/085-signed-copies.md): every script of the site can write into a browser's caches, and a script that
 * was withdrawn must not go on speaking for the site. Hosts with one key sign alike. ECDSA with P-256 and SHA-256, which every browser with a service worker verifies.
 */
export const createCopySigner = (hmacKey: Buffer) => {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', hmacKey, '', PURPOSE, KEY_BYTES)));
  const point = pair.getPublicKey();
  const toText = (bytes: Buffer): string => bytes.toString('base64url');
  // One byte says that both coordinates follow.
  const coordinates = { x: toText(point.subarray(1, 1 + KEY_BYTES)), y: toText(point.subarray(1 + KEY_BYTES)) };
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: toText(pair.getPrivateKey()), ...coordinates } });
  const id = createHash('sha256').update(point).digest('hex').slice(0, ID_DIGITS);
  return {
    /** The point of the public key, uncompressed, in Base64: what `crypto.subtle.importKey` calls `raw`. */
    publicKey: point.toString('base64'),
    /** What copies are signed as while a release set is served; with another key it is another edition. */
    getEdition: (set: string): string => `${set}.${id}`,
    /** The value of COPY_HEADER. */
    sign: (edition: string, { address, type, body }: Copy): string => {
      const text = [address, type, edition, createHash('sha256').update(body).digest('base64')].join('\n');
      return `${edition} ${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')}`;
    },
  };
};
export type CopySigner = ReturnType<typeof createCopySigner>;
