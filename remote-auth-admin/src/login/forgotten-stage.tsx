import { PlainLink } from '@site/shared/ui/link';
import type { ReactNode } from 'react';
import { EntryStage } from './entry-stage.tsx';
import styles from './login-page.module.css';

export const FORGOTTEN_PASSWORD_TITLE_ID = 'forgotten-title';

/** Frame of the forgotten-password page, also used by the page's server fallback. */
export const ForgottenPasswordStage = ({ children }: { readonly children: ReactNode }) => (
  <EntryStage title="Forgotten password" titleId={FORGOTTEN_PASSWORD_TITLE_ID} lead="We will email you a link to choose a new password.">
    {children}
    <PlainLink to="/login" className={styles.link}>
      Back to sign-in
    </PlainLink>
  </EntryStage>
);
