import { useStore } from 'zustand/react';
import { EditLink } from './edit-link.tsx';
import { Toaster, toast } from './toaster.tsx';
import type { OverlayProps } from './toasts.tsx';

export { toast };

/** Toasts, and what staff alone have on public pages. */
export const PageOverlays = ({ services: { auth, site }, isEditing }: OverlayProps) => {
  const isStaff = useStore(auth, (state) => state.user !== null);
  return (
    <>
      <Toaster />
      {(isStaff || isEditing) && <EditLink staffUrl={site.staffUrl} />}
    </>
  );
};
