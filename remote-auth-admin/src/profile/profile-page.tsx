import { changePassword, passwordFormSchema, profileFormSchema, updateMe } from '@site/shared/contracts/auth';
import type { Display, HostServices, Theme } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { PlainLink } from '@site/shared/ui/link';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { roleName } from '../layout/staff-navigation.ts';
import { PasswordField } from '../login/password-field.tsx';
import styles from './profile-page.module.css';

const NameForm = ({ services, name }: { readonly services: HostServices; readonly name: string }) => {
  const form = useStaffForm({
    schema: profileFormSchema,
    fields: ['name'],
    send: (body) => services.http.call(updateMe, { body }),
    onSent: () => {
      void services.auth.getState().loadUser();
      services.notify.success('Your name has been saved');
    },
  });
  return (
    <form className={styles.panel} aria-labelledby="profile-name" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
      <h2 id="profile-name" className={styles.title}>
        Your name
      </h2>
      <FormError>{form.message}</FormError>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
        hint="Shown as the author of your posts"
        error={form.getError('name')}
      />
      <Button type="submit" busy={form.isSending}>
        Save
      </Button>
    </form>
  );
};

const PasswordForm = ({ services }: { readonly services: HostServices }) => {
  const form = useStaffForm({
    schema: passwordFormSchema,
    fields: ['currentPassword', 'newPassword'],
    send: (body) => services.http.call(changePassword, { body }),
    onSent: (_response, element) => {
      element.reset();
      services.notify.success('Your password has been changed. Other devices have been signed out.', { durationMs: 5000 });
    },
  });
  return (
    <form className={styles.panel} aria-labelledby="profile-password" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
      <h2 id="profile-password" className={styles.title}>
        Password
      </h2>
      <FormError>{form.message}</FormError>
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" error={form.getError('currentPassword')} />
      <PasswordField label="New password" name="newPassword" autoComplete="new-password" hint="12 characters or more" error={form.getError('newPassword')} />
      <Button type="submit" busy={form.isSending}>
        Change password
      </Button>
    </form>
  );
};

const THEMES: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'Same as device' },
];

/** Lets the user choose the theme. Visitors choose it in the footer, which the staff area does not have. */
const ThemeForm = ({ display }: { readonly display: Display }) => {
  const current = useSyncExternalStore(display.subscribe, display.readTheme);
  return (
    <section className={styles.panel} aria-labelledby="profile-theme">
      <h2 id="profile-theme" className={styles.title}>
        Theme on this device
      </h2>
      <div className={styles.themes} role="radiogroup" aria-labelledby="profile-theme">
        {THEMES.map(({ theme, label }) => (
          <label key={theme} className={styles.theme}>
            <input type="radio" name="theme" checked={current === theme} onChange={() => display.chooseTheme(theme)} />
            {label}
          </label>
        ))}
      </div>
    </section>
  );
};

/** Edits the current user's name, password (NS-11) and theme. */
export const ProfilePage = ({ services }: { readonly services: HostServices }) => {
  const user = useStore(services.auth, (state) => state.user);
  const [display, setDisplay] = useState<Display>();
  useEffect(() => {
    services.loadDisplay?.().then(setDisplay, console.warn);
  }, [services]);
  if (user === null) return null;
  return (
    <div className={styles.page}>
      <ScreenHeader title="Profile" lead={`${user.email}, ${roleName(user.role).toLowerCase()}`} />
      <PlainLink to="/admin/profile/security" className={styles.link}>
        Passkeys, authenticator app and devices
      </PlainLink>
      <div className={styles.columns}>
        <NameForm services={services} name={user.name} />
        <PasswordForm services={services} />
        {display !== undefined && <ThemeForm display={display} />}
      </div>
    </div>
  );
};
