import type { HostServices } from '@site/shared/remote/host-services';
import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';

/** What public pages have for signed-in staff alone: loaded for them, after hydration. */
export const StaffSlot = ({ auth }: Pick<HostServices, 'auth'>) => {
  const isStaff = useStore(auth, (state) => state.user !== null);
  const [EditLink, setEditLink] = useState<ComponentType>();
  useEffect(() => {
    if (!isStaff) return;
    import(/* webpackChunkName: "edit-link" */ './edit-link.tsx').then((module) => setEditLink(() => module.EditLink), console.warn);
  }, [isStaff]);
  return isStaff && EditLink !== undefined ? <EditLink /> : null;
};
