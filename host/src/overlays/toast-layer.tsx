import { lazy, Suspense } from 'react';
import { useStore } from 'zustand/react';
import { loadToaster, toasterStore } from './toast-notify.ts';

const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));

/** Where toasts stand, above all routes. Nothing at all, and no file, until the first one is raised. */
export const ToastLayer = () =>
  useStore(toasterStore, (state) => state.isNeeded) ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
