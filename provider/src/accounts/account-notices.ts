import type { Database } from '../database/connection.ts';
import { findUser } from '../database/user-queries.ts';
import type { AccountEvent, AccountEventListener } from './account-events.ts';
import type { Mailer } from './mail.ts';

const ROLE_NAMES = { contributor: 'contributor', editor: 'editor', admin: 'administrator' } as const;

/** What the owner of an account is told about an event. */
const getNotice = (event: AccountEvent): { readonly subject: string; readonly text: string } => {
  switch (event.kind) {
    case 'new-device':
      return {
        subject: 'New sign-in to your account',
        text: `Your account was used on a device that we had not seen before: ${event.device ?? 'an unknown program'}.`,
      };
    case 'password-changed':
      return { subject: 'Your password was changed', text: 'The password of your account was changed, and all other devices were signed out.' };
    case 'role-changed':
      return { subject: 'Your role was changed', text: `You were ${ROLE_NAMES[event.from]}, and are ${ROLE_NAMES[event.to]} now.` };
    case 'second-factor-added':
      return { subject: 'Second factor added', text: `A ${event.factor === 'totp' ? 'code app' : 'passkey'} was added to your account.` };
    case 'second-factor-removed':
      return { subject: 'Second factor removed', text: 'A second factor was removed from your account.' };
    case 'recovery-code-used':
      return { subject: 'Recovery code used', text: 'Somebody has signed in with one of your recovery codes. It does not work again.' };
    default:
      return event satisfies never;
  }
};

/** Tells people by e-mail what happened to their account. */
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

Time: ${now().toISOString().slice(0, 16).replace('T', ' ')} UTC

If it was not you, set a new password at ${mailer.siteUrl}/login/forgotten, sign out all devices on your profile, and tell an administrator.
`,
    });
  };

/** The mail with the link that somebody has asked for. */
export const getResetMail = (link: string): { readonly subject: string; readonly text: string } => ({
  subject: 'Set a new password',
  text: `Somebody, probably you, has asked for a new password for your account. This link works once, within an hour:

${link}

If it was not you, ignore this e-mail: your password stays as it is.
`,
});
