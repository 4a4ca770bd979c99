import { expect, type Page } from '@playwright/test';
import type { Site } from './site-test.ts';
import { apiSignIn, callApi, type StaffSession, useSession } from './staff-session.ts';

type Address = Pick<Site, 'url'>;

/** Opens a staff screen as somebody who has signed in on this device; as an administrator unless told. */
export const openAsStaff = async (page: Page, site: Address, path: string, session?: StaffSession): Promise<void> => {
  await useSession(page.context(), session ?? (await apiSignIn(site)));
  await page.goto(`${site.url}${path}`);
};

/** The provider's calls of an administrator; they answer what stands inside `data`. */
export const staffCalls = async (site: Address) => {
  const { token } = await apiSignIn(site);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await callApi(site, token, method, path, body);
    const read = await answer.json();
    expect(answer.ok, `${method} ${path}: ${JSON.stringify(read)}`).toBe(true);
    return read.data;
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
  };
};
