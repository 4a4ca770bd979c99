import type { HostServices } from '@site/shared/remote/host-services';
import { Navigate, useLoaderData, useLocation, useRevalidator } from '@site/shared/router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import { type BadgeStore, loadBadges } from '../layout/badge-counts.ts';
import { ProgressBar } from '../layout/progress-bar.tsx';
import { StaffLayout } from '../layout/staff-layout.tsx';
import { StaffSkeleton } from '../layout/staff-skeleton.tsx';
import type { LoginState } from '../login/read-destination.ts';
import type { Uploads } from '../uploads/upload-queue.ts';
import { isUnsent } from '../uploads/upload-row.ts';
import { UploadsContext } from '../uploads/uploads-context.ts';
import { ConfirmSignIn } from './confirm-sign-in.tsx';
import { deleteDrafts, deviceStorage, hasDrafts } from './draft-backup.ts';
import { ConfirmSignOut } from './leave-work.tsx';
import { SessionWarning } from './session-warning.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { signOutChannel } from './sign-out-channel.ts';
import type { SessionState, StaffSession } from './staff-session.ts';

interface StaffGuardProps {
  readonly services: HostServices;
  readonly session: Pick<StaffSession, 'registerGuard' | 'confirmation' | 'pendingChanges'>;
  readonly badges: BadgeStore;
  readonly uploads: StoreApi<Uploads>;
}

/**
 * Shows the staff area to signed-in staff. Redirects everyone else to the sign-in page and back afterwards (ROUTE-17), including after a sign-out in any tab.
 * If the session expires while a screen is open, the screen stays and a dialog asks for the password.
 */
export const StaffGuard = ({ services, session, badges, uploads }: StaffGuardProps) => {
  const entry = useLoaderData<SessionState>();
  const { pathname, search, hash } = useLocation();
  const { revalidate } = useRevalidator();
  const token = useStore(services.auth, (state) => state.token);
  const user = useStore(services.auth, (state) => state.user);
  const [activeUser, setActiveUser] = useState(entry.isSignedIn ? user : null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isConfirmingSignOut, setIsConfirmingSignOut] = useState(false);
  const confirmation = useStore(session.confirmation);
  const from = `${pathname}${search}${hash}`;
  // Keep the same object, because `Navigate` navigates again for every new object.
  const loginState = useMemo((): LoginState | null => (isLeaving ? null : { from, hasEnded: entry.hasEnded }), [isLeaving, from, entry.hasEnded]);
  const isActive = activeUser !== null && !isLeaving;
  const activeId = isActive ? activeUser._id : null;

  useEffect(() => (isActive ? session.registerGuard() : undefined), [isActive, session]);
  useEffect(() => {
    if (activeId !== null) uploads.getState().open(activeId);
  }, [activeId, uploads]);
  useEffect(() => {
    // Let the screen send its requests first. Without `requestIdleCallback`, the badges appear only after a screen has loaded the counts.
    if (!isActive || typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void loadBadges(services, badges));
    // oxlint-disable-next-line no-restricted-globals -- Availability is checked above.
    return () => cancelIdleCallback(handle);
  }, [isActive, services, badges]);
  useEffect(
    () =>
      signOutChannel.subscribe(() => {
        setIsLeaving(true);
        uploads.getState().close();
      }),
    [uploads],
  );

  if (!isActive)
    return (
      <>
        <Navigate to="/login" replace state={loginState} />
        <StaffSkeleton site={services.site} badges={badges} />
      </>
    );
  if (user !== null && user !== activeUser) setActiveUser(user);

  const leave = () => {
    setIsLeaving(true);
    uploads.getState().close();
    signOutChannel.notify();
    void services.auth.getState().signOut();
  };
  const storage = deviceStorage();
  const hasStoredDrafts = () => storage !== null && hasDrafts(storage, activeUser._id);
  const countUnsentUploads = () => uploads.getState().rows.filter(isUnsent).length;
  const signOut = () => {
    if (hasStoredDrafts() || countUnsentUploads() > 0) setIsConfirmingSignOut(true);
    else leave();
  };
  const handleSignedInAgain = (userId: string) => {
    // A different user may see different data.
    if (userId !== activeUser._id) void revalidate();
  };
  return (
    <UploadsContext value={uploads}>
      <ProgressBar pendingChanges={session.pendingChanges} />
      <StaffLayout services={services} badges={badges} user={activeUser} onSignOut={signOut} />
      {confirmation !== null && token !== null && (
        <ConfirmSignIn
          services={services}
          needsPasskey={confirmation.needsPasskey}
          onConfirmed={() => confirmation.settle(true)}
          onClose={() => confirmation.settle(false)}
        />
      )}
      {isConfirmingSignOut && (
        <ConfirmSignOut
          unsentImageCount={countUnsentUploads()}
          onDelete={() => {
            if (storage !== null) deleteDrafts(storage, activeUser._id);
            leave();
          }}
          onKeepDrafts={hasStoredDrafts() ? leave : undefined}
          onClose={() => setIsConfirmingSignOut(false)}
        />
      )}
      {token === null ? (
        <SignInAgain services={services} email={activeUser.email} onSignedIn={handleSignedInAgain} onLeave={signOut} />
      ) : (
        <SessionWarning auth={services.auth} token={token} onSignOut={signOut} />
      )}
    </UploadsContext>
  );
};
