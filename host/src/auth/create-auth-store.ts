import type { User } from '@site/shared/contracts/user';
import type { AuthState } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionStorage } from './session-storage.ts';
import { isTokenValid } from './token-expiry.ts';

interface AuthStoreOptions {
  readonly session: SessionStorage;
  /** The server's time, in milliseconds. */
  readonly now: () => number;
  /** Prepares the call that ends the session at the provider. The function that it resolves with reads the token synchronously, and never rejects. */
  readonly prepareSignOut: () => Promise<() => Promise<unknown>>;
  /** The signed-in user according to the provider; null when the call fails. */
  readonly fetchUser: () => Promise<User | null>;
}

/** The one auth store of the page: the stored session, in sync with other tabs. */
export const createAuthStore = ({ session, now, prepareSignOut, fetchUser }: AuthStoreOptions): StoreApi<AuthState> => {
  const store = createStore<AuthState>()(() => ({
    user: session.read().user,
    token: session.read().token,
    isAuthenticated: () => isTokenValid(session.read().token, now()),
    now,
    start: (started) => session.start(started),
    signOut: async () => {
      let ended: Promise<unknown> = Promise.resolve();
      try {
        const end = await prepareSignOut();
        // The provider needs the token to end the session, so the call starts first; the device does not wait for its response.
        ended = end();
      } catch {
        // The client's chunk did not load, so the provider cannot be called. The session on the device ends anyway.
      }
      session.clear();
      await ended;
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
    // Keep the same object for the same user, so that screens do not render again on every refresh.
    store.setState({ token, user: JSON.stringify(previous) === JSON.stringify(user) ? previous : user });
  });

  return store;
};
