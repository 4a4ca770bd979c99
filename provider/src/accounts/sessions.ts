import type { Database } from '../database/schema/tables.ts';
import { createId, createSecret, hashSecret } from '../domain/ids.ts';
import type { AccessTokens } from './access-tokens.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** a session ends after 12 hours of inactivity, or 30 days with "Remember me". `totalMs` is the maximum lifetime. */
const SESSION_LIFETIMES = {
  short: { idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS },
  remembered: { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS },
} as const;
export const REMEMBERED_SESSION_SECONDS = SESSION_LIFETIMES.remembered.idleMs / 1000;
/** Within this time, two tabs may send the same refresh token. A token that is used again later is treated as stolen. */
const REUSE_GRACE_MS = 30 * 1000;

interface SessionOptions {
  readonly device?: string | null;
  /** Cookie secret that every later request of the session must send. */
  readonly binding?: string | null;
  readonly hasSecondFactor?: boolean;
}

/** Compares hashes, so that the time of the comparison reveals nothing about the 256-bit secret. */
const isBindingValid = (bindingHash: string | null, binding: string | null): boolean =>
  bindingHash === null || (binding !== null && hashSecret(binding) === bindingHash);

export const createSessions = (db: Database, tokens: AccessTokens, now: () => Date) => {
  const getTimestamp = (offsetMs = 0): string => new Date(now().getTime() + offsetMs).toISOString();
  const getExpiry = (isRemembered: boolean, createdAt: string): string => {
    const { idleMs, totalMs } = SESSION_LIFETIMES[isRemembered ? 'remembered' : 'short'];
    return new Date(Math.min(now().getTime() + idleMs, Date.parse(createdAt) + totalMs)).toISOString();
  };

  const end = async (sessionId: string): Promise<void> => {
    await db.updateTable('sessions').set({ ended_at: getTimestamp() }).where('id', '=', sessionId).where('ended_at', 'is', null).execute();
  };

  const findByToken = (refreshToken: string) =>
    db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'refresh_tokens.token_hash',
        'refresh_tokens.used_at',
        'sessions.id as session_id',
        'sessions.user_id',
        'sessions.is_remembered',
        'sessions.created_at',
        'sessions.expires_at',
        'sessions.ended_at',
        'sessions.binding_hash',
        'users.is_disabled',
      ])
      .where('refresh_tokens.token_hash', '=', hashSecret(refreshToken))
      .executeTakeFirst();

  return {
    end,
    start: async (userId: string, isRemembered: boolean, { device = null, binding = null, hasSecondFactor = false }: SessionOptions = {}) => {
      const sessionId = createId();
      const refreshToken = createSecret();
      const timestamp = getTimestamp();
      const expiresAt = getExpiry(isRemembered, timestamp);
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', timestamp).execute();
        await transaction
          .insertInto('sessions')
          .values({
            id: sessionId,
            user_id: userId,
            is_remembered: isRemembered ? 1 : 0,
            created_at: timestamp,
            expires_at: expiresAt,
            ended_at: null,
            binding_hash: binding === null ? null : hashSecret(binding),
            device,
            last_used_at: timestamp,
            authenticated_at: timestamp,
            has_second_factor: hasSecondFactor ? 1 : 0,
          })
          .execute();
        await transaction
          .insertInto('refresh_tokens')
          .values({ token_hash: hashSecret(refreshToken), session_id: sessionId, created_at: timestamp, used_at: null })
          .execute();
      });
      return { token: await tokens.create({ userId, sessionId }, expiresAt), refreshToken };
    },
    /**
     * Exchanges a valid refresh token for new tokens. Returns null if the token is invalid, or if the secret of a bound session is missing or wrong. Reusing an
     * old token after the grace period ends the session.
     */
    refresh: async (refreshToken: string, binding: string | null = null) => {
      const session = await findByToken(refreshToken);
      if (session === undefined || session.ended_at !== null || session.expires_at <= getTimestamp() || session.is_disabled === 1) return null;
      // A stolen token alone must neither renew the session nor end it.
      if (!isBindingValid(session.binding_hash, binding)) return null;
      const next = createSecret();
      const expiresAt = getExpiry(session.is_remembered === 1, session.created_at);
      const isAccepted = await db.transaction().execute(async (transaction) => {
        const isFirstUse = session.used_at === null && (await markTokenUsed(transaction, session.token_hash, getTimestamp()));
        if (!isFirstUse && (session.used_at ?? getTimestamp()) < getTimestamp(-REUSE_GRACE_MS)) return false;
        await transaction
          .insertInto('refresh_tokens')
          .values({ token_hash: hashSecret(next), session_id: session.session_id, created_at: getTimestamp(), used_at: null })
          .execute();
        await transaction.updateTable('sessions').set({ expires_at: expiresAt, last_used_at: getTimestamp() }).where('id', '=', session.session_id).execute();
        return true;
      });
      if (!isAccepted) {
        await end(session.session_id);
        return null;
      }
      return {
        token: await tokens.create({ userId: session.user_id, sessionId: session.session_id }, expiresAt),
        refreshToken: next,
        isRemembered: session.is_remembered === 1,
      };
    },
    endByRefreshToken: async (refreshToken: string): Promise<void> => {
      const session = await findByToken(refreshToken);
      if (session !== undefined) await end(session.session_id);
    },
    endAll: async (userId: string, exceptSessionId?: string): Promise<void> => {
      let query = db.updateTable('sessions').set({ ended_at: getTimestamp() }).where('user_id', '=', userId).where('ended_at', 'is', null);
      if (exceptSessionId !== undefined) query = query.where('id', '!=', exceptSessionId);
      await query.execute();
    },
    /** Returns null if the session has ended or is bound to another secret. */
    find: async (sessionId: string, userId: string, binding: string | null) => {
      const row = await db
        .selectFrom('sessions')
        .select(['created_at', 'binding_hash', 'authenticated_at', 'has_second_factor'])
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', getTimestamp())
        .executeTakeFirst();
      if (row === undefined || !isBindingValid(row.binding_hash, binding)) return null;
      return {
        isBound: row.binding_hash !== null,
        authenticatedAt: row.authenticated_at ?? row.created_at,
        hasSecondFactor: row.has_second_factor === 1,
      };
    },
    /** Finds the session that is bound to this secret, even if it has ended. */
    findByBinding: async (binding: string): Promise<{ readonly userId: string; readonly sessionId: string } | null> => {
      const row = await db.selectFrom('sessions').select(['id', 'user_id']).where('binding_hash', '=', hashSecret(binding)).executeTakeFirst();
      return row === undefined ? null : { userId: row.user_id, sessionId: row.id };
    },
    confirm: async (sessionId: string, hasSecondFactor: boolean): Promise<void> => {
      await db
        .updateTable('sessions')
        .set({ authenticated_at: getTimestamp(), ...(hasSecondFactor ? { has_second_factor: 1 as const } : {}) })
        .where('id', '=', sessionId)
        .execute();
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;

/** Marks a token as used by compare-and-set. Of several concurrent requests, only one succeeds. */
const markTokenUsed = async (db: Database, tokenHash: string, usedAt: string): Promise<boolean> => {
  const result = await db
    .updateTable('refresh_tokens')
    .set({ used_at: usedAt })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
