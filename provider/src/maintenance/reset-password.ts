import { createPasswordLink } from '../accounts/password-links.ts';
import { removeSecondFactors } from '../accounts/second-factors.ts';
import type { Database } from '../database/schema/tables.ts';
import { findUserByEmail } from '../database/user-queries.ts';

/** Thrown if no account has the email address. The message, which is shown on the terminal, lists the administrators' email addresses. */
export class UnknownAccountError extends Error {}

/**
 * Creates a one-time link for setting an account's password. Called from the server's terminal, so that even a sole administrator can always regain access.
 * Enables a disabled account. `removesSecondFactors` is for a user who has also lost the second factors; the link then requires no code.
 */
export const resetPassword = async (
  db: Database,
  email: string,
  { removesSecondFactors, now }: { readonly removesSecondFactors: boolean; readonly now: Date },
) => {
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (user === undefined) {
    const admins = await db.selectFrom('users').select('email').where('role', '=', 'admin').orderBy('email').execute();
    throw new UnknownAccountError(`There is no account with this email address. Administrators: ${admins.map((admin) => admin.email).join(', ')}`);
  }
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ is_disabled: 0, updated_at: now.toISOString() }).where('id', '=', user.id).execute();
    if (removesSecondFactors) await removeSecondFactors(transaction, user.id);
    return { userId: user.id, ...(await createPasswordLink(transaction, user.id, 'reset', now)) };
  });
};
