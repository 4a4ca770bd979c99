import { endOtherSessions, endSession, listSessions, requestPasswordReset } from '@site/shared/contracts/account';
import { getResetMail } from '../../accounts/account-notices.ts';
import { createPasswordLink } from '../../accounts/password-links.ts';
import { createRateLimit } from '../../accounts/throttling.ts';
import { findUserByEmail } from '../../database/user-queries.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { requireStaff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const HOUR_MS = 60 * 60 * 1000;
const RESETS_PER_HOUR = { address: 10, account: 3 } as const;

/** The devices of one's own account. */
export const mountSessions = (mount: Mount, { db, now, sessions }: Services): void => {
  mount(listSessions, async ({ staff: caller }) => {
    const staff = requireStaff(caller);
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at', 'last_used_at'])
      .where('user_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now().toISOString())
      .execute();
    const lastUse = (row: (typeof rows)[number]): string => row.last_used_at ?? row.created_at;
    const isCurrent = ({ id }: { readonly id: string }): boolean => id === staff.sessionId;
    return rows
      .sort((one, other) => Number(isCurrent(other)) - Number(isCurrent(one)) || lastUse(other).localeCompare(lastUse(one)))
      .map((row) => ({
        _id: row.id,
        device: row.device ?? 'Unknown device',
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        isCurrent: isCurrent(row),
      }));
  });

  mount(endSession, async ({ params, staff: caller }) => {
    const staff = requireStaff(caller);
    const found = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', params.id ?? '')
      .where('user_id', '=', staff.id)
      .executeTakeFirst();
    if (found === undefined) throw new NotFoundError('Session');
    await sessions.end(found.id);
    return { _id: found.id };
  });

  mount(endOtherSessions, async ({ staff: caller }) => {
    const staff = requireStaff(caller);
    await sessions.endAll(staff.id, staff.sessionId);
    return { message: 'All other devices are signed out.' };
  });
};

/** A forgotten password. Neither the response nor its time tells whether there is such an account. */
export const mountRecovery = (mount: Mount, { db, now, mailer }: Services): void => {
  const perAddress = createRateLimit(db, now, 'password reset from', RESETS_PER_HOUR.address, HOUR_MS);
  const perAccount = createRateLimit(db, now, 'password reset of', RESETS_PER_HOUR.account, HOUR_MS);

  const sendLink = async (email: string): Promise<void> => {
    const user = await findUserByEmail(db, email);
    // An invitation that is not accepted yet stays what it is.
    if (mailer === null || user === undefined || user.is_disabled === 1 || user.password_hash === null) return;
    const { path } = await db.transaction().execute((transaction) => createPasswordLink(transaction, user.id, 'mailed-reset', now()));
    mailer.send({ to: user.email, ...getResetMail(`${mailer.siteUrl}${path}`) });
  };

  mount(
    requestPasswordReset,
    async ({ body, request }) => {
      await perAddress.use(request.ip);
      if (mailer === null) return { isMailed: false, message: 'This site sends no email. Ask an administrator for a link that sets a new password.' };
      const email = body.email.toLowerCase();
      await perAccount.use(email);
      sendLink(email).catch((reason: unknown) => request.log.error({ err: reason }, 'a link to reset a password could not be sent'));
      return { isMailed: true, message: 'If there is an account with this address, a link is on its way to it.' };
    },
    { audit: { category: 'security', action: 'account.forgotten-password' } },
  );
};
