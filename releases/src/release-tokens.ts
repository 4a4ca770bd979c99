import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { GenerationLog } from './generation-log.ts';
import { remoteName } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseStore } from './release-store.ts';
import { StorageUnavailableError } from './storage/release-storage.ts';

export const TOKEN_SCOPES = ['publish', 'activate'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Prefix of every token, so that scanners for leaked credentials recognise tokens. */
const TOKEN_PREFIX = 'release_';
const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
/** Number of token lists that are kept, including the newest. Only administrators read the older lists; the code never does. */
const GENERATION_LIMIT = 20;

/**
 * A token without its secret. Timestamps are ISO-8601; `hash` is the SHA-256 hash of the token. The token has 256 random bits, so a slower hash is not needed.
 */
const tokenSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,60}$/)),
  remote: remoteName,
  scopes: v.array(v.picklist(TOKEN_SCOPES)),
  hash: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  revokedAt: v.optional(v.string()),
});
export type ReleaseToken = v.InferOutput<typeof tokenSchema>;
const tokensSchema = v.array(tokenSchema);

interface NewToken {
  readonly remote: string;
  readonly name?: string | undefined;
  readonly scopes: readonly TokenScope[];
  /** Lifetime in days. */
  readonly days: number;
}

const hashToken = (text: string): string => createHash('sha256').update(text).digest('base64');

const hasHash = (token: ReleaseToken, hash: string): boolean => {
  const [stored, given] = [Buffer.from(token.hash), Buffer.from(hash)];
  return stored.length === given.length && timingSafeEqual(stored, given);
};

/** Returns why a token can no longer be used, or undefined. `now` is in milliseconds since the epoch. */
export const findTokenProblem = ({ name, revokedAt, expiresAt }: ReleaseToken, now: number): string | undefined => {
  if (revokedAt !== undefined) return `The token ${name} was revoked on ${revokedAt}.`;
  return Date.parse(expiresAt) > now ? undefined : `The token ${name} expired on ${expiresAt}.`;
};

/**
 * Stores the tokens of all remotes as numbered lists, of which only the newest is valid. Every call reads the list, so that a revocation takes effect
 * immediately on every host.
 */
export const createTokenStore = (log: GenerationLog, now: () => number = Date.now) => {
  const readList = async (generation: number | undefined): Promise<ReleaseToken[]> => {
    if (generation === undefined) return [];
    try {
      return v.parse(tokensSchema, JSON.parse(await log.read(generation)));
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // An older list could contain a token that has been revoked since.
      throw new ReleaseError('The list of tokens is damaged: no token is valid until it has been repaired or removed.');
    }
  };

  const list = async (): Promise<ReleaseToken[]> => readList((await log.list())[0]);

  /** Compare-and-set: `change` receives the newest list and returns the next one, with a result for the caller. */
  const update = async <Result>(change: (tokens: readonly ReleaseToken[]) => readonly [ReleaseToken[], Result]): Promise<Result> => {
    for (;;) {
      const generations = await log.list();
      const [newest] = generations;
      const [changed, result] = change(await readList(newest));
      if (!(await log.create((newest ?? 0) + 1, JSON.stringify(changed, null, 2)))) continue;
      await Promise.all(generations.slice(GENERATION_LIMIT - 1).map((generation) => log.remove(generation)));
      return result;
    }
  };

  /**
   * Returns the token's text, which is not stored anywhere. Throws a ReleaseError if the name is taken, even by a revoked token, because the history contains
   * the name.
   */
  const create = ({ remote, name, scopes, days }: NewToken): Promise<{ readonly token: ReleaseToken; readonly text: string }> => {
    if (!(days >= 1 && days <= MAX_DAYS)) throw new ReleaseError(`A token is valid for 1 to ${MAX_DAYS} days.`);
    if (scopes.length === 0) throw new ReleaseError(`A token allows at least one of: ${TOKEN_SCOPES.join(', ')}.`);
    const text = `${TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
    return update((tokens) => {
      const isTaken = (candidate: string): boolean => tokens.some((each) => each.name === candidate);
      let number = 1;
      while (isTaken(`${remote}-${number}`)) number += 1;
      const parsed = v.safeParse(tokenSchema, {
        name: name ?? `${remote}-${number}`,
        remote,
        scopes: [...scopes],
        hash: hashToken(text),
        createdAt: new Date(now()).toISOString(),
        expiresAt: new Date(now() + days * DAY_MS).toISOString(),
      });
      if (!parsed.success) throw new ReleaseError(`A token's name has lower-case letters, digits, dots and hyphens; "${name ?? remote}" cannot be used.`);
      const token = parsed.output;
      if (isTaken(token.name)) throw new ReleaseError(`There is a token "${token.name}" already. Names are never used again.`);
      return [[...tokens, token], { token, text }];
    });
  };

  const revoke = (name: string): Promise<ReleaseToken> =>
    update((tokens) => {
      const token = tokens.find((each) => each.name === name);
      if (token === undefined) throw new ReleaseError(`There is no token "${name}".`);
      if (token.revokedAt !== undefined) throw new ReleaseError(`The token ${name} was revoked on ${token.revokedAt} already.`);
      const revoked = { ...token, revokedAt: new Date(now()).toISOString() };
      return [tokens.map((each) => (each === token ? revoked : each)), revoked];
    });

  /** Finds the token with this text, including revoked and expired ones. Compares all tokens, each in constant time. */
  const find = async (text: string): Promise<ReleaseToken | undefined> => {
    const hash = hashToken(text);
    return (await list()).filter((token) => hasHash(token, hash))[0];
  };

  return { create, revoke, list, find };
};
export type TokenStore = ReturnType<typeof createTokenStore>;

/** Opens the tokens of a release store. */
export const openTokens = (store: Pick<ReleaseStore, 'openLog'>): TokenStore => createTokenStore(store.openLog('tokens'));
