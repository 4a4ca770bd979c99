import { createSecretKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { type KeySettings, readStoredSecret } from './stored-secret.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;

interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** `good` and `expired` tokens have a valid signature; all other tokens are `bad`. */
type TokenReadResult = { readonly state: 'good' | 'expired'; readonly claims: AccessClaims } | { readonly state: 'bad' };

const payloadSchema = v.object({ sub: v.string(), sid: v.string(), exp: v.number() });

const SECRET_FILE = 'jwt-secret';

/**
 * Returns the configured signing secret, or creates one and stores it in the data folder, so that tokens survive a restart. Throws a SettingError if this data
 * folder has no secret but the shared database is already in use, because a new secret would differ from that of the other provider.
 */
export const readSigningSecret = async (
  { jwtSecret, databaseUrl, dataDir }: KeySettings<'jwtSecret' | 'databaseUrl'>,
  isInUse: () => Promise<boolean>,
): Promise<string> => {
  if (jwtSecret !== undefined) return jwtSecret;
  if (databaseUrl !== undefined && !existsSync(join(dataDir, SECRET_FILE)) && (await isInUse()))
    throw new SettingError(
      `JWT_SECRET must be the one of the provider that uses this database already: set it for all of them, for example to what the file ${SECRET_FILE} in that provider's DATA_DIR holds`,
    );
  return readStoredSecret(dataDir, SECRET_FILE);
};

export const createAccessTokens = (secret: string, now: () => Date) => {
  // Create the key object only once, so that it is not derived from raw bytes for every request.
  const key = createSecretKey(Buffer.from(secret));
  const toTokenReadResult = (payload: unknown, state: 'good' | 'expired'): TokenReadResult => {
    const parsed = v.safeParse(payloadSchema, payload);
    return parsed.success ? { state, claims: { userId: parsed.output.sub, sessionId: parsed.output.sid } } : { state: 'bad' };
  };
  return {
    /** Signs an access token. `sessionEndsAt` (ISO 8601) becomes the claim `ses`, so that the staff area can give a warning before the session ends. */
    create: ({ userId, sessionId }: AccessClaims, sessionEndsAt: string): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId, ses: Math.floor(Date.parse(sessionEndsAt) / 1000) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    read: async (token: string): Promise<TokenReadResult> => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now() });
        return toTokenReadResult(payload, 'good');
      } catch (reason) {
        return reason instanceof errors.JWTExpired ? toTokenReadResult(reason.payload, 'expired') : { state: 'bad' };
      }
    },
  };
};

export type AccessTokens = ReturnType<typeof createAccessTokens>;
