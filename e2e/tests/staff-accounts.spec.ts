import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, type Site, test } from '../support/site-test.ts';
import { addAuthenticator, callApi, fillLogin, inviteColleague } from '../support/staff.ts';

const PASSWORD = 'a-long-enough-password';

/** Passkeys are bound to a host name, and browsers do not create them for an IP address. */
const toLocalhost = (site: Site): string => site.url.replace('127.0.0.1', 'localhost');

const signIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(`${url}/login`);
  await fillLogin(page, { email, password: PASSWORD });
};
const greeting = (page: Page) => page.getByRole('heading', { name: /^Good / });

test.describe('Accounts', () => {
  test('SEC-08 a copied token pair is useless in another browser', { tag: '@whole' }, async ({ contentSite, page, browser }) => {
    const url = toLocalhost(contentSite);
    const { user } = await inviteColleague(contentSite, 'editor');
    await signIn(page, url, user.email);
    await expect(greeting(page)).toBeVisible();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    const cookies = await page.context().cookies(`${url}/api/auth/refresh`);
    expect(cookies.find(({ name }) => name === 'session-binding')).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api', expires: -1 });

    // Another profile: the holder of a stolen token.
    const other = await browser.newContext();
    await other.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    const thief = await other.newPage();
    await thief.goto(`${url}/admin/dashboard`);
    await expect(thief.getByRole('heading', { name: 'Login' })).toBeVisible();
    const { refreshToken = '', authToken = '' } = stored;
    expect((await callApi(contentSite, undefined, 'POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await callApi(contentSite, authToken, 'GET', '/auth/me')).status).toBe(401);
    await other.close();
    await page.reload();
    await expect(greeting(page)).toBeVisible();
  });

  test('ACC-05 ACC-08 a user sets up a passkey and an authenticator app, and signs in with each', async ({ contentSite, page, consoleErrors }) => {
    const url = toLocalhost(contentSite);
    const { user } = await inviteColleague(contentSite, 'editor');
    await addAuthenticator(page);
    await signIn(page, url, user.email);
    await expect(greeting(page)).toBeVisible();

    await page.goto(`${url}/admin/profile/security`);
    await page.getByLabel('Name').fill('My phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My phone');
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(greeting(page)).toBeVisible();

    await page.goto(`${url}/admin/profile/security`);
    const confirm = () => page.getByRole('dialog', { name: "Confirm it's you" }).getByRole('button', { name: 'Use your passkey' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await confirm();
    const text = (await page.getByText('Key: ').textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(text.replace('Key: ', '')) });
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('On: you enter a code from your app')).toBeVisible();

    // The passkey is required each time, even if it has just been used.
    for (const _ of ['once', 'again']) {
      await page.getByRole('button', { name: 'Generate new codes' }).click();
      await confirm();
      await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
      await page.getByRole('button', { name: 'I have saved them' }).click();
    }

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await fillLogin(page, { email: user.email, password: PASSWORD });
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(greeting(page)).toBeVisible();
    // The browser reports two responses as errors: the 401 that asks for the code, and the 403 that asks for the passkey.
    expect(consoleErrors.filter((message) => !/40[13]/.test(message))).toEqual([]);
  });
});
