import { createSecretKey, hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

export interface ReviewTokens {
  /** For the link with this id. */
  issue(id: string, expiresAt: Date): Promise<string>;
  /** The id of the link; null for a token that is expired, or not ours. */
  read(token: string): Promise<string | null>;
}

/** Signed addresses of review links. The database has no more than their ids, so that nobody who reads it can open one. */
export const createReviewTokens = (secret: string, now: () => Date): ReviewTokens => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'review links', 32)));
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
