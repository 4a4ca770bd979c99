import type { HostServices } from '@site/shared/remote/host-services';
import { signIn } from '@site/shared/remote/sign-in';
import { Button } from '@site/shared/ui/button';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { type FocusEvent, type MouseEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { LOGIN_FIELDS, type LoginField, type LoginValues, loginErrors } from './login-errors.ts';
import styles from './login-page.module.css';
import { PasswordField } from './password-field.tsx';

/** From the form itself: browsers that fill a form in do not always say so. */
const readForm = (form: HTMLFormElement): LoginValues => {
  const entered = new FormData(form);
  const textOf = (name: string) => {
    const value = entered.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: textOf('email'), password: textOf('password'), remember: entered.has('remember') };
};

/** A press on the submit button would first leave the field, whose message would move the button away from under the pointer. */
const keepFocusUntilClick = (event: MouseEvent<HTMLFormElement>): void => {
  if (event.target instanceof Element && event.target.closest('button[type="submit"]')) event.preventDefault();
};

const isLoginField = (name: string): name is LoginField => LOGIN_FIELDS.some((field) => field === name);

export interface LoginFormProps {
  readonly services: HostServices;
  /** Known already when somebody signs in again. */
  readonly email?: string;
  readonly onSignedIn: (userId: string) => void;
}

/** The sign-in: idle, submitting, then signed in or refused (LOGIN-11). */
export const LoginForm = ({ services, email = '', onSignedIn }: LoginFormProps) => {
  const [values, setValues] = useState<LoginValues>({ email, password: '', remember: false });
  const [touched, setTouched] = useState<ReadonlySet<LoginField>>(new Set());
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [refusal, setRefusal] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The form also stands in a dialog over screens with an "Email" of their own.
  const id = useId();
  const password = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // A disabled button loses the focus; after a refusal it gets it back.
    if (refusal !== '' && document.activeElement === document.body) submitButton.current?.focus();
  }, [refusal]);

  useEffect(() => {
    // Who they are is known: only the password is asked for.
    if (email !== '') password.current?.focus();
  }, [email]);

  const errors = loginErrors(values);
  const shownError = (field: LoginField) => (touched.has(field) ? errors[field] : undefined);

  const handleChange = () => {
    if (form.current !== null) setValues(readForm(form.current));
  };

  const handleBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    if (isLoginField(name)) setTouched((before) => new Set([...before, name]));
  };

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting) return;
    const entered = readForm(event.currentTarget);
    setValues(entered);
    setTouched(new Set(LOGIN_FIELDS));
    setRefusal('');
    const wrong = loginErrors(entered);
    const firstWrong = LOGIN_FIELDS.find((field) => wrong[field] !== undefined);
    if (firstWrong !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }

    setIsSubmitting(true);
    const answer = await signIn(services, { ...entered, email: entered.email.trim() });
    setIsSubmitting(false);
    if (answer.ok) {
      onSignedIn(answer.value._id);
      return;
    }
    setRefusal(answer.error.message);
    services.notify.error(answer.error.message);
  };

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label="Login"
      noValidate
      onChange={handleChange}
      onBlur={handleBlur}
      onMouseDown={keepFocusUntilClick}
      onSubmit={handleSubmit}
    >
      <FormRefusal>{refusal}</FormRefusal>
      <TextField
        id={`${id}email`}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        defaultValue={email}
        error={shownError('email')}
      />
      <PasswordField ref={password} id={`${id}password`} label="Password" name="password" autoComplete="current-password" error={shownError('password')} />
      <CheckboxField id={`${id}remember`} label="Remember me" name="remember" />
      <Button ref={submitButton} type="submit" wide busy={isSubmitting} busyLabel="Signing in..." disabled={isSubmitting}>
        Sign in
      </Button>
    </form>
  );
};
