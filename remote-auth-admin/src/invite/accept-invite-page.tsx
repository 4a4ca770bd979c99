import type { ApiError } from '@site/shared/contracts/api-error';
import { acceptInvitation, credentialsSchema, type getInvitation, newPasswordField } from '@site/shared/contracts/auth';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useNavigate, useParams, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { PlainLink } from '@site/shared/ui/link';
import { useState } from 'react';
import * as v from 'valibot';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { CodeField } from '../login/code-field.tsx';
import { EntryStage } from '../login/entry-stage.tsx';
import entryStyles from '../login/login-page.module.css';
import { PasswordField } from '../login/password-field.tsx';
import { DEFAULT_STAFF_ROUTE } from '../login/read-destination.ts';
import { withBinding } from '../login/sign-in.ts';
import styles from './accept-invite-page.module.css';

type Invitation = Result<ResponseOf<typeof getInvitation>, ApiError>;

const schema = v.object({ password: newPasswordField, code: credentialsSchema.entries.code });

const PasswordForm = ({ services, email }: { readonly services: HostServices; readonly email: string }) => {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useStaffForm({
    schema,
    fields: ['password', 'code'],
    send: async (body) => {
      const result = await services.http.call(withBinding(acceptInvitation), { params: { token }, body, silent: true });
      if (!result.ok && result.error.errors?.code !== undefined) setNeedsCode(true);
      return result;
    },
    onSent: (session) => {
      services.auth.getState().start(session);
      void navigate(DEFAULT_STAFF_ROUTE, { replace: true });
    },
  });
  return (
    <form className={styles.form} aria-labelledby="invite-title" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
      <FormError>{form.message}</FormError>
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="New password" name="password" autoComplete="new-password" hint="12 characters or more" error={form.getError('password')} />
      {needsCode && <CodeField error={form.getError('code')} />}
      <Button type="submit" wide busy={form.isSending} busyLabel="Signing in..." disabled={form.isSending}>
        Set password and sign in
      </Button>
    </form>
  );
};

interface AcceptInvitePageProps {
  readonly services: HostServices;
  /** Whether the link resets a forgotten password. */
  readonly isReset: boolean;
}

/** Page opened by a one-time link. Sets the first password or a new one, and then opens the staff area (NS-11). */
export const AcceptInvitePage = ({ services, isReset }: AcceptInvitePageProps) => {
  const invitation = useLoaderData<Invitation>();
  const { revalidate, state } = useRevalidator();
  if (invitation.ok) {
    const { name, email } = invitation.value;
    return (
      <EntryStage title={invitation.value.isReset ? 'Reset your password' : `Welcome, ${name}`} titleId="invite-title" lead={`Choose a password for ${email}.`}>
        <PasswordForm services={services} email={email} />
      </EntryStage>
    );
  }
  if (invitation.error.kind === 'not-found') {
    return (
      <EntryStage
        title={isReset ? 'This link is no longer valid' : 'This invitation is no longer valid'}
        titleId="invite-title"
        lead={`It has already been used or has expired.${isReset ? '' : ' Ask an administrator for a new link.'}`}
      >
        <PlainLink to={isReset ? '/login/forgotten' : '/login'} className={entryStyles.link}>
          {isReset ? 'Get a new link' : 'Go to sign-in'}
        </PlainLink>
      </EntryStage>
    );
  }
  return (
    <EntryStage title="Failed to load the invitation" titleId="invite-title" lead="Your invitation has not been used up. Try again in a moment.">
      <Button wide busy={state === 'loading'} onClick={() => void revalidate()}>
        Try again
      </Button>
    </EntryStage>
  );
};
