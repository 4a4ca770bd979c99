import type { Database } from '../database/schema/tables.ts';
import { ANONYMOUS_CALLER, type Caller, EXPIRED_CALLER } from '../domain/permissions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

const RECENT_SIGN_IN_MS = 15 * 60 * 1000;

interface Dependencies {
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'find' | 'findByBinding'>;
  readonly secondFactors: Pick<SecondFactors, 'getRequiredRoles'>;
  readonly now: () => Date;
}

/** Reads the role from the database for every request, so that a role change, a sign-out or a disabled account takes effect immediately. */
const findCaller = async (
  { db, sessions, secondFactors, now }: Dependencies,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  binding: string | null,
): Promise<Caller> => {
  const user = await db.selectFrom('users').select(['id', 'name', 'email', 'role']).where('id', '=', userId).where('is_disabled', '=', 0).executeTakeFirst();
  const session = user === undefined ? null : await sessions.find(sessionId, userId, binding);
  if (user === undefined || session === null) return ANONYMOUS_CALLER;
  return {
    staff: { ...user, sessionId },
    proof: {
      // Treat unbound sessions as recent: only the site's own client asks for confirmations, and its sessions are bound.
      isRecent: !session.isBound || now().getTime() - Date.parse(session.authenticatedAt) <= RECENT_SIGN_IN_MS,
      lacksSecondFactor: !session.hasSecondFactor && (await secondFactors.getRequiredRoles()).includes(user.role),
    },
    isExpired: false,
  };
};

export const createAuthentication = (dependencies: Dependencies) => ({
  /** Identifies the caller by the access token and, for a bound session, by the secret in its cookie. */
  authenticate: async (token: string | null, binding: string | null): Promise<Caller> => {
    if (token === null) return ANONYMOUS_CALLER;
    const tokenResult = await dependencies.tokens.read(token);
    if (tokenResult.state === 'bad') return ANONYMOUS_CALLER;
    if (tokenResult.state === 'expired') return EXPIRED_CALLER;
    return findCaller(dependencies, tokenResult.claims, binding);
  },
  /** Identifies the caller only by the cookie of a bound session, because image requests carry no token. */
  authenticateByCookie: async (binding: string | null): Promise<Caller> => {
    const session = binding === null ? null : await dependencies.sessions.findByBinding(binding);
    return session === null ? ANONYMOUS_CALLER : findCaller(dependencies, session, binding);
  },
});
