import { type BrowserContext, expect, type Page } from '@playwright/test';
import { STAFF } from './servers.ts';

export interface StaffSession {
  readonly token: string;
  readonly refreshToken: string;
  readonly user: { readonly _id: string; readonly name: string; readonly email: string; readonly role: string };
}

const json = (body: unknown, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});

/** Signs in at the API. */
export const apiSignIn = async (
  site: { readonly url: string },
  credentials: { readonly email: string; readonly password: string } = STAFF,
): Promise<StaffSession> => {
  const answer = await fetch(`${site.url}/api/auth/login`, json({ ...credentials, remember: false }));
  expect(answer.status).toBe(200);
  return answer.json();
};

/** A colleague with a role: invited, and the invitation accepted. */
export const apiColleague = async (site: { readonly url: string }, role: string, name = `A ${role}`): Promise<StaffSession> => {
  const { token } = await apiSignIn(site);
  const email = `${role}-${Math.random().toString(36).slice(2)}@bettertomorrow.example`;
  const invited = await (await fetch(`${site.url}/api/users`, json({ name, email, role }, token))).json();
  const answer = await fetch(`${site.url}/api/invitations/${invited.data.invitation.path.split('/').at(-1)}`, json({ password: 'a-long-enough-password' }));
  return answer.json();
};

/** Puts a session where the site keeps it, before the first page. */
export const useSession = async (context: BrowserContext, { token, refreshToken, user }: StaffSession): Promise<void> => {
  await context.addInitScript(
    ([first, second, third]) => {
      // Only once: a reload must not bring back what a sign-out has taken away.
      if (sessionStorage.getItem('test-session') !== null) return;
      sessionStorage.setItem('test-session', '');
      localStorage.setItem('authToken', first ?? '');
      localStorage.setItem('refreshToken', second ?? '');
      localStorage.setItem('user', third ?? '');
    },
    [token, refreshToken, JSON.stringify(user)],
  );
};

/** Signs in at the form that the page shows. */
export const fillLogin = async (page: Page, { email, password }: { readonly email: string; readonly password: string } = STAFF): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

export const callApi = (site: { readonly url: string }, token: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${site.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Calls `GET /auth/me` so often at once through the page's own client, and gives how many were answered. */
export const callAtOnce = (page: Page, times: number): Promise<number> =>
  page.evaluate(async (count) => {
    interface Fiber {
      readonly memoizedProps?: { readonly services?: { readonly http: { call(endpoint: object): Promise<{ readonly ok: boolean }> } } };
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const find = (fiber: Fiber | null): NonNullable<Fiber['memoizedProps']>['services'] =>
      fiber === null ? undefined : (fiber.memoizedProps?.services ?? find(fiber.child) ?? find(fiber.sibling));
    const root = document.getElementById('site');
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'));
    // The page gives its client to nobody: only what React notes on its root leads there.
    const services = find((root as unknown as Record<string, { readonly stateNode: { readonly current: Fiber } }>)[key ?? '']?.stateNode.current ?? null);
    if (services === undefined) throw new Error('no services');
    const answer = { kind: 'schema', type: 'any', async: false, '~run': (dataset: object) => Object.assign(dataset, { typed: true }) };
    const endpoint = { method: 'GET', path: '/auth/me', access: 'staff', envelope: 'bare', answer };
    const answers = await Promise.all(Array.from({ length: count }, () => services.http.call(endpoint)));
    return answers.filter(({ ok }) => ok).length;
  }, times);

/** The three keys of AUTH-05. */
export const SESSION_KEYS = ['authToken', 'refreshToken', 'user'];
/** Those of them that the browser holds. */
export const keptKeys = (page: Page) => page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), SESSION_KEYS);

/** Counts the refreshes of all tabs, and lets a test answer them. */
export const watchRefreshes = async (context: BrowserContext, refuse = false) => {
  let count = 0;
  await context.route('**/api/auth/refresh', async (route) => {
    count += 1;
    if (refuse) await route.fulfill({ status: 401, json: { message: 'Your session has ended. Please sign in again.' } });
    else await route.continue();
  });
  return () => count;
};
