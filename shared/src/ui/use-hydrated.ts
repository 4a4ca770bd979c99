import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in server HTML and until hydration, then true. Components that are first rendered in the browser start with true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
