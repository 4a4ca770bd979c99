import { createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto';

export interface Copy {
  /** Path and query. */
  readonly address: string;
  /** The media type, as sent in the header. */
  readonly type: string;
  readonly body: Buffer;
}

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
const PURPOSE = 'saved pages';
const ID_DIGITS = 8;

/**
 * Signs the copies that browsers keep for visits without a connection (docs/decisions/085-signed-copies.md). Any script on the site can write to a browser's
 * caches, and a withdrawn script must not keep speaking for the site. Signatures by hosts with the same key are interchangeable. Every browser with service
 * workers supports ECDSA with P-256 and SHA-256.
 */
export const createCopySigner = (hmacKey: Buffer) => {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', hmacKey, '', PURPOSE, KEY_BYTES)));
  const point = pair.getPublicKey();
  const toText = (bytes: Buffer): string => bytes.toString('base64url');
  // The first byte means that both coordinates follow.
  const coordinates = { x: toText(point.subarray(1, 1 + KEY_BYTES)), y: toText(point.subarray(1 + KEY_BYTES)) };
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: toText(pair.getPrivateKey()), ...coordinates } });
  const id = createHash('sha256').update(point).digest('hex').slice(0, ID_DIGITS);
  return {
    /** The uncompressed point of the public key in Base64, the `raw` format of `crypto.subtle.importKey`. */
    publicKey: point.toString('base64'),
    /** Returns the edition of copies signed for a release set. A different key gives a different edition. */
    getEdition: (set: string): string => `${set}.${id}`,
    /** Returns the value of `COPY_HEADER`. */
    sign: (edition: string, { address, type, body }: Copy): string => {
      const text = [address, type, edition, createHash('sha256').update(body).digest('base64')].join('\n');
      return `${edition} ${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')}`;
    },
  };
};
export type CopySigner = ReturnType<typeof createCopySigner>;
