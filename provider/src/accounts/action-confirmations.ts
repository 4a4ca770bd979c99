import type { Database } from '../database/schema.ts';
import { ForbiddenError } from '../domain/errors.ts';
import type { Caller, Staff } from '../domain/permissions.ts';
import type { Challenges } from './challenges.ts';
import { hasPasskey } from './passkeys.ts';

const MESSAGE = 'Please confirm this with your passkey.';

/**
 * Confirmations of single calls (`asksForPasskey`) by accounts that have a passkey. One confirmation allows one call of its session within a minute. In sessions that are not
 * bound too: anyone who has the password and a code of the account's app can begin one.
 */
export const createActionConfirmations = (db: Database, challenges: Challenges) => {
  const check = async ({ staff }: Caller, find: (staff: Staff) => Promise<string | null>): Promise<void> => {
    if (staff === null || !(await hasPasskey(db, staff.id))) return;
    if ((await find(staff)) !== staff.sessionId) throw new ForbiddenError(MESSAGE, { confirmation: MESSAGE, passkey: MESSAGE });
  };

  return {
    /** Called when the member of staff has used a passkey, or a recovery code in its place. */
    allow: async ({ id, sessionId }: Staff): Promise<void> => {
      await challenges.create('action', id, sessionId);
    },
    /** Throws 403 unless the call is confirmed. */
    check: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.read('action', id)),
    /** The same, and ends the confirmation. */
    use: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.take('action', { userId: id })),
  };
};
