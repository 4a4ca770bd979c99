import type { AuthState, HostServices, Notify } from '@site/shared/remote/host-services';
import type { ComponentType } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { isEditingTab, markEditingTab } from './editing.ts';

const TOAST_ERROR_MS = 4000;
const TOAST_SUCCESS_MS = 2000;

export type OverlayProps = Pick<HostServices, 'auth' | 'site'>;

interface Overlays {
  /** Undefined until the component is loaded: at the first toast, for signed-in staff, or in a tab that came from the staff origin. */
  readonly PageOverlays?: ComponentType<OverlayProps>;
}
const overlaysStore = createStore<Overlays>(() => ({}));

const loadOverlays = async () => {
  const { PageOverlays, toast } = await import(/* webpackChunkName: "page-overlays" */ './page-overlays.tsx');
  overlaysStore.setState({ PageOverlays });
  return toast;
};

const show =
  (kind: 'success' | 'error', duration: number): Notify['success'] =>
  (message, { durationMs = duration } = {}) =>
    // A missing file must break neither the page nor the action: the page also shows the message, or the visitor can repeat the action.
    void loadOverlays().then((toast) => toast[kind](message, { duration: durationMs }), console.error);

export const toastNotifier: Notify = { success: show('success', TOAST_SUCCESS_MS), error: show('error', TOAST_ERROR_MS) };

/**
 * Loads the overlays for signed-in staff, and in a tab that came from the staff origin. They load early, so that they can report a failed save while the
 * network is down.
 */
export const loadOverlaysForStaff = (auth: HostServices['auth']): void => {
  const loadForStaff = ({ user }: AuthState): void => void ((user !== null || isEditingTab()) && loadOverlays().catch(console.warn));
  markEditingTab();
  loadForStaff(auth.getState());
  auth.subscribe(loadForStaff);
};

export const OverlayLayer = (services: OverlayProps) => {
  const { PageOverlays } = useStore(overlaysStore);
  return PageOverlays && <PageOverlays {...services} />;
};
