import type { User } from '@site/shared/contracts/user';
import type { AuthState } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionStorage } from './session-storage.ts';
import { isTokenValid } from './token-expiry.ts';

interface AuthStoreOptions {
  readonly session: SessionStorage;
  readonly now: () => number;
  /** Prepares the request that ends the session at the provider. The returned function reads the token synchronously, and never rejects. */
  readonly prepareSignOut: () => Promise<() => Promise<unknown>>;
  readonly fetchUser: () => Promise<User | null>;
}

/** Creates the page's only auth store: the stored session, in sync with other tabs. */
export const createAuthStore = ({ session, now, prepareSignOut, fetchUser }: AuthStoreOptions): StoreApi<AuthState> => {
  const store = createStore<AuthState>()(() => ({
    user: session.read().user,
    token: session.read().token,
    isAuthenticated: () => isTokenValid(session.read().token, now()),
    now,
    start: (started) => session.start(started),
    signOut: async () => {
      let sessionEnd: Promise<unknown> = Promise.resolve();
      try {
        const end = await prepareSignOut();
        // Start the request before the session is cleared, because the request needs the token. The device is signed out without waiting for the response.
        sessionEnd = end();
      } catch {
        // The HTTP client's chunk did not load, so the provider is not informed. The session on the device ends anyway.
      }
      session.clear();
      await sessionEnd;
    },
    loadUser: async () => {
      const user = await fetchUser();
      if (user !== null && session.read().token !== null) session.setUser(user);
      return user;
    },
  }));

  session.subscribe(() => {
    const { token, user } = session.read();
    const previous = store.getState().user;
    // Keep the same object for the same user, so that a refresh does not re-render the screens.
    store.setState({ token, user: JSON.stringify(previous) === JSON.stringify(user) ? previous : user });
  });

  return store;
};
