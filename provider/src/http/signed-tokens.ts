import { createSecretKey, hkdfSync } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { createId } from '../domain/ids.ts';

/**
 * Creates and reads expiring tokens for one purpose. `read` returns null for a token that is missing, expired or signed with another key, or that does not
 * match the schema.
 */
const createSigner = (secret: string, purpose: string, now: () => Date) => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  return {
    sign: (payload: JWTPayload, expiresAt: number): Promise<string> =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expiresAt).sign(key),
    read: async <Schema extends v.GenericSchema>(token: unknown, schema: Schema): Promise<v.InferOutput<Schema> | null> => {
      if (typeof token !== 'string') return null;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] });
        return v.parse(schema, payload);
      } catch {
        return null;
      }
    },
  };
};

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const linkSchema = v.object({ jti: v.string() });

/**
 * Creates signed tokens for the URLs of review links or downloads. The database stores only their ids, so read access to the database is not enough to open a
 * link.
 */
export const createLinkTokens = (secret: string, purpose: 'review links' | 'exports', now: () => Date) => {
  const { sign, read } = createSigner(secret, purpose, now);
  return {
    issue: (id: string, expiresAt: Date): Promise<string> => sign({ jti: id }, toSeconds(expiresAt)),
    /** Returns the id of the link, or null if the token is expired or invalid. */
    read: async (token: string): Promise<string | null> => (await read(token, linkSchema))?.jti ?? null,
  };
};

const PREVIEW_SECONDS = 15 * 60;
const previewSchema = v.object({ kind: v.string(), id: v.string(), draft: v.nullable(v.string()), exp: v.number() });

/** Creates signed tokens for URLs at which staff can preview a document without a session. Nothing is stored, and each token expires. */
export const createPreviewTokens = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'previews of drafts', now);
  return {
    /** Issues a token. `draft` is the hash of the unsaved fields, which are part of the URL. */
    issue: (document: { readonly kind: string; readonly id: string; readonly draft: string | null }): Promise<string> =>
      sign(document, toSeconds(now()) + PREVIEW_SECONDS),
    /** Returns null if the token is expired or invalid. */
    read: (token: string): Promise<v.InferOutput<typeof previewSchema> | null> => read(token, previewSchema),
  };
};

/** Minimum time that a person needs to fill in a form. */
const MIN_FILL_SECONDS = 3;
export const FORM_TOKEN_SECONDS = 24 * 60 * 60;

const formSchema = v.object({ jti: v.string(), iat: v.number() });

/** Creates signed tokens that contain the time when a form was opened. An application without a token is accepted, but under a lower rate limit. */
export const createFormTokens = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'form tokens', now);
  return {
    issue: (): Promise<string> => {
      const iat = toSeconds(now());
      return sign({ jti: createId(), iat }, iat + FORM_TOKEN_SECONDS);
    },
    /** Returns the token's id. Returns null if the token is missing, expired, invalid, or younger than `MIN_FILL_SECONDS`. */
    read: async (token: unknown): Promise<string | null> => {
      const form = await read(token, formSchema);
      return form === null || toSeconds(now()) - form.iat < MIN_FILL_SECONDS ? null : form.jti;
    },
  };
};

/** Maximum cookie lifetime in browsers. */
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 60 * 60;
const MAX_ACCOUNTS = 8;

/** The accounts that have signed in with this browser, most recent first. */
const deviceSchema = v.object({ jti: v.string(), accounts: v.array(v.string()) });
export type KnownDevice = v.InferOutput<typeof deviceSchema>;

/**
 * Creates a signed cookie that lists the accounts that have signed in with this browser. The cookie does not authenticate anyone. It only exempts the accounts'
 * owners from lockouts that strangers have caused.
 */
export const createKnownDevices = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'known devices', now);
  return {
    /** Returns null for a value that this site has not signed. */
    read: (value: string | undefined): Promise<KnownDevice | null> => read(value, deviceSchema),
    add: (device: KnownDevice | null, userId: string): Promise<string> => {
      const otherAccounts = (device?.accounts ?? []).filter((id) => id !== userId);
      const accounts = [userId, ...otherAccounts].slice(0, MAX_ACCOUNTS);
      return sign({ jti: device?.jti ?? createId(), accounts }, toSeconds(now()) + KNOWN_DEVICE_SECONDS);
    },
  };
};
