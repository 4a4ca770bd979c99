import type { Transaction } from 'kysely';
import type { Tables } from '../database/schema.ts';
import { lockUser } from '../database/user-queries.ts';
import { createSecret, hashSecret } from '../domain/ids.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How long a one-time link works: an invitation, one that an administrator passes on, one that was asked for by e-mail. */
const LIFETIMES_MS = { invitation: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS, 'mailed-reset': HOUR_MS } as const;

/**
 * A one-time link that sets an account's password. One that an administrator makes invalidates older ones. One that is mailed does not, because anyone may ask for it; the first that
 * is used invalidates all others. `path` is below the site's address.
 */
export const createPasswordLink = async (transaction: Transaction<Tables>, userId: string, kind: keyof typeof LIFETIMES_MS, now: Date) => {
  const token = createSecret();
  const expiresAt = new Date(now.getTime() + LIFETIMES_MS[kind]).toISOString();
  const isReset = kind !== 'invitation';
  await lockUser(transaction, userId);
  if (kind !== 'mailed-reset') await transaction.deleteFrom('invitations').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('invitations')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      expires_at: expiresAt,
      used_at: null,
      created_at: now.toISOString(),
      is_reset: isReset ? 1 : 0,
    })
    .execute();
  return { path: `${isReset ? '/login/reset' : '/accept-invite'}/${token}`, expiresAt };
};
