import type { AuthState, HostServices, HttpClient } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface SessionState {
  readonly isSignedIn: boolean;
  /** Whether there was a session that has expired and could not be renewed. */
  readonly hasEnded: boolean;
}

/** A confirmation requested from the user. `settle(false)` means that the user cancelled. */
interface PendingConfirmation {
  /** Whether the action requires a passkey or a recovery code. */
  readonly needsPasskey: boolean;
  readonly settle: (isConfirmed: boolean) => void;
}

export interface StaffSession {
  /**
   * The host's services for the screens. If a call is rejected because the session has expired, the call waits until the user has signed in again and is then
   * retried. In the meantime, `auth` keeps the user, so that screens keep their state and input.
   */
  readonly services: HostServices;
  /** Whether a user is signed in. Tries to renew an expired session first. */
  check(): Promise<SessionState>;
  /** Wraps a loader, so that it does not run without a session. `StaffGuard` then redirects to the sign-in page. */
  guard<Data>(loader: (args: LoaderFunctionArgs) => Promise<Data>): (args: LoaderFunctionArgs) => Promise<Data | null>;
  /** The confirmation that an action is waiting for; null if there is none. */
  readonly confirmation: StoreApi<PendingConfirmation | null>;
  /** Number of changes that are waiting for the provider's response. */
  readonly pendingChanges: StoreApi<number>;
  /** Call this when the staff area mounts. Returns a function to call when it unmounts. */
  registerGuard(): () => void;
}

/** Resolves to true when the user has signed in, or to false when the call is aborted. */
const waitForSignIn = (auth: HostServices['auth'], signal: AbortSignal | undefined): Promise<boolean> =>
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
  let activeGuards = 0;
  let renewal: Promise<boolean> | undefined;

  const renew = async (): Promise<boolean> => {
    // Renews an expired session, and synchronises the client with the server's time.
    await auth.getState().loadUser();
    return auth.getState().isAuthenticated();
  };

  const isSignedIn = async (): Promise<boolean> => {
    const { token, user, isAuthenticated } = auth.getState();
    if (isAuthenticated() && user !== null) return true;
    if (token === null) return false;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const hasExpiredInUse = (): boolean => activeGuards > 0 && auth.getState().token === null;

  const staffAuth = createStore<AuthState>()(() => auth.getState());
  auth.subscribe((state) => {
    const { user } = staffAuth.getState();
    staffAuth.setState(hasExpiredInUse() ? { ...state, user } : state, true);
  });

  const confirmation = createStore<PendingConfirmation | null>()(() => null);
  let pendingConfirmation: Promise<boolean> | undefined;
  /**
   * Asks the user for confirmation. Calls that are rejected at the same time share one dialog. If each of them needs its own confirmation, the next one asks
   * again.
   */
  const confirm = (needsPasskey: boolean): Promise<boolean> => {
    pendingConfirmation ??= new Promise<boolean>((resolve) => {
      confirmation.setState({ needsPasskey, settle: resolve }, true);
    }).finally(() => {
      pendingConfirmation = undefined;
      confirmation.setState(null, true);
    });
    return pendingConfirmation;
  };

  const pendingChanges = createStore<number>()(() => 0);
  const send: HttpClient['call'] = async (endpoint, input) => {
    const isChange = endpoint.method !== 'GET' && input?.silent !== true;
    if (!isChange) return http.call(endpoint, input);
    pendingChanges.setState((count) => count + 1, true);
    const result = await http.call(endpoint, input);
    pendingChanges.setState((count) => count - 1, true);
    return result;
  };

  const call: HttpClient['call'] = async (endpoint, input) => {
    for (;;) {
      const result = await send(endpoint, input);
      if (result.ok) return result;
      const { kind, errors } = result.error;
      if (errors?.confirmation !== undefined && activeGuards > 0) {
        if (!(await confirm(errors.passkey !== undefined))) return result;
      } else if (kind !== 'unauthorized' || !hasExpiredInUse() || !(await waitForSignIn(auth, input?.signal))) return result;
    }
  };

  return {
    services: { ...services, http: { call }, auth: staffAuth },
    confirmation,
    pendingChanges,
    check: async () => {
      const hadToken = auth.getState().token !== null;
      const isStillSignedIn = await isSignedIn();
      return { isSignedIn: isStillSignedIn, hasEnded: hadToken && !isStillSignedIn };
    },
    guard: (loader) => async (args) => {
      if (!(await isSignedIn()) && !(hasExpiredInUse() && (await waitForSignIn(auth, args.request.signal)))) return null;
      return loader(args);
    },
    registerGuard: () => {
      activeGuards += 1;
      return () => {
        activeGuards -= 1;
        // Otherwise, the next user could confirm the previous user's action.
        if (activeGuards === 0) confirmation.getState()?.settle(false);
      };
    },
  };
};
