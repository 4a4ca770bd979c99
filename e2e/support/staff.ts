import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { STAFF } from './servers.ts';
import type { Site } from './site-test.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly user: unknown;
}

const signIn = async (request: APIRequestContext, site: Pick<Site, 'url'>, credentials: Credentials): Promise<Session> => {
  const answer = await request.post(`${site.url}/api/auth/login`, { data: credentials });
  expect(answer.ok()).toBe(true);
  return answer.json();
};

/** Opens a staff screen as somebody who has signed in on this device. */
export const openAsStaff = async (page: Page, site: Pick<Site, 'url'>, path: string, credentials: Credentials = STAFF): Promise<void> => {
  const session = await signIn(page.request, site, credentials);
  // Any address of the site has its storage; this one has no script of its own.
  await page.goto(`${site.url}/robots.txt`);
  await page.evaluate(({ token, refreshToken, user }) => {
    localStorage.setItem('authToken', token);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  await page.goto(`${site.url}${path}`);
};

/** The provider's calls as a member of staff. */
export const staffCalls = async (request: APIRequestContext, site: Pick<Site, 'url'>, credentials: Credentials = STAFF) => {
  const { token } = await signIn(request, site, credentials);
  const headers = { authorization: `Bearer ${token}` };
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const answer = await request.fetch(`${site.url}/api${path}`, { method, headers, ...(data === undefined ? {} : { data }) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()).data;
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data: object) => send('POST', path, data),
    put: (path: string, data: object) => send('PUT', path, data),
    delete: (path: string) => send('DELETE', path),
  };
};

/** A new member of staff who has accepted the invitation. */
export const inviteStaff = async (request: APIRequestContext, site: Pick<Site, 'url'>, role: 'contributor' | 'editor', email: string): Promise<Credentials> => {
  const calls = await staffCalls(request, site);
  const { invitation } = await calls.post('/users', { name: `A ${role}`, email, role });
  const password = 'a-long-enough-password';
  const answer = await request.post(`${site.url}/api/invitations/${String(invitation.path).split('/').at(-1)}`, { data: { password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { email, password };
};
