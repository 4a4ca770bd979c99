import { createSecretKey, hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { createId } from '../domain/ids.ts';

/** Nobody fills in a form faster. */
const FASTEST_SECONDS = 3;
/** A form may stay open for a day. */
export const FORM_TOKEN_SECONDS = 24 * 60 * 60;

const payloadSchema = v.object({ jti: v.string(), iat: v.number() });

export interface FormTokens {
  /** For a form that somebody begins to fill in now. */
  issue(): Promise<string>;
  /** The token's id; null for one that is missing, not ours, expired, or younger than a person needs for a form. */
  read(token: unknown): Promise<string | null>;
}

/** Signed times at which forms were begun. They refuse nobody: an application without one has a lower limit. */
export const createFormTokens = (secret: string, now: () => Date): FormTokens => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'form tokens', 32)));
  const getSeconds = (): number => Math.floor(now().getTime() / 1000);
  return {
    issue: () =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(createId())
        .setIssuedAt(getSeconds())
        .setExpirationTime(getSeconds() + FORM_TOKEN_SECONDS)
        .sign(key),
    read: async (token) => {
      if (typeof token !== 'string') return null;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now() });
        const { jti, iat } = v.parse(payloadSchema, payload);
        return getSeconds() - iat < FASTEST_SECONDS ? null : jti;
      } catch {
        // Expired, or not ours.
        return null;
      }
    },
  };
};
