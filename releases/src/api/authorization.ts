import type { ReleaseStore } from '../release-store.ts';
import { findTokenProblem, type ReleaseToken, type TokenScope, type TokenStore } from '../release-tokens.ts';
import { ReleaseApiError, toLookupError } from './api-error.ts';

interface AuthorizationOptions {
  readonly store: Pick<ReleaseStore, 'readRegistry'>;
  readonly tokens: Pick<TokenStore, 'find'>;
}

/** Identifies callers of the release API and decides what they may do. */
export const createAuthorization = ({ store, tokens }: AuthorizationOptions) => {
  /** Returns the token from an `Authorization` header. Throws if the token is missing, expired or revoked. */
  const authenticate = async (authorization: string | undefined): Promise<ReleaseToken> => {
    const [, text] = /^Bearer ([\w-]{20,200})$/.exec(authorization ?? '') ?? [];
    const token = text === undefined ? undefined : await tokens.find(text).catch((error: unknown) => Promise.reject(toLookupError(error)));
    if (token === undefined) throw new ReleaseApiError(401, 'A valid release token is required (Authorization: Bearer …).');
    const problem = findTokenProblem(token, Date.now());
    if (problem !== undefined) throw new ReleaseApiError(401, problem);
    return token;
  };

  /** Throws unless the remote is registered and the token has this scope for it. Only an administrator can register a removed remote again. */
  const authorize = async (token: ReleaseToken, remote: string, scope: TokenScope | undefined): Promise<void> => {
    if (token.remote !== remote) throw new ReleaseApiError(403, `This token is for ${token.remote} only.`);
    if (scope !== undefined && !token.scopes.includes(scope)) throw new ReleaseApiError(403, `This token may not ${scope}.`);
    const { remotes, registered } = await store.readRegistry();
    if (remotes[remote] === undefined && registered?.[remote] === undefined) throw new ReleaseApiError(404, `There is no remote "${remote}".`);
  };

  return { authenticate, authorize };
};
