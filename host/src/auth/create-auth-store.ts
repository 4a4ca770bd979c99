import type { User } from '@site/shared/contracts/user';
import type { AuthState } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionKeeper } from './session-keeper.ts';
import { isTokenValid } from './token-expiry.ts';

export interface AuthStoreOptions {
  readonly session: SessionKeeper;
  /** The server's time, in milliseconds. */
  readonly now: () => number;
  /** Gets ready to tell the provider that the session ends. The function that it gives reads the token at once, and never fails. */
  readonly prepareEnd: () => Promise<() => Promise<unknown>>;
  /** Who the provider says is signed in; null when it does not say. */
  readonly askForUser: () => Promise<User | null>;
}

/** The one auth store of the page. It shows what the session keeper holds, and follows other tabs. */
export const createAuthStore = ({ session, now, prepareEnd, askForUser }: AuthStoreOptions): StoreApi<AuthState> => {
  const store = createStore<AuthState>()(() => ({
    user: session.current().user,
    token: session.current().token,
    isAuthenticated: () => isTokenValid(session.current().token, now()),
    now,
    start: (started) => session.start(started),
    signOut: async () => {
      let told: Promise<unknown> = Promise.resolve();
      try {
        const tell = await prepareEnd();
        // The provider needs the token to end the session, so it is asked first; the device does not wait for its answer.
        told = tell();
      } catch {
        // The client's file did not come, so the provider cannot be told. The device forgets all the same.
      }
      session.forget();
      await told;
    },
    loadUser: async () => {
      const user = await askForUser();
      if (user !== null && session.current().token !== null) session.keepUser(user);
      return user;
    },
  }));

  session.subscribe(() => {
    const { token, user } = session.current();
    const shown = store.getState().user;
    // The same person stays the same object, so that screens do not draw again on every refresh.
    store.setState({ token, user: JSON.stringify(shown) === JSON.stringify(user) ? shown : user });
  });

  return store;
};
