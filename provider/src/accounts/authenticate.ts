import type { Database } from '../database/schema.ts';
import { ANONYMOUS, type Caller, EXPIRED } from '../domain/permissions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

const RECENT_MS = 15 * 60 * 1000;

interface Dependencies {
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'find' | 'findByBinding'>;
  readonly secondFactors: Pick<SecondFactors, 'getRequiredRoles'>;
  readonly now: () => Date;
}

/** Reads the role from the database at every call: a change of role, a sign-out or a disabled account takes effect at once. */
const findCaller = async (
  { db, sessions, secondFactors, now }: Dependencies,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  binding: string | null,
): Promise<Caller> => {
  const user = await db.selectFrom('users').select(['id', 'name', 'email', 'role']).where('id', '=', userId).where('is_disabled', '=', 0).executeTakeFirst();
  const session = user === undefined ? null : await sessions.find(sessionId, userId, binding);
  if (user === undefined || session === null) return ANONYMOUS;
  return {
    staff: { ...user, sessionId },
    proof: {
      // Only our own client asks for confirmations, and its sessions are bound.
      isRecent: !session.isBound || now().getTime() - Date.parse(session.authenticatedAt) <= RECENT_MS,
      lacksSecondFactor: !session.hasSecondFactor && (await secondFactors.getRequiredRoles()).includes(user.role),
    },
    isExpired: false,
  };
};

export const createAuthentication = (dependencies: Dependencies) => ({
  /** Who calls, by the access token and, for a bound session, the secret of its cookie. */
  authenticate: async (token: string | null, binding: string | null): Promise<Caller> => {
    if (token === null) return ANONYMOUS;
    const reading = await dependencies.tokens.read(token);
    if (reading.state === 'bad') return ANONYMOUS;
    if (reading.state === 'expired') return EXPIRED;
    return findCaller(dependencies, reading.claims, binding);
  },
  /** Who calls, by the secret of a bound session's cookie alone: for images, whose requests carry no token. */
  authenticateByCookie: async (binding: string | null): Promise<Caller> => {
    const session = binding === null ? null : await dependencies.sessions.findByBinding(binding);
    return session === null ? ANONYMOUS : findCaller(dependencies, session, binding);
  },
});
