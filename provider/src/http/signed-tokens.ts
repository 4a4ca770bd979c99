import { createSecretKey, hkdfSync } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { createId } from '../domain/ids.ts';

/** Creates and reads expiring tokens for one purpose. `read` returns null for a token that is missing, expired, not ours, or does not match the schema. */
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

/** Creates signed tokens for the URLs of review links or downloads. The database stores only their ids, so reading the database is not enough to open a link. */
export const createLinkTokens = (secret: string, purpose: 'review links' | 'exports', now: () => Date) => {
  const { sign, read } = createSigner(secret, purpose, now);
  return {
    /** Issues the token for the link with this id. */
    issue: (id: string, expiresAt: Date): Promise<string> => sign({ jti: id }, toSeconds(expiresAt)),
    /** Returns the id of the link; null for a token that is expired or not ours. */
    read: async (token: string): Promise<string | null> => (await read(token, linkSchema))?.jti ?? null,
  };
};

/** Long enough to look at a draft. */
const PREVIEW_SECONDS = 15 * 60;
const previewSchema = v.object({ kind: v.string(), id: v.string(), draft: v.nullable(v.string()), exp: v.number() });

/** Creates signed tokens for URLs at which staff preview a document without a session. Nothing is stored; each token expires. */
export const createPreviewTokens = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'previews of drafts', now);
  return {
    /** Issues a token. `draft` is the hash of unsaved fields, which the URL itself contains. */
    issue: (document: { readonly kind: string; readonly id: string; readonly draft: string | null }): Promise<string> =>
      sign(document, toSeconds(now()) + PREVIEW_SECONDS),
    /** Returns null for a token that is expired or not ours. */
    read: (token: string): Promise<v.InferOutput<typeof previewSchema> | null> => read(token, previewSchema),
  };
};

/** No person fills in a form faster. */
const FASTEST_SECONDS = 3;
/** A form may stay open for a day. */
export const FORM_TOKEN_SECONDS = 24 * 60 * 60;

const formSchema = v.object({ jti: v.string(), iat: v.number() });

/** Creates signed tokens with the time when a form was opened. An application without a token is accepted, but has a lower rate limit. */
export const createFormTokens = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'form tokens', now);
  return {
    /** Issues a token for a form that a visitor opens now. */
    issue: (): Promise<string> => {
      const iat = toSeconds(now());
      return sign({ jti: createId(), iat }, iat + FORM_TOKEN_SECONDS);
    },
    /** Returns the token's id; null for a token that is missing, not ours, expired, or younger than the time that a person needs for a form. */
    read: async (token: unknown): Promise<string | null> => {
      const form = await read(token, formSchema);
      return form === null || toSeconds(now()) - form.iat < FASTEST_SECONDS ? null : form.jti;
    },
  };
};

/** Browsers store cookies for no longer than this. */
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** Maximum number of accounts remembered on a shared computer. */
const MAX_ACCOUNTS = 8;

/** A browser in which users have signed in before; the last account comes first. */
const deviceSchema = v.object({ jti: v.string(), accounts: v.array(v.string()) });
export type KnownDevice = v.InferOutput<typeof deviceSchema>;

/** Creates a signed cookie that says which accounts have been used in a browser. It does not sign anyone in; it only spares its owner the lockouts that strangers cause. */
export const createKnownDevices = (secret: string, now: () => Date) => {
  const { sign, read } = createSigner(secret, 'known devices', now);
  return {
    /** Returns null for a value that this provider has not signed. */
    read: (value: string | undefined): Promise<KnownDevice | null> => read(value, deviceSchema),
    /** Returns the value of the cookie after a sign-in. */
    add: (device: KnownDevice | null, userId: string): Promise<string> => {
      const others = (device?.accounts ?? []).filter((id) => id !== userId);
      const accounts = [userId, ...others].slice(0, MAX_ACCOUNTS);
      return sign({ jti: device?.jti ?? createId(), accounts }, toSeconds(now()) + KNOWN_DEVICE_SECONDS);
    },
  };
};
