import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { findFreePort } from '@site/scripts/free-port';
import { expectHydrated } from '../support/public-pages.ts';
import { STAFF } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';
import { fillLogin, getStoredSessionKeys, SESSION_KEYS, signIn, storeSession, watchRefreshes } from '../support/staff.ts';

const greeting = (page: Page) => page.getByRole('heading', { name: /^Good / });

test.describe('The sign-in', () => {
  test("X-07 LOGIN-04 a wrong password shows the server's message and one toast, and causes no token refresh", { tag: '@whole' }, async ({
    site,
    context,
    page,
  }) => {
    const refreshes = await watchRefreshes(context);
    await page.goto(`${site.url}/login`);
    const response = page.waitForResponse('**/api/auth/login');
    await fillLogin(page, { ...STAFF, password: 'not-the-password' });
    const { message } = await (await response).json();

    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(2);
    expect(refreshes()).toBe(0);
  });

  test('X-07 LOGIN-04 an unavailable provider shows one toast', { tag: '@whole' }, async ({ site, page }) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, json: { message: 'The service is unavailable.' } }));
    await page.goto(`${site.url}/login`);
    await fillLogin(page);

    await expect(page.getByRole('main').getByRole('alert')).toHaveText('The service is unavailable.');
    await expect(page.getByRole('alert')).toHaveCount(2);
  });

  test('AUTH-11 no request to another origin carries the token, redirects included', { tag: '@whole' }, async ({ site, context, page }) => {
    const receivedTokens: (string | undefined)[] = [];
    const otherOrigin = createServer((request, response) => {
      receivedTokens.push(request.headers.authorization);
      response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*').end('{}');
    });
    const port = await findFreePort();
    otherOrigin.listen(port, '127.0.0.1');
    await storeSession(context, await signIn(site));
    const authorizedOrigins: string[] = [];
    context.on('request', (request) => {
      if (request.headers().authorization !== undefined) authorizedOrigins.push(new URL(request.url()).origin);
    });
    for (const path of ['/', '/news', '/events', '/gallery', '/volunteer', '/admin/dashboard', '/admin/posts']) {
      await page.goto(`${site.url}${path}`);
      await expectHydrated(page);
    }
    await page.route('**/api/programs?*', (route) => route.fulfill({ status: 302, headers: { location: `http://127.0.0.1:${port}/steal` } }));
    await page.getByRole('link', { name: 'Programs' }).click();
    await expect(page.getByRole('heading', { name: 'Failed to load programs' })).toBeVisible();

    expect(authorizedOrigins.length).toBeGreaterThan(0);
    expect(new Set(authorizedOrigins)).toEqual(new Set([site.url]));
    expect(receivedTokens).toEqual([]);
    otherOrigin.close();
  });

  const storages = {
    blocked: () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    },
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
    'containing invalid data': () => {
      for (const key of ['authToken', 'refreshToken', 'user', 'theme']) localStorage.setItem(key, '{"junk": \u0000');
    },
  } as const;
  for (const [state, prepare] of Object.entries(storages)) {
    test(`AUTH-05 ROLE-01 with storage ${state} the public site works, and a session lasts until the page is closed`, {
      tag: state === 'blocked' ? [] : '@whole',
    }, async ({ site, page, consoleErrors }) => {
      await page.addInitScript(prepare);
      await page.goto(`${site.url}/news`);
      await expectHydrated(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Events', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(consoleErrors).toEqual([]);

      await page.goto(`${site.url}/login`);
      await fillLogin(page);
      await expect(greeting(page)).toBeVisible();
      await page.getByRole('link', { name: 'Users' }).click();
      await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    });
  }

  test('X-18 LOGIN-08 "Remember me" requests a session of 30 days instead of 12 hours', { tag: '@whole' }, async ({ site, page }) => {
    const hours: number[] = [];
    for (const isRemembered of [false, true]) {
      await page.goto(`${site.url}/login`);
      if (isRemembered) await page.getByLabel('Remember me').check();
      const request = page.waitForRequest('**/api/auth/login');
      await fillLogin(page);
      expect((await request).postDataJSON()).toMatchObject({ remember: isRemembered });
      await expect(greeting(page)).toBeVisible();
      expect(await getStoredSessionKeys(page)).toEqual(SESSION_KEYS);
      const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? '';
      const { ses, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      hours.push((ses - iat) / 3600);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    }
    expect(hours).toEqual([12, 30 * 24]);
  });
});
