import { createSecretKey, hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

export interface LinkTokens {
  /** For the link with this id. */
  issue(id: string, expiresAt: Date): Promise<string>;
  /** The id of the link; null for a token that is expired, or not ours. */
  read(token: string): Promise<string | null>;
}

/** Signed addresses for one purpose, of review links or downloads. The database has no more than their ids, so that nobody who reads it can open one. */
export const createLinkTokens = (secret: string, purpose: 'review links' | 'exports', now: () => Date): LinkTokens => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  return {
    issue: (id, expiresAt) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(id)
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(key),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] });
        return payload.jti ?? null;
      } catch {
        // Expired, or not ours.
        return null;
      }
    },
  };
};
