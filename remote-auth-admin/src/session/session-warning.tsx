import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { jwtDecode } from 'jwt-decode';
import { useEffect, useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';

/** Time between the warning and the end of the session. */
const SESSION_WARNING_MS = 2 * 60_000;

/**
 * Returns when the session ends unless it is renewed, in milliseconds of the server's time. Our provider adds this time to the access token. Undefined for
 * tokens from other providers.
 */
const readSessionEnd = (token: string): number | undefined => {
  try {
    const { ses } = jwtDecode<{ readonly ses?: unknown }>(token);
    return typeof ses === 'number' ? ses * 1000 : undefined;
  } catch {
    // The token was not issued by our provider.
    return undefined;
  }
};

const CHECK_INTERVAL_MS = 5000;

interface SessionWarningProps {
  readonly auth: HostServices['auth'];
  readonly token: string;
  readonly onSignOut: () => void;
}

/** Offers "Stay signed in" two minutes before the session ends. Closes when this or another tab renews the session. */
export const SessionWarning = ({ auth, token, onSignOut }: SessionWarningProps) => {
  const endsAt = readSessionEnd(token);
  const [isEndingSoon, setIsEndingSoon] = useState(false);
  const [isRenewing, setIsRenewing] = useState(false);

  useEffect(() => {
    if (endsAt === undefined) return undefined;
    let hasEnded = false;
    const check = () => {
      const { now, loadUser } = auth.getState();
      const remainingMs = endsAt - now();
      setIsEndingSoon(remainingMs <= SESSION_WARNING_MS);
      if (remainingMs > 0 || hasEnded) return;
      hasEnded = true;
      // The provider rejects this call, and the sign-in dialog replaces the warning.
      void loadUser();
    };
    check();
    // Use an interval instead of one long timer, because timers pause while the computer sleeps.
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [auth, endsAt]);

  if (!isEndingSoon) return null;
  const staySignedIn = async () => {
    setIsRenewing(true);
    // The access token has expired by now, so loading the user renews the session.
    await auth.getState().loadUser();
    setIsRenewing(false);
  };
  return (
    <StaffDialog title="Your session is about to end" onClose={() => void staySignedIn()}>
      <p>You have been inactive, so you will be signed out in less than two minutes. Your unsaved text stays on this device.</p>
      <ButtonRow>
        <Button busy={isRenewing} onClick={() => void staySignedIn()}>
          Stay signed in
        </Button>
        <Button variant="secondary" onClick={onSignOut}>
          Sign out
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
