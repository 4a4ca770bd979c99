import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { getMe, logout, refresh, type Session, sessionSchema } from '../contracts/auth.ts';
import { failure, success } from '../domain/result.ts';
import type { AuthState, HostServices, HttpClient, Notify } from '../remote/host-services.ts';
import { createHttpClient } from '../remote/http-client.ts';
import type { RemoteModule } from '../remote/remote-contract.ts';
import { toRouterRoutes } from '../remote/router-routes.ts';
import '../styles/base.css';
import '../styles/fonts.css';
import { siteFixture } from './fixtures.ts';

/** Key of this tab's session, which is stored so that a reload during development does not sign the developer out. */
const SESSION_KEY = 'dev-session';

const readSession = (): Session | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sessionSchema), sessionStorage.getItem(SESSION_KEY));
  return parsed.success ? parsed.output : null;
};

/**
 * Creates the host services that a page needs: the real HTTP client, for the provider to which the dev server proxies `/api`, and a session that is not
 * synchronised between tabs.
 */
const createDevServices = (): HostServices => {
  let session = readSession();
  const notify: Notify = { success: (message) => console.info(message), error: (message) => console.error(message) };

  const store = (next: Session | null): void => {
    session = next;
    if (next === null) sessionStorage.removeItem(SESSION_KEY);
    else sessionStorage.setItem(SESSION_KEY, JSON.stringify(next));
    auth.setState({ user: next?.user ?? null, token: next?.token ?? null });
  };

  const http: HttpClient = createHttpClient({
    baseUrl: '/api',
    notify,
    getToken: () => session?.token ?? null,
    renewToken: async () => {
      const renewed = session === null ? null : await http.call(refresh, { body: { refreshToken: session.refreshToken }, silent: true });
      if (session !== null && renewed?.ok && renewed.value.token) {
        store({ ...session, token: renewed.value.token, refreshToken: renewed.value.refreshToken ?? session.refreshToken });
        return success(renewed.value.token);
      }
      store(null);
      return failure({ kind: 'unauthorized', message: '', status: 401 });
    },
  });

  const auth = createStore<AuthState>(() => ({
    user: session?.user ?? null,
    token: session?.token ?? null,
    isAuthenticated: () => session !== null,
    now: Date.now,
    start: store,
    signOut: async () => {
      await http.call(logout, { silent: true });
      store(null);
    },
    loadUser: async () => {
      const response = await http.call(getMe);
      return response.ok ? response.value.user : null;
    },
  }));

  return { http, auth, notify, celebrate: () => console.info('confetti'), site: siteFixture() };
};

/** Shows a single remote without the host. Only for `npm run dev -w remote-<name>`; never shipped. */
export const mountDevPage = (createRoutes: RemoteModule['createRoutes']): void => {
  const element = document.createElement('main');
  document.body.append(element);
  createRoot(element).render(<RouterProvider router={createBrowserRouter(toRouterRoutes(createRoutes(createDevServices())))} />);
};
