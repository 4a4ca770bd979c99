import { useStore } from 'zustand/react';
import { EditLink } from './edit-link.tsx';
import { isEditingTab } from './editing.ts';
import { Toaster, toast } from './toaster.tsx';
import type { OverlayProps } from './toasts.tsx';

export { toast };

export const PageOverlays = ({ auth, site: { staffUrl } }: OverlayProps) => {
  const isSignedIn = useStore(auth, (state) => state.user !== null);
  return (
    <>
      <Toaster />
      {(isSignedIn || (staffUrl !== undefined && isEditingTab())) && <EditLink staffUrl={staffUrl} />}
    </>
  );
};
