import type { Database } from '../database/connection.ts';
import { ANONYMOUS, type Caller, EXPIRED } from '../domain/permissions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

const RECENT_MS = 15 * 60 * 1000;

/** Who calls, by the access token and, for a bound session, the secret of its cookie. */
export type Authenticate = (token: string | null, binding: string | null) => Promise<Caller>;

/** Who calls, by the secret of a bound session's cookie alone: for images, whose requests carry no token. */
export type AuthenticateByCookie = (binding: string | null) => Promise<Caller>;

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

export const createAuthenticate =
  (dependencies: Dependencies): Authenticate =>
  async (token, binding) => {
    if (token === null) return ANONYMOUS;
    const reading = await dependencies.tokens.read(token);
    if (reading.state === 'bad') return ANONYMOUS;
    if (reading.state === 'expired') return EXPIRED;
    return findCaller(dependencies, reading.claims, binding);
  };

export const createAuthenticateByCookie =
  (dependencies: Dependencies): AuthenticateByCookie =>
  async (binding) => {
    const session = binding === null ? null : await dependencies.sessions.findByBinding(binding);
    return session === null ? ANONYMOUS : findCaller(dependencies, session, binding);
  };
