import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in HTML that came from the server and until the page is alive, true from then on. A part that first appears in the browser starts with true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
