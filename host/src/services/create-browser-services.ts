import type { SiteConfig } from '@site/shared/contracts/site';
import { failure } from '@site/shared/domain/result';
import type { HostServices, HttpClient } from '@site/shared/remote/host-services';
import { createAuthStore } from '../auth/create-auth-store.ts';
import { createSessionStorage } from '../auth/session-storage.ts';
import { createServerClock } from '../auth/token-expiry.ts';
import { confettiStore } from '../overlays/confetti.tsx';
import { toastNotifier } from '../overlays/toasts.tsx';

/** Returns local storage, or undefined if the browser blocks it: `window.localStorage` then throws. */
const getLocalStorage = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};

/**
 * Creates the page's services in the browser. Call it once per page, because the services own the session and its cross-tab listener. Nothing is stored if
 * staff sign in at another origin. The HTTP client and its schemas load with the first request: the page's data is in the HTML, so most first views do not need
 * the client.
 */
export const createBrowserServices = (site: SiteConfig, hasSessions = true): HostServices => {
  const storage = getLocalStorage();
  // Clear a session from before staff had a separate origin.
  if (!hasSessions) createSessionStorage(storage).clear();
  const session = createSessionStorage(hasSessions ? storage : undefined, window);
  const clock = createServerClock(Date.now);
  const loadHttp = () => import(/* webpackChunkName: "calls" */ './session-http-client.ts');

  let client: HttpClient | undefined;
  const getClient = async (): Promise<HttpClient> => {
    const { createSessionHttpClient, createTabLock } = await loadHttp();
    // oxlint-disable-next-line no-restricted-properties -- Without locks, each tab refreshes independently.
    client ??= createSessionHttpClient({ baseUrl: '/api', session, clock, notify: toastNotifier, lock: createTabLock(navigator.locks) });
    return client;
  };
  const http: HttpClient = {
    call: async (endpoint, input) => {
      try {
        client ??= await getClient();
      } catch {
        // The HTTP client's chunk did not load, which is a network failure for the caller.
        return failure({ kind: 'network', message: '' });
      }
      return client.call(endpoint, input);
    },
  };
  const auth = createAuthStore({
    session,
    now: clock.now,
    prepareSignOut: async () => {
      const [{ endSession }, ownClient] = await Promise.all([loadHttp(), getClient()]);
      return () => endSession(ownClient);
    },
    fetchUser: async () => (await loadHttp()).fetchUser(http),
  });
  const loadDisplay = () => import(/* webpackChunkName: "footer-settings" */ '../layout/display-preferences.ts');
  return { http, auth, notify: toastNotifier, celebrate: () => confettiStore.getState().celebrate(), site, loadDisplay };
};
