import type { Database } from '../database/schema/tables.ts';
import { ForbiddenError } from '../domain/errors.ts';
import type { Caller, Staff } from '../domain/permissions.ts';
import type { Challenges } from './challenges.ts';
import { hasPasskey } from './passkeys.ts';

const MESSAGE = 'Please confirm this with your passkey.';

/**
 * Creates confirmations of single calls (`asksForPasskey`) for accounts that have a passkey. One confirmation allows one call of its session within a minute. Sessions that are not
 * bound need confirmations too, because anyone who has the password and a code from the account's app can start one.
 */
export const createActionConfirmations = (db: Database, challenges: Challenges) => {
  const check = async ({ staff }: Caller, find: (staff: Staff) => Promise<string | null>): Promise<void> => {
    if (staff === null || !(await hasPasskey(db, staff.id))) return;
    if ((await find(staff)) !== staff.sessionId) throw new ForbiddenError(MESSAGE, { confirmation: MESSAGE, passkey: MESSAGE });
  };

  return {
    /** Allows one call. Called after the user has used a passkey, or a recovery code in its place. */
    allow: async ({ id, sessionId }: Staff): Promise<void> => {
      await challenges.create('action', id, sessionId);
    },
    /** Throws 403 unless the call is confirmed. */
    check: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.read('action', id)),
    /** Throws 403 unless the call is confirmed, and uses up the confirmation. */
    use: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.take('action', { userId: id })),
  };
};
