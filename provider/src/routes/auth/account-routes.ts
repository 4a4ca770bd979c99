import { acceptInvitation, changePassword, getInvitation, updateMe } from '@site/shared/contracts/auth';
import { hashPassword, isPasswordRight } from '../../auth/passwords.ts';
import { requireStaff } from '../../content/write-rules.ts';
import { hashSecret } from '../../database/ids.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { invalid, notFound } from '../../http/refusal.ts';
import { findUser } from '../../repositories/users.ts';
import type { Services } from '../../services.ts';

/** What people do with their own account: first password, another password, another name. */
export const mountAccount = (mount: Mount, { db, now, sessions, throttle }: Services): void => {
  const findInvitation = async (token: string | undefined) => {
    const found = await db
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.user_id')
      .select(['invitations.token_hash', 'users.id', 'users.name', 'users.email', 'users.role'])
      .where('invitations.token_hash', '=', hashSecret(token ?? ''))
      .where('invitations.used_at', 'is', null)
      .where('invitations.expires_at', '>', now().toISOString())
      .where('users.is_disabled', '=', 0)
      .executeTakeFirst();
    if (found === undefined) throw notFound('Invitation');
    return found;
  };

  mount(getInvitation, async ({ params }) => {
    const { name, email } = await findInvitation(params.token);
    return { name, email };
  });

  mount(acceptInvitation, async ({ params, body }) => {
    const found = await findInvitation(params.token);
    const passwordHash = await hashPassword(body.password);
    const moment = now().toISOString();
    await db.transaction().execute(async (transaction) => {
      // Used by exactly one of several callers.
      const used = await transaction
        .updateTable('invitations')
        .set({ used_at: moment })
        .where('token_hash', '=', found.token_hash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw notFound('Invitation');
      await transaction.updateTable('users').set({ password_hash: passwordHash, updated_at: moment }).where('id', '=', found.id).execute();
    });
    // A renewed invitation also stands for a forgotten password: whoever was signed in before is not any more.
    await sessions.endAll(found.id);
    const pair = await sessions.start(found.id, false);
    return { ...pair, user: { _id: found.id, name: found.name, email: found.email, role: found.role } };
  });

  mount(changePassword, async ({ body, staff: caller, request }) => {
    const staff = requireStaff(caller);
    await throttle.check(staff.email, request.ip);
    const user = await findUser(db, staff.id);
    if (!(await isPasswordRight(user?.password_hash, body.currentPassword))) {
      await throttle.countFailure(staff.email, request.ip);
      throw invalid({ currentPassword: 'This is not your current password' });
    }
    const passwordHash = await hashPassword(body.newPassword);
    await db.updateTable('users').set({ password_hash: passwordHash, updated_at: now().toISOString() }).where('id', '=', staff.id).execute();
    await sessions.endAll(staff.id, staff.sessionId);
    return { message: 'Your password is changed.' };
  });

  mount(updateMe, async ({ body, staff: caller }) => {
    const staff = requireStaff(caller);
    await db.updateTable('users').set({ name: body.name, updated_at: now().toISOString() }).where('id', '=', staff.id).execute();
    return { user: { _id: staff.id, name: body.name, email: staff.email, role: staff.role } };
  });
};
