import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '@site/shared/constants';
import type { Notify } from '@site/shared/host-services';
import { toast } from 'react-hot-toast/headless';

/** Toasts of the page in the browser; the toaster shows them. */
export const toastNotify: Notify = {
  success: (message, { durationMs = TOAST_SUCCESS_MS } = {}) => {
    toast.success(message, { duration: durationMs });
  },
  error: (message, { durationMs = TOAST_ERROR_MS } = {}) => {
    toast.error(message, { duration: durationMs });
  },
};
