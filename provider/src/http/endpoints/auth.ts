import { acceptInvitation, changePassword, getInvitation, getMe, login, logout, refresh, updateMe } from '@site/shared/contracts/auth';
import * as v from 'valibot';
import { hashPassword, isPasswordCorrect } from '../../accounts/passwords.ts';
import { findUser, findUserByEmail } from '../../database/user-queries.ts';
import { NotFoundError, UnauthorizedError, ValidationError } from '../../domain/errors.ts';
import { hashSecret } from '../../domain/ids.ts';
import { requireStaff } from '../../domain/permissions.ts';
import { type Mount, readBearer } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const SECRET_LIMIT = 200;
const logoutBodySchema = v.fallback(v.object({ refreshToken: v.optional(v.pipe(v.string(), v.maxLength(SECRET_LIMIT))) }), {});

export const mountAuth = (mount: Mount, { db, sessions, throttle, tokens }: Services): void => {
  mount(
    login,
    async ({ body, request }) => {
      const email = body.email.toLowerCase();
      await throttle.check(email, request.ip);
      const user = await findUserByEmail(db, email);
      const isCorrect = body.password.length <= SECRET_LIMIT && (await isPasswordCorrect(user?.password_hash, body.password));
      if (!isCorrect || user === undefined || user.is_disabled === 1) {
        await throttle.countFailure(email, request.ip);
        throw new UnauthorizedError('The email address or password is incorrect.');
      }
      await throttle.reset(email, request.ip);
      const pair = await sessions.start(user.id, body.remember);
      return { ...pair, user: { _id: user.id, name: user.name, email: user.email, role: user.role } };
    },
    { audit: { category: 'security', action: 'account.sign-in', recordsFailures: true } },
  );

  mount(refresh, async ({ body }) => {
    const pair = body.refreshToken.length <= SECRET_LIMIT ? await sessions.refresh(body.refreshToken) : null;
    if (pair === null) throw new UnauthorizedError('Your session has ended. Please sign in again.');
    return pair;
  });

  mount(logout, async ({ request }) => {
    const bearer = readBearer(request);
    const reading = bearer === null ? null : await tokens.read(bearer);
    if (reading !== null && reading.state !== 'bad') await sessions.end(reading.claims.sessionId);
    const { refreshToken } = v.parse(logoutBodySchema, request.body);
    if (refreshToken !== undefined) await sessions.endByRefreshToken(refreshToken);
    return { message: 'You are signed out.' };
  });

  mount(getMe, async ({ staff }) => {
    const { id, name, email, role } = requireStaff(staff);
    return { user: { _id: id, name, email, role } };
  });
};

/** Staff members' own accounts: accepting an invitation, password, name. */
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
    if (found === undefined) throw new NotFoundError('Invitation');
    return found;
  };

  mount(getInvitation, async ({ params }) => {
    const { name, email } = await findInvitation(params.token);
    return { name, email };
  });

  mount(
    acceptInvitation,
    async ({ params, body }) => {
      const found = await findInvitation(params.token);
      const passwordHash = await hashPassword(body.password);
      const timestamp = now().toISOString();
      await db.transaction().execute(async (transaction) => {
        // Exactly one of several concurrent requests may use it.
        const used = await transaction
          .updateTable('invitations')
          .set({ used_at: timestamp })
          .where('token_hash', '=', found.token_hash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (used.numUpdatedRows !== 1n) throw new NotFoundError('Invitation');
        await transaction.updateTable('users').set({ password_hash: passwordHash, updated_at: timestamp }).where('id', '=', found.id).execute();
      });
      // A renewed invitation also resets a forgotten password, so existing sessions end.
      await sessions.endAll(found.id);
      const pair = await sessions.start(found.id, false);
      return { ...pair, user: { _id: found.id, name: found.name, email: found.email, role: found.role } };
    },
    { audit: { category: 'security', action: 'account.accept-invitation' } },
  );

  mount(changePassword, async ({ body, staff: caller, request }) => {
    const staff = requireStaff(caller);
    await throttle.check(staff.email, request.ip);
    const user = await findUser(db, staff.id);
    if (!(await isPasswordCorrect(user?.password_hash, body.currentPassword))) {
      await throttle.countFailure(staff.email, request.ip);
      throw new ValidationError({ currentPassword: 'This is not your current password' });
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
