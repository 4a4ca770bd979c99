import type { HostServices } from '@site/shared/remote/host-services';
import type { PageHead } from '@site/shared/remote/remote-contract';
import { Button, IconButton } from '@site/shared/ui/button';
import { classNames } from '@site/shared/ui/class-names';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { eyeIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import type { ReactNode } from 'react';
import { createBadgeStore } from './layout/badge-counts.ts';
import { StaffSkeleton } from './layout/staff-skeleton.tsx';
import { EntryStage } from './login/entry-stage.tsx';
import { ForgottenPasswordStage } from './login/forgotten-stage.tsx';
import styles from './login/login-page.module.css';

export const showStaffArea = ({ site }: HostServices, { title }: PageHead): ReactNode => (
  <StaffSkeleton site={site} badges={createBadgeStore()} title={title} />
);

/** Renders a form before its script has loaded. The fields are disabled, because typed text would be lost and Enter would put it in the URL. */
const DisabledForm = ({ className = '', children }: { readonly className?: string | undefined; readonly children: ReactNode }) => (
  <div className={classNames(styles.form, styles.waiting, className)} aria-busy="true">
    <VisuallyHidden>
      <span role="status">Loading the page</span>
    </VisuallyHidden>
    {children}
  </div>
);

export const showLogin = ({ site }: HostServices): ReactNode => (
  <EntryStage title="Login" titleId="login-title" lead={`For staff of ${site.organisationName}.`}>
    <DisabledForm className={styles.login}>
      <TextField label="Email" name="email" type="email" disabled />
      <TextField label="Password" name="password" type="password" disabled end={<IconButton icon={eyeIcon} look="bare" label="Show typed text" disabled />} />
      <CheckboxField label="Remember me" name="remember" disabled />
      <Button wide disabled>
        Sign in
      </Button>
      <Button variant="secondary" wide disabled>
        Sign in with a passkey
      </Button>
    </DisabledForm>
    <PlainLink to="/login/forgotten" className={styles.link}>
      Forgotten your password?
    </PlainLink>
  </EntryStage>
);

export const showForgottenPassword = (): ReactNode => (
  <ForgottenPasswordStage>
    <DisabledForm>
      <TextField label="Email" name="email" type="email" disabled />
      <Button wide disabled>
        Send link
      </Button>
    </DisabledForm>
  </ForgottenPasswordStage>
);
