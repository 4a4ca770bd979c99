import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns false in server HTML and until hydration, then true. In components that are first rendered in the browser, it is true from the start. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
