import type { Database, Tables } from '../database/schema/tables.ts';
import { lockUser } from '../database/user-queries.ts';
import { createSecret, hashSecret } from '../domain/ids.ts';

const MINUTE_MS = 60 * 1000;

type Purpose = Tables['account_challenges']['purpose'];

/** A minute is enough for an `action`, because the client repeats the refused request as soon as it has been confirmed. */
const LIFETIMES_MS: Readonly<Record<Purpose, number>> = { action: MINUTE_MS, passkey: 10 * MINUTE_MS, 'passkey-sign-in': 10 * MINUTE_MS, totp: 10 * MINUTE_MS };

/**
 * Stores pending challenges: a WebAuthn challenge, a TOTP secret that is not active yet, or a confirmed action (`action-confirmations.ts`). Each challenge can
 * be used once.
 */
export const createChallenges = (db: Database, now: () => Date) => ({
  /** Stores a challenge, which replaces the user's previous challenge for the same purpose. Returns the new id. */
  create: async (purpose: Purpose, userId: string | null, value: string): Promise<string> => {
    const id = createSecret();
    await db.deleteFrom('account_challenges').where('expires_at', '<', now().toISOString()).execute();
    await db.transaction().execute(async (transaction) => {
      if (userId !== null) {
        await lockUser(transaction, userId);
        await transaction.deleteFrom('account_challenges').where('purpose', '=', purpose).where('user_id', '=', userId).execute();
      }
      await transaction
        .insertInto('account_challenges')
        .values({ id: hashSecret(id), purpose, user_id: userId, value, expires_at: new Date(now().getTime() + LIFETIMES_MS[purpose]).toISOString() })
        .execute();
    });
    return id;
  },
  read: async (purpose: Purpose, userId: string): Promise<string | null> => {
    const row = await db
      .selectFrom('account_challenges')
      .select('value')
      .where('purpose', '=', purpose)
      .where('user_id', '=', userId)
      .where('expires_at', '>', now().toISOString())
      .executeTakeFirst();
    return row?.value ?? null;
  },
  /** Uses up a challenge and returns its value, or null if there is none. `key` is the id of the challenge or of the user. */
  take: async (purpose: Purpose, key: { readonly id: string } | { readonly userId: string }): Promise<string | null> => {
    const query = db.deleteFrom('account_challenges').where('purpose', '=', purpose).where('expires_at', '>', now().toISOString());
    const matchingQuery = 'id' in key ? query.where('id', '=', hashSecret(key.id)) : query.where('user_id', '=', key.userId);
    return (await matchingQuery.returning('value').executeTakeFirst())?.value ?? null;
  },
});

export type Challenges = ReturnType<typeof createChallenges>;
