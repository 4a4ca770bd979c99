import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { LoginForm } from '../login/login-form.tsx';

interface SignInAgainProps {
  readonly services: HostServices;
  readonly email: string;
  readonly onSignedIn: (userId: string) => void;
  readonly onLeave: () => void;
}

/** Asks for the password in a dialog when the session has expired. The screen behind the dialog keeps its input. */
export const SignInAgain = ({ services, email, onSignedIn, onLeave }: SignInAgainProps) => (
  <StaffDialog title="Your session has ended" cover>
    <p>Sign in to pick up where you left off. What you were writing is still here.</p>
    <LoginForm services={services} email={email} onSignedIn={onSignedIn} />
    <Button variant="quiet" onClick={onLeave}>
      Leave the staff area
    </Button>
  </StaffDialog>
);
