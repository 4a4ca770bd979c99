import type { Transaction } from 'kysely';
import type { Tables } from '../database/schema/tables.ts';
import { lockUser } from '../database/user-queries.ts';
import { createSecret, hashSecret } from '../domain/ids.ts';

const HOUR_MS = 60 * 60 * 1000;

/** `invitation` and `reset` links are created by an administrator; `mailed-reset` links are requested by email. */
const LIFETIMES_MS = { invitation: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS, 'mailed-reset': HOUR_MS } as const;

/**
 * Creates a one-time link for setting an account's password. A link created by an administrator invalidates older links. An emailed link does not, because
 * anyone can request one. Using a link invalidates all others. `path` is relative to the site's URL.
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
