import type { HostServices } from '@site/shared/host-services';
import { Navigate, useLoaderData, useLocation } from '@site/shared/router';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { StaffLayout } from '../layout/staff-layout.tsx';
import type { LoginState } from '../login/read-destination.ts';

/** Lets members of staff in, and leads everybody else to the login and back again (ROUTE-17). Follows a sign-out, in this tab or another. */
export const StaffGuard = ({ services }: { readonly services: HostServices }) => {
  const wasOpen = useLoaderData<boolean>();
  const { pathname, search, hash } = useLocation();
  const token = useStore(services.auth, (state) => state.token);
  const user = useStore(services.auth, (state) => state.user);
  const [isLeaving, setIsLeaving] = useState(false);
  const from = `${pathname}${search}${hash}`;
  // One object until something changes: `Navigate` starts again with every new one.
  const loginState = useMemo((): LoginState | null => (isLeaving ? null : { from, hasEnded: wasOpen }), [isLeaving, from, wasOpen]);

  if (!wasOpen || token === null || user === null) return <Navigate to="/login" replace state={loginState} />;
  const signOut = () => {
    setIsLeaving(true);
    void services.auth.getState().signOut();
  };
  return <StaffLayout site={services.site} user={user} onSignOut={signOut} />;
};
