import type { Database } from '../database/connection.ts';
import { ANONYMOUS, type Caller, EXPIRED } from '../domain/permissions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

const RECENT_MS = 15 * 60 * 1000;

/** Who calls, by the access token and, for a bound session, the secret of its cookie. */
export type Authenticate = (token: string | null, binding: string | null) => Promise<Caller>;

interface Dependencies {
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly secondFactors: Pick<SecondFactors, 'getRequiredRoles'>;
  readonly now: () => Date;
}

/** Reads the role from the database at every call: a change of role, a sign-out or a disabled account takes effect at once. */
export const createAuthenticate =
  ({ db, tokens, sessions, secondFactors, now }: Dependencies): Authenticate =>
  async (token, binding) => {
    if (token === null) return ANONYMOUS;
    const reading = await tokens.read(token);
    if (reading.state === 'bad') return ANONYMOUS;
    if (reading.state === 'expired') return EXPIRED;
    const { userId, sessionId } = reading.claims;
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
