import type { AuthState, HostServices, HttpClient } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { createStore } from 'zustand/vanilla';

/** What a visit to the staff area finds. */
export interface EntryState {
  readonly isOpen: boolean;
  /** There was a session, and it could not be renewed. */
  readonly hasEnded: boolean;
}

export interface StaffSession {
  /**
   * The host's services as the screens get them. A call that is refused because the session has ended while somebody is at work waits until they have
   * signed in again, and is sent once more then; and `auth` goes on naming who was at work: no screen falls apart, nothing that was typed is lost.
   */
  readonly services: HostServices;
  /** Whether somebody is signed in; tries to renew a session that has run out before it says no. */
  open(): Promise<EntryState>;
  /** A loader that asks nothing of the provider when nobody is signed in: the guard leads to the login then. */
  guard<Data>(loader: (args: LoaderFunctionArgs) => Promise<Data>): (args: LoaderFunctionArgs) => Promise<Data | null>;
  /** Somebody is at work in the staff area until the returned function is called. */
  enter(): () => void;
}

/** Resolves when somebody has signed in (true), or when nobody waits any more (false). */
const untilSignedIn = (auth: HostServices['auth'], signal: AbortSignal | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isSignedIn: boolean) => {
      unsubscribe();
      resolve(isSignedIn);
    };
    const unsubscribe = auth.subscribe(({ token }) => {
      if (token !== null) settle(true);
    });
    signal?.addEventListener('abort', () => settle(false), { once: true });
    if (auth.getState().token !== null) settle(true);
  });

export const createStaffSession = (services: HostServices): StaffSession => {
  const { auth, http } = services;
  let atWork = 0;
  let renewing: Promise<boolean> | undefined;

  const renew = async (): Promise<boolean> => {
    // Asking who is signed in refreshes an expired token, and lets the client learn the server's time.
    await auth.getState().loadUser();
    return auth.getState().isAuthenticated();
  };

  const isOpen = async (): Promise<boolean> => {
    const { token, user, isAuthenticated } = auth.getState();
    if (isAuthenticated() && user !== null) return true;
    if (token === null) return false;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const hasEndedAtWork = (): boolean => atWork > 0 && auth.getState().token === null;

  const staffAuth = createStore<AuthState>()(() => auth.getState());
  auth.subscribe((state) => {
    const { user } = staffAuth.getState();
    staffAuth.setState(hasEndedAtWork() ? { ...state, user } : state, true);
  });

  const call: HttpClient['call'] = async (endpoint, input) => {
    const answer = await http.call(endpoint, input);
    if (answer.ok || answer.error.kind !== 'unauthorized' || !hasEndedAtWork()) return answer;
    return (await untilSignedIn(auth, input?.signal)) ? http.call(endpoint, input) : answer;
  };

  return {
    services: { ...services, http: { call }, auth: staffAuth },
    open: async () => {
      const wasSignedIn = auth.getState().token !== null;
      const isNowOpen = await isOpen();
      return { isOpen: isNowOpen, hasEnded: wasSignedIn && !isNowOpen };
    },
    guard: (loader) => async (args) => {
      if (!(await isOpen()) && !(hasEndedAtWork() && (await untilSignedIn(auth, args.request.signal)))) return null;
      return loader(args);
    },
    enter: () => {
      atWork += 1;
      return () => {
        atWork -= 1;
      };
    },
  };
};
