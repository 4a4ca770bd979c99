import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { useEffect, useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { readSessionEnd, SESSION_WARNING_MS } from './session-end.ts';

const LOOK_MS = 5000;

export interface SessionWarningProps {
  readonly auth: HostServices['auth'];
  readonly token: string;
  readonly onSignOut: () => void;
}

/** Two minutes before the session ends: "Stay signed in". Any renewal, in this tab or another, takes it away. */
export const SessionWarning = ({ auth, token, onSignOut }: SessionWarningProps) => {
  const endsAt = readSessionEnd(token);
  const [isNear, setIsNear] = useState(false);
  const [isRenewing, setIsRenewing] = useState(false);

  useEffect(() => {
    if (endsAt === undefined) return undefined;
    let isOver = false;
    const look = () => {
      const { now, loadUser } = auth.getState();
      const leftMs = endsAt - now();
      setIsNear(leftMs <= SESSION_WARNING_MS);
      if (leftMs > 0 || isOver) return;
      isOver = true;
      // The provider says that it is over, and the sign-in takes this dialog's place.
      void loadUser();
    };
    look();
    // Looking again and again, and not one long timer: a computer that slept does not count its sleep.
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [auth, endsAt]);

  if (!isNear) return null;
  const stay = async () => {
    setIsRenewing(true);
    // So late the access token has run out long ago: asking who is signed in renews the session.
    await auth.getState().loadUser();
    setIsRenewing(false);
  };
  return (
    <StaffDialog title="Your session is about to end" onClose={() => void stay()}>
      <p>You have not used the staff area for a long time, so you will be signed out in less than two minutes. What you are writing stays here.</p>
      <ButtonRow>
        <Button busy={isRenewing} onClick={() => void stay()}>
          Stay signed in
        </Button>
        <Button variant="secondary" onClick={onSignOut}>
          Sign out
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
