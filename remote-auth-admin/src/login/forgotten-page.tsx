import { forgottenPasswordSchema, requestPasswordReset } from '@site/shared/contracts/account';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { FORGOTTEN_PASSWORD_TITLE_ID, ForgottenPasswordStage } from './forgotten-stage.tsx';
import styles from './login-page.module.css';

/** Requests a link for setting a new password. The response is the same whether or not the account exists. */
export const ForgottenPasswordPage = ({ services }: { readonly services: HostServices }) => {
  const [sent, setSent] = useState('');
  const form = useStaffForm({
    schema: forgottenPasswordSchema,
    fields: ['email'],
    send: (body) => services.http.call(requestPasswordReset, { body, silent: true }),
    onSent: ({ message }) => setSent(message),
  });
  return (
    <ForgottenPasswordStage>
      {sent === '' ? (
        <form className={styles.form} aria-labelledby={FORGOTTEN_PASSWORD_TITLE_ID} noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
          <FormError>{form.message}</FormError>
          <TextField label="Email" name="email" type="email" autoComplete="username" spellCheck={false} error={form.getError('email')} />
          <Button type="submit" wide busy={form.isSending} disabled={form.isSending}>
            Send link
          </Button>
        </form>
      ) : (
        <p className={styles.note} role="status">
          {sent}
        </p>
      )}
    </ForgottenPasswordStage>
  );
};
