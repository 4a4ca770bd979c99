import { confirmationSchema, confirmSignIn } from '@site/shared/contracts/second-factor';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { CodeField } from '../login/code-field.tsx';
import styles from '../login/login-page.module.css';
import { PasskeyButton } from '../login/passkey-button.tsx';
import { PasswordField } from '../login/password-field.tsx';

interface ConfirmSignInProps {
  readonly services: HostServices;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks who is at the keyboard before something that matters; what was to be done goes on afterwards. */
export const ConfirmSignIn = ({ services, onConfirmed, onClose }: ConfirmSignInProps) => {
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState('');
  const form = useStaffForm({
    schema: confirmationSchema,
    fields: ['password', 'code'],
    send: async (body) => {
      setError('');
      const result = await services.http.call(confirmSignIn, { body });
      if (!result.ok && result.error.errors?.code !== undefined) setNeedsCode(true);
      return result;
    },
    onSent: onConfirmed,
  });
  return (
    <StaffDialog title="Confirm that it is you" onClose={onClose}>
      <p>You signed in some time ago. Enter your password once more to go on.</p>
      <form className={styles.form} aria-label="Confirmation" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
        <FormError>{error || form.message}</FormError>
        <PasswordField label="Password" id="confirmation-password" name="password" autoComplete="current-password" error={form.getError('password')} />
        {needsCode && <CodeField id="confirmation-code" error={form.getError('code')} />}
        <ButtonRow>
          <Button type="submit" busy={form.isSending}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
      <PasskeyButton
        http={services.http}
        label="Use a passkey instead"
        send={(passkey) => services.http.call(confirmSignIn, { body: { passkey } })}
        onDone={onConfirmed}
        onError={setError}
      />
    </StaffDialog>
  );
};
