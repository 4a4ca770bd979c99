import type { Database } from '../database/connection.ts';
import { ANONYMOUS, type Caller } from '../domain/permissions.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Sessions } from './sessions.ts';

/** Who calls, by the access token. */
export type Authenticate = (token: string | null) => Promise<Caller>;

/** Reads the role from the database at every call: a change of role, a sign-out or a disabled account takes effect at once. */
export const createAuthenticate =
  (db: Database, tokens: AccessTokens, sessions: Sessions): Authenticate =>
  async (token) => {
    if (token === null) return ANONYMOUS;
    const reading = await tokens.read(token);
    if (reading.state === 'bad') return ANONYMOUS;
    if (reading.state === 'expired') return { staff: null, isExpired: true };
    const { userId, sessionId } = reading.claims;
    const user = await db.selectFrom('users').select(['id', 'name', 'email', 'role']).where('id', '=', userId).where('is_disabled', '=', 0).executeTakeFirst();
    if (user === undefined || !(await sessions.isLive(sessionId, userId))) return ANONYMOUS;
    return { staff: { ...user, sessionId }, isExpired: false };
  };
