import type { Page } from '@playwright/test';
import { expectHydrated, fillApplication, PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Public pages except the sign-in page, which requires script and says so. */
const READABLE_PATHS = PUBLIC_PATHS.filter((path) => path !== '/login');
const STATIC_PATHS = [
  '/',
  '/about',
  '/team',
  '/what-we-do',
  '/impact',
  '/volunteer',
  '/school-visit',
  '/ebook',
  '/donate',
  '/donation-success',
  '/help',
  '/nope',
] as const;

/** Paths and their error messages while the provider is unavailable. */
const FAILURES: readonly (readonly [path: string, ...texts: string[]])[] = [
  ['/news', 'Failed to load news'],
  ['/news/a', 'Failed to load post', 'Back to News'],
  ['/events', 'Failed to load events'],
  ['/events/a', 'Failed to load event details'],
];
/** Paths of items that do not exist, and their error messages. */
const MISSING_ITEMS: readonly (readonly [path: string, ...texts: string[]])[] = [
  ['/news/no-such-post', 'Post not found', 'Back to News'],
  ['/events/no-such-event', 'Event not found'],
  ['/programs/nothing', 'Program Not Found', "The program you're looking for doesn't exist or has been removed.", 'Back to Programs'],
  ['/nope', '404', 'Page Not Found', "The page you're looking for doesn't exist or has been moved.", 'Go back home'],
];

const readText = async (page: Page): Promise<readonly string[]> =>
  page.getByRole('main').locator('h1:visible, h2:visible, h3:visible, p:visible').allInnerTexts();

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.describe.configure({ timeout: 90_000 });

  test('every page has the same text as with JavaScript', { tag: '@whole' }, async ({ site, page, browser }) => {
    // Another profile: a visitor with script.
    const context = await browser.newContext({ javaScriptEnabled: true, reducedMotion: 'reduce' });
    const hydratedPage = await context.newPage();
    for (const path of READABLE_PATHS) {
      await hydratedPage.goto(`${site.url}${path}`);
      await expectHydrated(hydratedPage);
      await page.goto(`${site.url}${path}`);
      expect.soft(await readText(page), path).toEqual(await readText(hydratedPage));
    }
    await context.close();
    await page.goto(`${site.url}/login`);
    expect(await page.getByRole('main').textContent()).toContain('This page needs JavaScript. All other pages work without it.');
  });

  test('VOL-12 GEN-13 ERR-06 the form reports its result, and without the provider static pages are complete and others show the specified messages', {
    tag: '@whole',
  }, async ({ ownSite, page }) => {
    await page.goto(`${ownSite.url}/volunteer`);
    await fillApplication(page);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('status').getByText('Thank you for your application! We will get back to you soon.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');

    await fillApplication(page);
    await ownSite.provider.stop();
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('alert').getByText('There was an error submitting your application. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Motivation')).toHaveValue('Somebody once listened to me.');

    for (const path of STATIC_PATHS) {
      await page.goto(`${ownSite.url}${path}`);
      await expect.soft(page.getByRole('main').getByRole('heading', { level: 1 }).first(), path).toBeVisible();
      expect.soft((await readText(page)).length, path).toBeGreaterThan(1);
    }
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    for (const [path, ...texts] of FAILURES) {
      await page.goto(`${ownSite.url}${path}`);
      for (const text of texts) await expect.soft(page.getByRole('main').getByText(text).first(), path).toBeVisible();
    }
  });

  test('ERR-06 POST-06 EVD-04 PROG-03 NF-01 missing items show the specified messages', async ({ site, page }) => {
    for (const [path, ...texts] of MISSING_ITEMS) {
      await page.goto(`${site.url}${path}`);
      for (const text of texts) await expect.soft(page.getByRole('main').getByText(text).first(), path).toBeVisible();
    }
  });
});
