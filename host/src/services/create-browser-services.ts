import type { SiteConfig } from '@site/shared/contracts/site';
import { failure } from '@site/shared/domain/result';
import type { HostServices, HttpClient } from '@site/shared/remote/host-services';
import { createAuthStore } from '../auth/create-auth-store.ts';
import { createServerClock } from '../auth/server-clock.ts';
import { createSessionKeeper } from '../auth/session-keeper.ts';
import { confettiStore } from '../overlays/confetti.tsx';
import { toastNotify } from '../overlays/toasts.tsx';
import { createTabLock } from './create-session-refresh.ts';

/** Reading `window.localStorage` throws where the browser blocks it. */
const localStorageOrNone = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};

/**
 * The services of the page in the browser. Once per page: they hold the session and its cross-tab listener.
 * The HTTP client with its schemas comes at the first call: the page's own data came with the HTML, so most first views never need it.
 */
export const createBrowserServices = (site: SiteConfig): HostServices => {
  const session = createSessionKeeper(localStorageOrNone(), window);
  const clock = createServerClock(Date.now);
  const loadCalls = () => import(/* webpackChunkName: "calls" */ './session-calls.ts');

  let client: HttpClient | undefined;
  /** One client, however many calls ask for it at once: it is what shares one refresh among them. */
  const ready = async (): Promise<HttpClient> => {
    const { createSessionHttpClient } = await loadCalls();
    client ??= createSessionHttpClient({ baseUrl: '/api', session, clock, notify: toastNotify, lock: createTabLock(navigator.locks) });
    return client;
  };
  const http: HttpClient = {
    call: async (endpoint, input) => {
      try {
        client ??= await ready();
      } catch {
        // The client's own file did not come: to the caller that is the network's failure, like any other.
        return failure({ kind: 'network', message: '' });
      }
      return client.call(endpoint, input);
    },
  };
  const auth = createAuthStore({
    session,
    now: clock.now,
    prepareEnd: async () => {
      const [{ endSession }, ownClient] = await Promise.all([loadCalls(), ready()]);
      return () => endSession(ownClient);
    },
    askForUser: async () => (await loadCalls()).askForUser(http),
  });
  return { http, auth, notify: toastNotify, celebrate: () => confettiStore.getState().celebrate(), site };
};
