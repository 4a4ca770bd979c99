import type { HostServices } from '@site/shared/remote/host-services';
import { Navigate, useLocation, useNavigate } from '@site/shared/router';
import { PlainLink } from '@site/shared/ui/link';
import { useState } from 'react';
import { EntryStage } from './entry-stage.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';
import { readDestination } from './read-destination.ts';

/** Staff sign-in page. Redirects users who are already signed in. */
export const LoginPage = ({ services }: { readonly services: HostServices }) => {
  const navigate = useNavigate();
  const { to, hasEnded } = readDestination(useLocation().state);
  const [wasSignedIn] = useState(() => services.auth.getState().isAuthenticated());
  if (wasSignedIn) return <Navigate to={to} replace />;
  return (
    <EntryStage title="Login" titleId="login-title" lead={`For staff of ${services.site.organisationName}.`}>
      {hasEnded && (
        <p className={styles.note} role="status">
          Your session has ended. Sign in to pick up where you left off.
        </p>
      )}
      <LoginForm services={services} onSignedIn={() => navigate(to, { replace: true })} />
      <PlainLink to="/login/forgotten" className={styles.link}>
        Forgotten your password?
      </PlainLink>
    </EntryStage>
  );
};
