import type { Role } from '@site/shared/domain/roles';
import type { Database } from '../database/schema/tables.ts';
import { findUser } from '../database/user-queries.ts';
import type { Mailer } from './mail.ts';

/** An event that the account's owner must be notified of, even if someone else caused it. */
type AccountEvent = { readonly userId: string } & (
  | { readonly kind: 'new-device'; readonly device: string | null }
  | { readonly kind: 'password-changed' | 'recovery-code-used' | 'second-factor-removed' | 'codes-guessed' }
  | { readonly kind: 'second-factor-added'; readonly factor: 'totp' | 'passkey' }
  | { readonly kind: 'role-changed'; readonly from: Role; readonly to: Role }
);

/** Format for dates in emails to staff, in Lagos time. */
const LAGOS_TIME_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', dateStyle: 'long', timeStyle: 'short' });

const ROLE_NAMES = { contributor: 'contributor', editor: 'editor', admin: 'administrator' } as const;

const getNotice = (event: AccountEvent): { readonly subject: string; readonly text: string } => {
  switch (event.kind) {
    case 'new-device':
      return {
        subject: 'New sign-in to your account',
        text: `Someone signed in to your account on a new device: ${event.device ?? 'an unknown program'}.`,
      };
    case 'password-changed':
      return { subject: 'Your password was changed', text: 'Your password was changed, and all other devices were signed out.' };
    case 'role-changed':
      return { subject: 'Your role was changed', text: `Your role has changed from ${ROLE_NAMES[event.from]} to ${ROLE_NAMES[event.to]}.` };
    case 'second-factor-added':
      return { subject: 'Second factor added', text: `${event.factor === 'totp' ? 'An authenticator app' : 'A passkey'} was added to your account.` };
    case 'second-factor-removed':
      return { subject: 'Second factor removed', text: 'A second factor was removed from your account.' };
    case 'codes-guessed':
      return {
        subject: 'Someone has your password',
        text: 'Someone entered your password and then ten wrong codes. Codes do not work on new devices until tomorrow. Devices that you have used before still work. Change your password now.',
      };
    case 'recovery-code-used':
      return { subject: 'Recovery code used', text: 'Someone signed in with one of your recovery codes. That code can no longer be used.' };
    default:
      return event satisfies never;
  }
};

export const createNoticeListener =
  (db: Database, mailer: Mailer, now: () => Date): AccountEventListener =>
  async (event) => {
    const user = await findUser(db, event.userId);
    if (user === undefined) return;
    const notice = getNotice(event);
    mailer.send({
      to: user.email,
      subject: notice.subject,
      text: `${notice.text}

Time: ${LAGOS_TIME_FORMAT.format(now())} (Lagos)

If this was not you, set a new password at ${mailer.staffUrl}/login/forgotten, sign out all devices on your profile page and tell an administrator.
`,
    });
  };

export const getResetMail = (link: string): { readonly subject: string; readonly text: string } => ({
  subject: 'Set a new password',
  text: `We received a request to set a new password for your account. This link works once and expires in one hour:

${link}

If you did not ask for this, ignore this email. Your password will not change.
`,
});

export type AccountEventListener = (event: AccountEvent) => Promise<void>;

export const createAccountEvents = (listeners: readonly AccountEventListener[]) => ({
  raise: async (event: AccountEvent): Promise<void> => {
    for (const listener of listeners) await listener(event);
  },
});
