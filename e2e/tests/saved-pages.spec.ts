import type { Page } from '@playwright/test';
import { startHost } from '@site/scripts/servers';
import { parseLogLine } from '@site/shared/domain/log-line';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { signIn, storeSession } from '../support/staff.ts';

const ARTICLE = '/news/a-lesson-that-starts-with-football';

const openWithWorker = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await expectHydrated(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
};

/** The first visitor who saves a gallery waits until all of its photos have been encoded. */
const SAVE_LIMIT_MS = 30_000;
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByText('You can open this page offline on this device.')).toBeVisible({ timeout: SAVE_LIMIT_MS });
};

const expectNothingSaved = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/helplines.txt`);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
};

test.describe('Pages without a connection', () => {
  test('VISIT-18 a saved page opens with its images, and any other page lists the helplines and the saved pages', async ({ contentSite, context, page }) => {
    await openWithWorker(page, `${contentSite.url}${ARTICLE}`);
    await save(page);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await context.setOffline(true);

    await page.goto(`${contentSite.url}/about`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:\+?\d+$/);
    await expect(page.getByRole('link', { name: 'Emergency: call 112' })).toHaveAttribute('href', 'tel:112');
    await page.getByRole('list').last().getByRole('link').first().click();

    await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
    const image = page.getByRole('main').getByRole('img').first();
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('VISIT-18 a saved gallery includes images that were never in view', { tag: '@whole' }, async ({ site, context, page }) => {
    await openWithWorker(page, `${site.url}/gallery`);
    await expect(page.locator('img[data-src]')).not.toHaveCount(0);
    await save(page);
    await context.setOffline(true);
    await page.reload();
    const images = await page.locator('main li img').all();
    expect(images.length).toBeGreaterThan(6);
    for (const image of images) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
  });

  test('VISIT-18 only saved pages are kept, and a saved page can be removed', async ({ contentSite, context, page }) => {
    await openWithWorker(page, `${contentSite.url}/events`);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await save(page);
    expect(await page.evaluate(() => caches.keys())).toEqual(['saved /events']);

    await page.getByRole('button', { name: 'Saved for offline' }).click();
    await expect(page.getByRole('button', { name: 'Save for offline' })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText('You have saved no pages yet.')).toBeVisible();

    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Events/ })).toBeVisible();
  });

  test('VISIT-18 a script cannot replace a saved page, and the next visit restores the page', async ({ contentSite, context, page }) => {
    const url = `${contentSite.url}${ARTICLE}`;
    await openWithWorker(page, url);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await save(page);
    // Any remote's script can do this.
    await page.evaluate(async (path) => {
      const cache = await caches.open(`saved ${path}`);
      const saved = await cache.match(path);
      const html = (await saved?.text())?.replaceAll('</h1>', '</h1><p>Call 666</p>');
      await cache.put(path, new Response(html, { headers: saved?.headers ?? {} }));
      const otherCache = await caches.open('saved /about');
      await otherCache.put('/about', new Response('<title>Call 666</title>Call 666', { headers: saved?.headers ?? {} }));
    }, ARTICLE);
    await context.setOffline(true);
    for (const path of [ARTICLE, '/about']) {
      await page.goto(`${contentSite.url}${path}`);
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
      await expect(page.getByText('666')).toHaveCount(0);
    }

    await context.setOffline(false);
    await page.goto(`${contentSite.url}/news`);
    const isForged = () => page.evaluate(async (path) => (await (await caches.match(path))?.text())?.includes('666'), ARTICLE);
    await expect.poll(isForged).toBe(false);
    await context.setOffline(true);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const image = page.getByRole('main').getByRole('img').first();
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('VISIT-18 NS-02 the quick exit deletes the saved pages', async ({ contentSite, page }) => {
    await openWithWorker(page, `${contentSite.url}${ARTICLE}`);
    await save(page);
    await page.route('https://www.bbc.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'weather' }));
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    await page.waitForURL('https://www.bbc.com/weather');

    await page.unrouteAll();
    await expectNothingSaved(page, contentSite.url);
  });

  test('VISIT-18 NS-02 leaving the list of saved pages with the quick exit deletes them', { tag: '@whole' }, async ({ contentSite, page }) => {
    await openWithWorker(page, `${contentSite.url}${ARTICLE}`);
    await save(page);
    await page.getByRole('link', { name: 'Saved pages' }).click();
    await expect(page.getByRole('heading', { name: 'Saved pages', exact: true })).toBeVisible();
    await page.route('https://www.bbc.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'weather' }));
    await page.getByRole('link', { name: 'Exit this page' }).click();
    await page.waitForURL('https://www.bbc.com/weather');

    await page.unrouteAll();
    await expectNothingSaved(page, contentSite.url);
  });

  test('VISIT-18 the sign-in page is never a saved page, and shows that the visitor is offline', { tag: '@whole' }, async ({ contentSite, context, page }) => {
    await openWithWorker(page, contentSite.url);
    await page.evaluate(async () => (await caches.open('saved /login')).put('/login', new Response('kept')));
    await context.setOffline(true);

    await page.goto(`${contentSite.url}/login`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText('kept', { exact: true })).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  });

  test('VISIT-18 every page visit makes one page request, with and without the service worker', { tag: '@whole' }, async ({ contentSite, browser }) => {
    const { dataFolder, provider } = contentSite;
    const host = await startHost({ dataFolder, providerUrl: provider.url, env: { ACCESS_LOG: '1' } });
    // For a private page, the log contains only the path that its remote owns.
    const countRequests = (path: string): number =>
      host
        .output()
        .split('\n')
        .filter((line) => parseLogLine(line)?.path === path.replace('/dashboard', '')).length;
    try {
      const session = await signIn(host);
      for (const path of ['/about', '/login', '/admin/dashboard']) {
        // Another profile: a visitor without a service worker.
        const context = await browser.newContext();
        if (path.startsWith('/admin')) await storeSession(context, session);
        const page = await context.newPage();
        // The first visit installs the worker, which then loads the page on later visits.
        for (const visits of [1, 2, 3]) {
          await page.goto(`${host.url}${path}`);
          await expectHydrated(page);
          await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
          await expect.poll(() => countRequests(path), path).toBeGreaterThanOrEqual(visits);
          expect(countRequests(path), `${path}, visit ${visits}`).toBe(visits);
        }
        await context.close();
      }
    } finally {
      await host.stop();
    }
  });
});
