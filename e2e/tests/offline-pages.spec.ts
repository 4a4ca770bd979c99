import { AREA_MESSAGE, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { signIn, storeSession } from '../support/staff.ts';

const PAGES: readonly (readonly [remote: string, path: string, link: string, heading: string])[] = [
  ['marketing', '/about', 'About Us', 'Empowering Youth for a Better Tomorrow'],
  ['news-events', '/events', 'Events', 'Events'],
  ['gallery', '/gallery', 'Gallery', 'Our Gallery'],
];

/** Only one remote is tested in every run, because the host renders the offline state for all remotes. */
const isRepeated = (remote: string): boolean => remote !== 'gallery';

test.describe('Without a connection', () => {
  for (const [remote, path, link, heading] of PAGES) {
    test(`ERR-05 navigating to a page of ${remote} shows that the visitor is offline, and "Try again" opens the page`, {
      tag: isRepeated(remote) ? '@whole' : [],
    }, async ({ site, page, context }) => {
      await openAndHydrate(page, `${site.url}${path === '/about' ? '/gallery' : '/about'}`);
      await context.setOffline(true);
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();
      await expect(page.getByText(AREA_MESSAGE)).toHaveCount(0);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();

      await context.setOffline(false);
      await page
        .getByRole('button', { name: 'Try again' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
    });
  }

  test('ERR-05 another page of a loaded remote whose files are missing also shows that the visitor is offline', { tag: '@whole' }, async ({
    site,
    page,
    context,
  }) => {
    await openAndHydrate(page, `${site.url}/about`);
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Get Involved', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();
    await expect(page.getByText(AREA_MESSAGE)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Volunteer with Us' })).toBeVisible();
  });

  test('ERR-05 the staff area stays visible offline, and shows the failed save and the offline message', { tag: '@whole' }, async ({ site, page, context }) => {
    await storeSession(context, await signIn(site));
    // Wait for the files that the staff area loads in the background.
    const ready = Promise.all(
      [/\/assets\/page-overlays\.[^/]*\.css$/, /\/assets\/page-overlays\.[^/]*\.js$/, /\/api\//].map((file) => page.waitForResponse(file)),
    );
    await page.goto(`${site.url}/admin/profile`);
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await ready;
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'An error occurred' });
    await expect(toast).toBeVisible();
    await expect(toast.locator('..'), 'the styles of toasts are there').toHaveCSS('position', 'fixed');

    await page.getByRole('link', { name: 'Users' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect(page.getByText(AREA_MESSAGE)).toHaveCount(0);
    await page.getByRole('link', { name: /^Profile: / }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

    await page.getByRole('link', { name: 'Users' }).click();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
  });
});
