import type { Notify } from '@site/shared/remote/host-services';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const TOAST_ERROR_MS = 4000;
const TOAST_SUCCESS_MS = 2000;

const loadToaster = () => import(/* webpackChunkName: "toaster" */ './toaster.tsx');
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));

/** Whether a toast was raised on this page: the toaster is loaded at the first one and stays. */
const toasterStore = createStore(() => ({ isNeeded: false }));

const show = async (kind: 'success' | 'error', message: string, duration: number): Promise<void> => {
  try {
    const { toast } = await loadToaster();
    toasterStore.setState({ isNeeded: true });
    toast[kind](message, { duration });
  } catch (error) {
    // The page shows the message too, or the action can be repeated; a missing file must not break either.
    console.error(error);
  }
};

/** Toasts of the page in the browser. */
export const toastNotify: Notify = {
  success: (message, { durationMs = TOAST_SUCCESS_MS } = {}) => void show('success', message, durationMs),
  error: (message, { durationMs = TOAST_ERROR_MS } = {}) => void show('error', message, durationMs),
};

/** The layer of toasts, outside all routes. Renders and loads nothing until the first toast. */
export const ToastLayer = () =>
  useStore(toasterStore, (state) => state.isNeeded) ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
