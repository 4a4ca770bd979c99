import type { HostServices } from '@site/shared/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';

export interface StaffSession {
  /** Whether somebody is signed in; tries to renew a session that has run out before it says no. */
  isOpen(): Promise<boolean>;
  /** A loader that asks nothing of the provider when nobody is signed in: the guard leads to the login then. */
  guard<Data>(loader: (args: LoaderFunctionArgs) => Promise<Data>): (args: LoaderFunctionArgs) => Promise<Data | null>;
}

export const createStaffSession = ({ auth }: Pick<HostServices, 'auth'>): StaffSession => {
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

  return { isOpen, guard: (loader) => async (args) => ((await isOpen()) ? loader(args) : null) };
};
