import type { HostServices } from '@site/shared/host-services';
import { Navigate, useLocation, useNavigate } from '@site/shared/router';
import { Cloth } from '@site/shared/ui/cloth';
import { Hem } from '@site/shared/ui/hem';
import { SunDisc } from '@site/shared/ui/sun-disc';
import { useState } from 'react';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';
import { readDestination } from './read-destination.ts';

/** The staff login. Who is signed in already goes straight on. */
export const LoginPage = ({ services }: { readonly services: HostServices }) => {
  const navigate = useNavigate();
  const { to, hasEnded } = readDestination(useLocation().state);
  const [wasSignedIn] = useState(() => services.auth.getState().isAuthenticated());
  if (wasSignedIn) return <Navigate to={to} replace />;
  return (
    <div className={styles.stage} data-ground="deep">
      <Cloth pattern="oniko" />
      <SunDisc className={styles.sun} />
      <div className={styles.card} data-ground="surface">
        <div>
          <h1 id="login-title" className={styles.title}>
            Login
          </h1>
          <p className={styles.lead}>For staff of {services.site.organisationName}.</p>
        </div>
        {hasEnded && (
          <p className={styles.note} role="status">
            Your session has ended. Sign in to go on where you were.
          </p>
        )}
        <LoginForm services={services} onSignedIn={() => navigate(to, { replace: true })} />
      </div>
      <Hem tone="deep" />
    </div>
  );
};
