import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '@site/shared/domain/constants';
import type { Notify } from '@site/shared/remote/host-services';
import { createStore } from 'zustand/vanilla';

export const loadToaster = () => import(/* webpackChunkName: "toaster" */ './toaster.tsx');

/** Whether a toast was ever raised on this page: the toaster is loaded then, and stands from then on. */
export const toasterStore = createStore(() => ({ isNeeded: false }));

const show = async (kind: 'success' | 'error', message: string, duration: number): Promise<void> => {
  try {
    const { toast } = await loadToaster();
    toasterStore.setState({ isNeeded: true });
    toast[kind](message, { duration });
  } catch (error) {
    // What a toast says stands in the page too, or can be done again; a missing file must not break either.
    console.error(error);
  }
};

/** Toasts of the page in the browser; the toaster shows them. */
export const toastNotify: Notify = {
  success: (message, { durationMs = TOAST_SUCCESS_MS } = {}) => void show('success', message, durationMs),
  error: (message, { durationMs = TOAST_ERROR_MS } = {}) => void show('error', message, durationMs),
};
