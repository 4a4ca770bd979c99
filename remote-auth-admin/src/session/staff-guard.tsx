import type { HostServices } from '@site/shared/remote/host-services';
import { Navigate, useLoaderData, useLocation, useRevalidator } from '@site/shared/router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { StaffLayout } from '../layout/staff-layout.tsx';
import { learnWaiting, type WaitingStore } from '../layout/waiting-counts.ts';
import type { LoginState } from '../login/read-destination.ts';
import { SessionWarning } from './session-warning.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { signOutNews } from './sign-out-news.ts';
import type { EntryState, StaffSession } from './staff-session.ts';

export interface StaffGuardProps {
  readonly services: HostServices;
  readonly session: Pick<StaffSession, 'enter'>;
  readonly waiting: WaitingStore;
}

/**
 * Lets members of staff in, and leads everybody else to the login and back again (ROUTE-17). Follows a sign-out, in this tab or another. When the session
 * ends by itself while somebody is at work, the screen stays as it is behind a dialog that asks for the password.
 */
export const StaffGuard = ({ services, session, waiting }: StaffGuardProps) => {
  const entry = useLoaderData<EntryState>();
  const { pathname, search, hash } = useLocation();
  const { revalidate } = useRevalidator();
  const token = useStore(services.auth, (state) => state.token);
  const user = useStore(services.auth, (state) => state.user);
  const [atWork, setAtWork] = useState(entry.isOpen ? user : null);
  const [isLeaving, setIsLeaving] = useState(false);
  const from = `${pathname}${search}${hash}`;
  // One object until something changes: `Navigate` starts again with every new one.
  const loginState = useMemo((): LoginState | null => (isLeaving ? null : { from, hasEnded: entry.hasEnded }), [isLeaving, from, entry.hasEnded]);
  const isInside = atWork !== null && !isLeaving;

  useEffect(() => (isInside ? session.enter() : undefined), [isInside, session]);
  useEffect(() => {
    // The screen itself comes first. A browser that cannot tell when it is idle learns the counts from the screens that load them.
    if (!isInside || typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void learnWaiting(services, waiting));
    return () => cancelIdleCallback(handle);
  }, [isInside, services, waiting]);
  useEffect(() => signOutNews.listen(() => setIsLeaving(true)), []);

  if (!isInside) return <Navigate to="/login" replace state={loginState} />;
  if (user !== null && user !== atWork) setAtWork(user);

  const signOut = () => {
    setIsLeaving(true);
    signOutNews.tell();
    void services.auth.getState().signOut();
  };
  const handleSignedInAgain = (userId: string) => {
    // The screens show what somebody else may see.
    if (userId !== atWork._id) void revalidate();
  };
  return (
    <>
      <StaffLayout services={services} waiting={waiting} user={atWork} onSignOut={signOut} />
      {token === null ? (
        <SignInAgain services={services} email={atWork.email} onSignedIn={handleSignedInAgain} onLeave={signOut} />
      ) : (
        <SessionWarning auth={services.auth} token={token} onSignOut={signOut} />
      )}
    </>
  );
};
