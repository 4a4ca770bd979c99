import type { HostServices } from '@site/shared/remote/host-services';
import { Navigate, useLoaderData, useLocation, useRevalidator } from '@site/shared/router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { type BadgeStore, loadBadges } from '../layout/badge-counts.ts';
import { ProgressBar } from '../layout/progress-bar.tsx';
import { StaffLayout } from '../layout/staff-layout.tsx';
import type { LoginState } from '../login/read-destination.ts';
import { ConfirmSignIn } from './confirm-sign-in.tsx';
import { deleteDrafts, deviceStorage, hasDrafts } from './draft-backup.ts';
import { LeaveDrafts } from './leave-drafts.tsx';
import { SessionWarning } from './session-warning.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { signOutChannel } from './sign-out-channel.ts';
import type { SessionState, StaffSession } from './staff-session.ts';

interface StaffGuardProps {
  readonly services: HostServices;
  readonly session: Pick<StaffSession, 'registerGuard' | 'confirmation' | 'pendingChanges'>;
  readonly badges: BadgeStore;
}

/**
 * Shows the staff area to members of staff, and redirects everybody else to the login and back again (ROUTE-17), also after a sign-out in this tab or another.
 * When the session expires while somebody is working, the screen does not change; a dialog over it asks for the password.
 */
export const StaffGuard = ({ services, session, badges }: StaffGuardProps) => {
  const entry = useLoaderData<SessionState>();
  const { pathname, search, hash } = useLocation();
  const { revalidate } = useRevalidator();
  const token = useStore(services.auth, (state) => state.token);
  const user = useStore(services.auth, (state) => state.user);
  const [activeUser, setActiveUser] = useState(entry.isSignedIn ? user : null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [asksAboutDrafts, setAsksAboutDrafts] = useState(false);
  const confirmation = useStore(session.confirmation);
  const from = `${pathname}${search}${hash}`;
  // Stable identity: `Navigate` navigates again for every new object.
  const loginState = useMemo((): LoginState | null => (isLeaving ? null : { from, hasEnded: entry.hasEnded }), [isLeaving, from, entry.hasEnded]);
  const isInside = activeUser !== null && !isLeaving;

  useEffect(() => (isInside ? session.registerGuard() : undefined), [isInside, session]);
  useEffect(() => {
    // The screen itself has priority. Without `requestIdleCallback`, the counts are set by the screens that load them.
    if (!isInside || typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void loadBadges(services, badges));
    return () => cancelIdleCallback(handle);
  }, [isInside, services, badges]);
  useEffect(() => signOutChannel.subscribe(() => setIsLeaving(true)), []);

  if (!isInside) return <Navigate to="/login" replace state={loginState} />;
  if (user !== null && user !== activeUser) setActiveUser(user);

  const leave = () => {
    setIsLeaving(true);
    signOutChannel.notify();
    void services.auth.getState().signOut();
  };
  const storage = deviceStorage();
  const signOut = () => {
    if (storage !== null && hasDrafts(storage, activeUser._id)) setAsksAboutDrafts(true);
    else leave();
  };
  const handleSignedInAgain = (userId: string) => {
    // Another user may see other data.
    if (userId !== activeUser._id) void revalidate();
  };
  return (
    <>
      <ProgressBar pendingChanges={session.pendingChanges} />
      <StaffLayout services={services} badges={badges} user={activeUser} onSignOut={signOut} />
      {confirmation !== null && token !== null && (
        <ConfirmSignIn services={services} onConfirmed={() => confirmation.settle(true)} onClose={() => confirmation.settle(false)} />
      )}
      {asksAboutDrafts && storage !== null && (
        <LeaveDrafts
          onDelete={() => {
            deleteDrafts(storage, activeUser._id);
            leave();
          }}
          onKeep={leave}
          onClose={() => setAsksAboutDrafts(false)}
        />
      )}
      {token === null ? (
        <SignInAgain services={services} email={activeUser.email} onSignedIn={handleSignedInAgain} onLeave={signOut} />
      ) : (
        <SessionWarning auth={services.auth} token={token} onSignOut={signOut} />
      )}
    </>
  );
};
