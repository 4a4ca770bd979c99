import type { HostServices } from '@site/shared/remote/host-services';
import { useStore } from 'zustand/react';
import { EditLink } from './edit-link.tsx';
import { Toaster, toast } from './toaster.tsx';

export { toast };

/** Toasts, and what signed-in staff alone have on public pages. */
export const PageOverlays = ({ auth }: Pick<HostServices, 'auth'>) => {
  const isStaff = useStore(auth, (state) => state.user !== null);
  return (
    <>
      <Toaster />
      {isStaff && <EditLink />}
    </>
  );
};
