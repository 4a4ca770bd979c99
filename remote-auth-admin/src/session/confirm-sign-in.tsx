import { confirmationSchema, confirmSignIn } from '@site/shared/contracts/second-factor';
import { failure } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { CodeField } from '../login/code-field.tsx';
import styles from '../login/login-page.module.css';
import { PasskeyButton } from '../login/passkey-button.tsx';
import { canUsePasskeys } from '../login/passkeys.ts';
import { PasswordField } from '../login/password-field.tsx';

interface ConfirmSignInProps {
  readonly services: HostServices;
  /** Whether only a passkey or a recovery code is accepted. */
  readonly needsPasskey: boolean;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

const PASSKEY_TEXT = 'Your account has a passkey. You need the passkey each time you do this, so that no one else can act in your name.';
const RECOVERY_TEXT = 'Enter your password, and one of the recovery codes that you saved when you set up your passkey. Each code works once.';
/** Matches six digits, as authenticator apps display them. */
const APP_CODE_PATTERN = /^\d{3}\s?\d{3}$/;
const APP_CODE_ERROR = 'This is a code from your authenticator app. Enter one of your recovery codes';
const PASSWORD_TEXT = 'You signed in some time ago. Enter your password again to continue.';

/** Asks the user to confirm their identity before a sensitive action continues. */
export const ConfirmSignIn = ({ services, needsPasskey, onConfirmed, onClose }: ConfirmSignInProps) => {
  const [asksPasskey, setAsksPasskey] = useState(needsPasskey && canUsePasskeys());
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState('');
  const form = useStaffForm({
    schema: confirmationSchema,
    fields: ['password', 'code'],
    send: async (body) => {
      setError('');
      if (needsPasskey && APP_CODE_PATTERN.test(body.code ?? '')) return failure({ kind: 'invalid', message: '', errors: { code: APP_CODE_ERROR } });
      const result = await services.http.call(confirmSignIn, { body });
      if (!result.ok && result.error.errors?.code !== undefined) setNeedsCode(true);
      return result;
    },
    onSent: onConfirmed,
  });
  const renderPasskeyButton = (label: string) => (
    <PasskeyButton
      http={services.http}
      label={label}
      isFirst={asksPasskey}
      send={(proof) => services.http.call(confirmSignIn, { body: { passkey: proof } })}
      onDone={onConfirmed}
      onError={setError}
    />
  );
  if (asksPasskey) {
    return (
      <StaffDialog title="Confirm it's you" onClose={onClose}>
        <p>{PASSKEY_TEXT}</p>
        <FormError>{error}</FormError>
        {renderPasskeyButton('Use your passkey')}
        <ButtonRow>
          <Button variant="secondary" onClick={() => setAsksPasskey(false)}>
            I do not have my passkey
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </StaffDialog>
    );
  }
  return (
    <StaffDialog title="Confirm it's you" onClose={onClose}>
      <p>{needsPasskey ? RECOVERY_TEXT : PASSWORD_TEXT}</p>
      <form className={styles.form} aria-label="Confirmation" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
        <FormError>{error || form.message}</FormError>
        <PasswordField label="Password" id="confirmation-password" name="password" autoComplete="current-password" error={form.getError('password')} />
        {needsPasskey && (
          <TextField
            label="Recovery code"
            id="confirmation-recovery-code"
            name="code"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            error={form.getError('code')}
          />
        )}
        {needsCode && !needsPasskey && <CodeField id="confirmation-code" error={form.getError('code')} />}
        <ButtonRow>
          <Button type="submit" busy={form.isSending}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
      {renderPasskeyButton('Use a passkey instead')}
    </StaffDialog>
  );
};
