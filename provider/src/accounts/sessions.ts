import type { Database } from '../database/connection.ts';
import { createId, createSecret, hashSecret } from '../domain/ids.ts';
import type { AccessTokens } from './access-tokens.ts';

const HOUR_MS = 60 * 60 * 1000;
/** a working day, or a month with "Remember me", counted from the last use. */
const SHORT_SESSION_MS = 12 * HOUR_MS;
const LONG_SESSION_MS = 30 * 24 * HOUR_MS;
/** Two tabs may send the same refresh token within this time; later it can only be stolen. */
const REUSE_GRACE_MS = 30 * 1000;

interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export interface Sessions {
  start(userId: string, isRemembered: boolean): Promise<TokenPair>;
  /** A new pair for a valid refresh token, else null. Reuse of an old one after the grace period ends its session. */
  refresh(refreshToken: string): Promise<TokenPair | null>;
  end(sessionId: string): Promise<void>;
  endByRefreshToken(refreshToken: string): Promise<void>;
  /** Ends every session of a user, except one. */
  endAll(userId: string, exceptSessionId?: string): Promise<void>;
  isLive(sessionId: string, userId: string): Promise<boolean>;
}

export const createSessions = (db: Database, tokens: AccessTokens, now: () => Date): Sessions => {
  const getTimestamp = (offsetMs = 0): string => new Date(now().getTime() + offsetMs).toISOString();
  const lifetime = (isRemembered: boolean): number => (isRemembered ? LONG_SESSION_MS : SHORT_SESSION_MS);

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
        'sessions.expires_at',
        'sessions.ended_at',
        'users.is_disabled',
      ])
      .where('refresh_tokens.token_hash', '=', hashSecret(refreshToken))
      .executeTakeFirst();

  return {
    end,
    start: async (userId, isRemembered) => {
      const sessionId = createId();
      const refreshToken = createSecret();
      const expiresAt = getTimestamp(lifetime(isRemembered));
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', getTimestamp()).execute();
        await transaction
          .insertInto('sessions')
          .values({
            id: sessionId,
            user_id: userId,
            is_remembered: isRemembered ? 1 : 0,
            created_at: getTimestamp(),
            expires_at: expiresAt,
            ended_at: null,
          })
          .execute();
        await transaction
          .insertInto('refresh_tokens')
          .values({ token_hash: hashSecret(refreshToken), session_id: sessionId, created_at: getTimestamp(), used_at: null })
          .execute();
      });
      return { token: await tokens.create({ userId, sessionId }, expiresAt), refreshToken };
    },
    refresh: async (refreshToken) => {
      const found = await findByToken(refreshToken);
      if (found === undefined || found.ended_at !== null || found.expires_at <= getTimestamp() || found.is_disabled === 1) return null;
      const next = createSecret();
      const expiresAt = getTimestamp(lifetime(found.is_remembered === 1));
      const isAccepted = await db.transaction().execute(async (transaction) => {
        const isFirstUse = found.used_at === null && (await markUsed(transaction, found.token_hash, getTimestamp()));
        if (!isFirstUse && (found.used_at ?? getTimestamp()) < getTimestamp(-REUSE_GRACE_MS)) return false;
        await transaction
          .insertInto('refresh_tokens')
          .values({ token_hash: hashSecret(next), session_id: found.session_id, created_at: getTimestamp(), used_at: null })
          .execute();
        await transaction.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', found.session_id).execute();
        return true;
      });
      if (!isAccepted) {
        await end(found.session_id);
        return null;
      }
      return { token: await tokens.create({ userId: found.user_id, sessionId: found.session_id }, expiresAt), refreshToken: next };
    },
    endByRefreshToken: async (refreshToken) => {
      const found = await findByToken(refreshToken);
      if (found !== undefined) await end(found.session_id);
    },
    endAll: async (userId, exceptSessionId) => {
      let query = db.updateTable('sessions').set({ ended_at: getTimestamp() }).where('user_id', '=', userId).where('ended_at', 'is', null);
      if (exceptSessionId !== undefined) query = query.where('id', '!=', exceptSessionId);
      await query.execute();
    },
    isLive: async (sessionId, userId) => {
      const row = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', getTimestamp())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};

/** Compare and set: of several concurrent uses exactly one is the first. */
const markUsed = async (db: Database, tokenHash: string, usedAt: string): Promise<boolean> => {
  const result = await db
    .updateTable('refresh_tokens')
    .set({ used_at: usedAt })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
