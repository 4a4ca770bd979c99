import { endOtherSessions, endSession, listSessions, requestPasswordReset } from '@site/shared/contracts/account';
import { acceptInvitation, changePassword, getInvitation, getMe, login, logout, refresh, updateMe } from '@site/shared/contracts/auth';
import { countCharacters } from '@site/shared/domain/text-length';
import { getResetMail } from '../../accounts/account-events.ts';
import { consumeCode } from '../../accounts/consume-code.ts';
import { createPasswordLink } from '../../accounts/password-links.ts';
import { checkNewPassword, hashPassword, isPasswordCorrect } from '../../accounts/passwords.ts';
import type { CodeCheck } from '../../accounts/second-factors.ts';
import { renameAuthor } from '../../content/rename-author.ts';
import { findUser, findUserByEmail } from '../../database/user-queries.ts';
import { NotFoundError, UnauthorizedError, ValidationError } from '../../domain/errors.ts';
import { hashSecret } from '../../domain/ids.ts';
import { createSharedLimit } from '../../limits/shared-limit.ts';
import { type Mount, readBearer } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { clearBinding, readBinding, setBinding } from '../session-cookies.ts';
import { findKnownDevice, startSession } from '../start-session.ts';

const MAX_SECRET_CHARACTERS = 200;
const isPossibleToken = (token: string | undefined): token is string => token !== undefined && token.length <= MAX_SECRET_CHARACTERS;

export const CODE_MESSAGES = {
  missing: 'Enter the code of your authenticator app, or a recovery code',
  wrong: 'This code is wrong or was used before',
} as const;

export const isFactorProven = (check: CodeCheck): check is 'totp' | 'recovery' => check === 'totp' || check === 'recovery';

export const mountAuth = (mount: Mount, services: Services): void => {
  const { db, sessions, signInLimits, tokens, accountEvents } = services;

  mount(
    login,
    async (call) => {
      const { body, request } = call;
      const email = body.email.toLowerCase();
      const { ip: address } = request;
      const user = await findUserByEmail(db, email);
      const device = await findKnownDevice(services, request, user?.id);
      const attempt = await signInLimits.begin(email, address, device?.jti ?? null);
      const isCorrect = countCharacters(body.password) <= MAX_SECRET_CHARACTERS && (await isPasswordCorrect(user?.password_hash, body.password, address));
      if (!isCorrect || user === undefined || user.is_disabled === 1) {
        throw new UnauthorizedError('The email address or password is incorrect.');
      }
      const check = await consumeCode(services, user.id, body.code, device?.jti ?? null);
      if (check === 'missing') {
        await attempt.undo();
        throw new UnauthorizedError(CODE_MESSAGES.missing, { code: CODE_MESSAGES.missing });
      }
      if (check === 'wrong') throw new UnauthorizedError(CODE_MESSAGES.wrong, { code: CODE_MESSAGES.wrong });
      await attempt.succeed();
      if (check === 'recovery') await accountEvents.raise({ kind: 'recovery-code-used', userId: user.id });
      return startSession(services, call, { user, isRemembered: body.remember, hasSecondFactor: isFactorProven(check) });
    },
    { audit: { category: 'security', action: 'account.sign-in', recordsFailures: true } },
  );

  mount(refresh, async ({ body, request, reply }) => {
    const binding = readBinding(request);
    const pair = isPossibleToken(body.refreshToken) ? await sessions.refresh(body.refreshToken, binding) : null;
    if (pair === null) throw new UnauthorizedError('Your session has ended. Please sign in again.');
    // Set the cookies again, because the session has just been extended and they must last as long as the session.
    if (binding !== null) setBinding(request, reply, binding, pair.isRemembered);
    return { token: pair.token, refreshToken: pair.refreshToken };
  });

  mount(logout, async ({ body, request, reply }) => {
    const bearer = readBearer(request);
    const tokenResult = bearer === null ? null : await tokens.read(bearer);
    if (tokenResult !== null && tokenResult.state !== 'bad') await sessions.end(tokenResult.claims.sessionId);
    if (isPossibleToken(body.refreshToken)) await sessions.endByRefreshToken(body.refreshToken);
    if (readBinding(request) !== null) clearBinding(request, reply);
    // Clear only the cache: storage also contains display settings, and cookies may belong to other applications on this domain.
    reply.header('clear-site-data', '"cache"');
    return { message: 'You are signed out.' };
  });

  mount(getMe, async ({ staff }) => {
    const { id, name, email, role } = staff;
    return { user: { _id: id, name, email, role } };
  });
};

/** Mounts the endpoints for users' own accounts: accepting an invitation or a reset link, and changing the password or the name. */
export const mountAccount = (mount: Mount, services: Services): void => {
  const { db, revision, now, sessions, signInLimits, accountEvents } = services;

  const findInvitation = async (token: string | undefined) => {
    const account = await db
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.user_id')
      .selectAll('users')
      .select(['invitations.token_hash', 'invitations.is_reset'])
      .where('invitations.token_hash', '=', hashSecret(token ?? ''))
      .where('invitations.used_at', 'is', null)
      .where('invitations.expires_at', '>', now().toISOString())
      .where('users.is_disabled', '=', 0)
      .executeTakeFirst();
    if (account === undefined) throw new NotFoundError('Invitation');
    return account;
  };

  /** Throws unless a user who sets a new password with a link also proves the second factor. A user who has forgotten the password still has the phone. */
  const checkCode = async (userId: string, email: string, code: string | undefined, address: string): Promise<CodeCheck> => {
    const attempt = await signInLimits.begin(email, address, null);
    const check = await consumeCode(services, userId, code, 'a link');
    if (check === 'wrong') throw new ValidationError({ code: CODE_MESSAGES.wrong });
    await attempt.undo();
    if (check === 'missing') throw new ValidationError({ code: CODE_MESSAGES.missing });
    return check;
  };

  mount(getInvitation, async ({ params }) => {
    const { name, email, is_reset } = await findInvitation(params.token);
    return { name, email, ...(is_reset === 1 ? { isReset: true } : {}) };
  });

  mount(
    acceptInvitation,
    async (call) => {
      const { params, body, request } = call;
      const { token_hash: tokenHash, is_reset: isReset, ...user } = await findInvitation(params.token);
      checkNewPassword(body.password, user, 'password');
      const check = await checkCode(user.id, user.email, body.code, request.ip);
      const passwordHash = await hashPassword(body.password, request.ip);
      const timestamp = now().toISOString();
      await db.transaction().execute(async (transaction) => {
        // If several requests use the link at once, only one may succeed.
        const deleteResult = await transaction
          .updateTable('invitations')
          .set({ used_at: timestamp })
          .where('token_hash', '=', tokenHash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (deleteResult.numUpdatedRows !== 1n) throw new NotFoundError('Invitation');
        await transaction.deleteFrom('invitations').where('user_id', '=', user.id).where('token_hash', '!=', tokenHash).execute();
        await transaction.updateTable('users').set({ password_hash: passwordHash, updated_at: timestamp }).where('id', '=', user.id).execute();
      });
      // The link may have been used to reset a forgotten password, so end all existing sessions.
      await sessions.endAll(user.id);
      if (isReset === 1) await accountEvents.raise({ kind: 'password-changed', userId: user.id });
      return startSession(services, call, { user, isRemembered: false, hasSecondFactor: isFactorProven(check) });
    },
    { audit: { category: 'security', action: 'account.accept-invitation' } },
  );

  mount(changePassword, async ({ body, staff, request }) => {
    const attempt = await signInLimits.begin(staff.email, request.ip, staff.sessionId);
    const user = await findUser(db, staff.id);
    if (!(await isPasswordCorrect(user?.password_hash, body.currentPassword, request.ip))) {
      throw new ValidationError({ currentPassword: 'This is not your current password' });
    }
    await attempt.succeed();
    checkNewPassword(body.newPassword, staff, 'newPassword');
    const passwordHash = await hashPassword(body.newPassword, request.ip);
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ password_hash: passwordHash, updated_at: now().toISOString() }).where('id', '=', staff.id).execute();
      // Delete reset links that were requested earlier, because they could undo the change.
      await transaction.deleteFrom('invitations').where('user_id', '=', staff.id).execute();
    });
    await sessions.endAll(staff.id, staff.sessionId);
    await accountEvents.raise({ kind: 'password-changed', userId: staff.id });
    return { message: 'Your password is changed.' };
  });

  mount(updateMe, async ({ body, staff }) => {
    await db.updateTable('users').set({ name: body.name, updated_at: now().toISOString() }).where('id', '=', staff.id).execute();
    await renameAuthor({ db, revision, now }, staff.id, { from: staff.name, to: body.name, by: staff.id });
    return { user: { _id: staff.id, name: body.name, email: staff.email, role: staff.role } };
  });
};

const HOUR_MS = 60 * 60 * 1000;
const RESETS_PER_HOUR = { address: 10, account: 3 } as const;

export const mountSessions = (mount: Mount, { db, now, sessions }: Services): void => {
  mount(listSessions, async ({ staff }) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at', 'last_used_at'])
      .where('user_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now().toISOString())
      .execute();
    const getLastUse = (row: (typeof rows)[number]): string => row.last_used_at ?? row.created_at;
    const isCurrent = ({ id }: { readonly id: string }): boolean => id === staff.sessionId;
    return rows
      .sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || getLastUse(b).localeCompare(getLastUse(a)))
      .map((row) => ({
        _id: row.id,
        device: row.device ?? 'Unknown device',
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        isCurrent: isCurrent(row),
      }));
  });

  mount(endSession, async ({ params, staff }) => {
    const session = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', params.id ?? '')
      .where('user_id', '=', staff.id)
      .executeTakeFirst();
    if (session === undefined) throw new NotFoundError('Session');
    await sessions.end(session.id);
    return { _id: session.id };
  });

  mount(endOtherSessions, async ({ staff }) => {
    await sessions.endAll(staff.id, staff.sessionId);
    return { message: 'All other devices are signed out.' };
  });
};

/** Mounts the endpoint for requesting a new password. Neither the response nor its timing reveals whether the account exists. */
export const mountRecovery = (mount: Mount, { db, now, mailer }: Services): void => {
  const addressLimit = createSharedLimit(db, now, 'password reset from', RESETS_PER_HOUR.address, HOUR_MS);
  const accountLimit = createSharedLimit(db, now, 'password reset of', RESETS_PER_HOUR.account, HOUR_MS);

  const sendLink = async (email: string): Promise<void> => {
    const user = await findUserByEmail(db, email);
    // Send no link to an account whose invitation has not been accepted yet. The account keeps its invitation.
    if (mailer === null || user === undefined || user.is_disabled === 1 || user.password_hash === null) return;
    const { path } = await db.transaction().execute((transaction) => createPasswordLink(transaction, user.id, 'mailed-reset', now()));
    mailer.send({ to: user.email, ...getResetMail(`${mailer.staffUrl}${path}`) });
  };

  mount(
    requestPasswordReset,
    async ({ body, request }) => {
      await addressLimit.use(request.ip);
      if (mailer === null) return { isMailed: false, message: 'This site cannot send email. Ask an administrator for a password link.' };
      const email = body.email.toLowerCase();
      await accountLimit.use(email);
      sendLink(email).catch((reason: unknown) => request.log.error({ err: reason }, 'a link to reset a password could not be sent'));
      return { isMailed: true, message: 'If an account uses this email address, we have sent it a link.' };
    },
    { audit: { category: 'security', action: 'account.forgotten-password' } },
  );
};
