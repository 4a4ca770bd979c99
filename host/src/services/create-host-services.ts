import { getMe, logout } from '@site/shared/contracts/auth';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { HostServices, HttpClient, Notify } from '@site/shared/host-services';
import { createAuthStore } from '../auth/create-auth-store.ts';
import { createServerClock, type ServerClock } from '../auth/server-clock.ts';
import { createSessionKeeper, type SessionKeeper } from '../auth/session-keeper.ts';
import type { Notice } from '../federation/page-data.ts';
import { confettiStore } from '../overlays/confetti-store.ts';
import { toastNotify } from '../overlays/toast-notify.ts';
import { createHttpClient } from './create-http-client.ts';
import { createTabLock } from './create-session-refresh.ts';

const createAuth = (http: HttpClient, session: SessionKeeper, clock: ServerClock) =>
  createAuthStore({
    session,
    now: clock.now,
    endOnServer: () => http.call(logout, { silent: true }),
    askForUser: async () => {
      const answer = await http.call(getMe);
      return answer.ok ? answer.value.user : null;
    },
  });

/** Reading `window.localStorage` throws where the browser blocks it. */
const localStorageOrNone = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};

/** The services of the page in the browser. Once per page: they hold the session and its cross-tab listener. */
export const createBrowserServices = (site: SiteConfig): HostServices => {
  const session = createSessionKeeper(localStorageOrNone(), window);
  const clock = createServerClock(Date.now);
  const http = createHttpClient({ baseUrl: '/api', session, clock, notify: toastNotify, lock: createTabLock(navigator.locks) });
  return { http, auth: createAuth(http, session, clock), notify: toastNotify, celebrate: () => confettiStore.getState().celebrate(), site };
};

export interface ServerServicesOptions {
  /** Without `/api`. */
  readonly providerUrl: string;
  /** The time limit of the page's data. */
  readonly signal: AbortSignal;
}

/** The services of one page while the server renders it: nobody is signed in, and toasts wait in `notices` for the page to come alive. */
export const createServerServices = (
  site: SiteConfig,
  { providerUrl, signal }: ServerServicesOptions,
): { readonly services: HostServices; readonly notices: readonly Notice[] } => {
  const notices: Notice[] = [];
  const keep = (kind: Notice['kind']) => (message: string) => {
    notices.push({ kind, message });
  };
  const notify: Notify = { success: keep('success'), error: keep('error') };
  const session = createSessionKeeper(undefined);
  const clock = createServerClock(Date.now);
  const http = createHttpClient({ baseUrl: `${providerUrl.replace(/\/+$/, '')}/api`, session, clock, notify, lock: createTabLock(undefined), signal });
  return { services: { http, auth: createAuth(http, session, clock), notify, celebrate: () => {}, site }, notices };
};
