import { credentialsSchema } from '@site/shared/contracts/auth';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { CodeField } from './code-field.tsx';
import styles from './login-page.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { signIn, signInByPasskey } from './sign-in.ts';

const readCredentials = (form: FormData): unknown => ({
  email: form.get('email'),
  password: form.get('password'),
  remember: form.has('remember'),
  ...(form.has('code') ? { code: form.get('code') } : {}),
});

/** Keeps focus in the field while the submit button is pressed. A blur could show an error, which would move the button away from the pointer. */
const keepFocusUntilClick = (event: MouseEvent<HTMLFormElement>): void => {
  if (event.target instanceof Element && event.target.closest('button[type="submit"]')) event.preventDefault();
};

interface LoginFormProps {
  readonly services: HostServices;
  /** Email address of a user who must sign in again. */
  readonly email?: string;
  readonly onSignedIn: (userId: string) => void;
}

/** Sign-in form with the states idle, submitting, signed in and rejected (LOGIN-11). */
export const LoginForm = ({ services, email = '', onSignedIn }: LoginFormProps) => {
  // Unique ids, because the form also appears in a dialog over screens with an "Email" field.
  const id = useId();
  const password = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [passkeyError, setPasskeyError] = useState('');
  const form = useStaffForm({
    schema: credentialsSchema,
    fields: ['email', 'password', 'code'],
    read: readCredentials,
    send: async (credentials) => {
      setPasskeyError('');
      const result = await signIn(services, credentials);
      if (!result.ok && result.error.errors?.code !== undefined) setNeedsCode(true);
      return result;
    },
    onSent: ({ _id }) => onSignedIn(_id),
    toMessage: ({ message }) => message,
    onRejected: (message) => services.notify.error(message),
  });

  useEffect(() => {
    // The button lost focus while it was disabled, so restore focus after a failed sign-in.
    if (form.message !== '' && document.activeElement === document.body) submitButton.current?.focus();
  }, [form.message]);

  useEffect(() => {
    // The email address is already known, so focus the password.
    if (email !== '') password.current?.focus();
  }, [email]);

  return (
    <form
      ref={formElement}
      className={styles.form}
      aria-label="Login"
      noValidate
      onChange={form.handleChange}
      onBlur={form.handleBlur}
      onMouseDown={keepFocusUntilClick}
      onSubmit={form.handleSubmit}
    >
      <FormError>{passkeyError || form.message}</FormError>
      <TextField
        id={`${id}email`}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        defaultValue={email}
        error={form.getError('email')}
      />
      <PasswordField ref={password} id={`${id}password`} label="Password" name="password" autoComplete="current-password" error={form.getError('password')} />
      {needsCode && <CodeField id={`${id}code`} error={form.getError('code')} />}
      <CheckboxField id={`${id}remember`} label="Remember me" name="remember" />
      <Button ref={submitButton} type="submit" wide busy={form.isSending} busyLabel="Signing in..." disabled={form.isSending}>
        Sign in
      </Button>
      <PasskeyButton
        http={services.http}
        // The name must differ from the submit button's name, so that a search for "Sign in" finds only one button.
        label="Sign in with a passkey"
        send={(proof) => signInByPasskey(services, proof, new FormData(formElement.current ?? undefined).has('remember'))}
        onDone={({ _id }) => onSignedIn(_id)}
        onError={setPasskeyError}
      />
    </form>
  );
};
