import type { Database } from '../database/schema/tables.ts';
import { ForbiddenError } from '../domain/errors.ts';
import type { Caller, Staff } from '../domain/permissions.ts';
import type { Challenges } from './challenges.ts';
import { hasPasskey } from './passkeys.ts';

const MESSAGE = 'Please confirm this with your passkey.';

/**
 * Tracks confirmations of single requests (`asksForPasskey`) by users who have a passkey. A confirmation is valid for one request in its session, within a
 * minute. Unbound sessions also need confirmations, because anyone with the password and an app code can start one.
 */
export const createActionConfirmations = (db: Database, challenges: Challenges) => {
  const check = async ({ staff }: Caller, find: (staff: Staff) => Promise<string | null>): Promise<void> => {
    if (staff === null || !(await hasPasskey(db, staff.id))) return;
    if ((await find(staff)) !== staff.sessionId) throw new ForbiddenError(MESSAGE, { confirmation: MESSAGE, passkey: MESSAGE });
  };

  return {
    /** Allows one request. Call this after the user has verified with a passkey or a recovery code. */
    allow: async ({ id, sessionId }: Staff): Promise<void> => {
      await challenges.create('action', id, sessionId);
    },
    /** Throws a ForbiddenError unless the request is confirmed. */
    check: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.read('action', id)),
    /** Like `check`, but also uses up the confirmation. */
    use: (caller: Caller): Promise<void> => check(caller, ({ id }) => challenges.take('action', { userId: id })),
  };
};
