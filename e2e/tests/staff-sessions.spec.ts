import type { BrowserContext, Page } from '@playwright/test';
import { STAFF } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';
import { fillLogin, getStoredSessionKeys, type StaffSession, signIn, storeSession, watchRefreshes } from '../support/staff.ts';

const greeting = (page: Page) => page.getByRole('heading', { name: /^Good / });

/** From now on, rejects API calls with this token, as if it had expired. */
const expire = (context: BrowserContext, { token }: StaffSession) =>
  context.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/auth/refresh'),
    async (route) => {
      if (route.request().headers().authorization === `Bearer ${token}`) await route.fulfill({ status: 401, json: { message: 'Expired' } });
      else await route.fallback();
    },
  );

test.describe('Sessions', { tag: '@whole' }, () => {
  test('AUTH-07 AUTH-03 one tab refreshes the token, and all tabs use the new one', async ({ site, context, page }) => {
    const session = await signIn(site);
    await storeSession(context, session);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${site.url}/admin/dashboard`);
      await expect(greeting(tab)).toBeVisible();
    }
    const refreshes = await watchRefreshes(context);
    await expire(context, session);

    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: 'Programs' }).click()));
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible();
    await other.getByRole('link', { name: 'Events', exact: true }).click();
    await expect(other.getByRole('table', { name: 'Events' })).toBeVisible();
    expect(refreshes()).toBe(1);
    expect(await other.evaluate(() => localStorage.getItem('authToken'))).not.toBe(session.token);
  });

  test('AUTH-07 a failed refresh signs out all tabs once, explains why, and preserves unsaved work', async ({ site, context, page }) => {
    const session = await signIn(site);
    await storeSession(context, session);
    await page.goto(`${site.url}/admin/profile`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the end');
    const other = await context.newPage();
    await other.goto(`${site.url}/admin/dashboard`);
    await expect(greeting(other)).toBeVisible();
    const refreshes = await watchRefreshes(context, { reject: true });
    await expire(context, session);
    await page.getByRole('button', { name: 'Save' }).click();

    for (const tab of [page, other]) await expect(tab.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    expect(refreshes()).toBe(1);
    expect(await getStoredSessionKeys(page)).toEqual([]);

    const password = page.getByRole('dialog').getByLabel('Password', { exact: true });
    await password.fill(STAFF.password);
    await password.press('Enter');
    await expect(page.getByText('Your name has been saved')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the end');
    await expect(other.getByRole('dialog')).toHaveCount(0);
  });

  test('AUTH-06 AUTH-07 a visit with an expired session is redirected to the sign-in, which explains why', async ({ site, context, page }) => {
    const session = await signIn(site);
    await storeSession(context, session);
    const refreshes = await watchRefreshes(context, { reject: true });
    await expire(context, session);
    // By the browser's clock, the token has expired too.
    await page.clock.install({ time: Date.now() + 60 * 60 * 1000 });
    await page.goto(`${site.url}/admin/events?show=draft`);

    await expect(page.getByText('Your session has ended. Sign in to pick up where you left off.')).toBeVisible();
    expect(refreshes()).toBe(1);
    await fillLogin(page);
    await expect(page).toHaveURL(`${site.url}/admin/events?show=draft`);
  });

  test('AUTH-02 NS-11 signing out in one tab signs out all tabs', async ({ site, context, page }) => {
    await storeSession(context, await signIn(site));
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${site.url}/admin/dashboard`);
      await expect(greeting(tab)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Sign out' }).click();

    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'Login' })).toBeVisible();
      expect(await getStoredSessionKeys(tab)).toEqual([]);
    }
  });

  for (const hours of [-5, 5]) {
    test(`AUTH-06 a clock that is ${hours} hours off has no effect`, async ({ site, context, page }) => {
      await storeSession(context, await signIn(site));
      const refreshes = await watchRefreshes(context);
      await page.clock.install({ time: Date.now() + hours * 60 * 60 * 1000 });
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(greeting(page)).toBeVisible();
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(refreshes()).toBe(0);
    });
  }
});
