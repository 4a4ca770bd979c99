import type { BrowserContext, Page } from '@playwright/test';
import { visitEditors } from '../support/editor-states.ts';
import { openAndHydrate, PUBLIC_PATHS, visitOpenStates } from '../support/public-pages.ts';
import { type StaffSession, signIn, storeSession } from '../support/staff.ts';
import { prepareScreens, SCREEN_STATES } from '../support/staff-screens.ts';
import { expect, test } from './checkers-test.ts';

// The page's Content-Security-Policy would block the engine, which is injected into the page.
test.use({ bypassCSP: true, reducedMotion: 'reduce' });

const readData = async (siteUrl: string, path: string) => (await (await fetch(`${siteUrl}/api${path}`)).json()).data;

test.describe('Public pages after hydration', () => {
  test.describe.configure({ mode: 'parallel' });

  for (const path of PUBLIC_PATHS) {
    test(path, async ({ site, page, checkPage }) => {
      await openAndHydrate(page, `${site.url}${path}`);
      await checkPage(page, path);
    });
  }

  test('item pages, further pages of lists, and missing items', async ({ site, page, checkPage }) => {
    const [post] = await readData(site.url, '/posts');
    const [event] = await readData(site.url, '/events');
    for (const path of [
      `/news/${post.slug}`,
      `/events/${event._id}`,
      '/news?page=2',
      '/events?when=past',
      '/gallery?page=2',
      '/search?q=nothing+has+these+words',
      '/news/nothing',
      '/events/nothing',
      '/programs/nothing',
      '/gallery?album=nothing',
    ]) {
      await openAndHydrate(page, `${site.url}${path}`);
      await checkPage(page, path);
    }
  });

  test('menu, helplines, form errors, toast', async ({ site, page, checkPage }) => {
    // Only narrow screens have a menu.
    await page.setViewportSize({ width: 360, height: 740 });
    await visitOpenStates(page, site.url, (state) => checkPage(page, state));
  });

  test('lightbox', async ({ site, page, checkPage }) => {
    await openAndHydrate(page, `${site.url}/gallery`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('dialog', { name: /^Photo 1 of/ })).toBeVisible();
    await checkPage(page, 'lightbox');
  });

  test('data saver', async ({ site, browser, checkPage }) => {
    const page = await browser.newPage({ extraHTTPHeaders: { 'save-data': 'on' }, bypassCSP: true });
    for (const path of ['/', '/news', '/gallery', '/volunteer']) {
      await page.goto(`${site.url}${path}`);
      await checkPage(page, `${path} (data saver)`);
    }
    await page.close();
  });

  test("the service worker's offline page", async ({ site, context, page, checkPage }) => {
    await openAndHydrate(page, `${site.url}/about`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.goto(`${site.url}/news`);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await checkPage(page, 'offline');
  });
});

test.describe('Public pages without script', () => {
  test('the form with errors, and pages while the provider is unavailable', async ({ ownSite: site, page, checkPage }) => {
    const context = page.context();
    await context.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()));
    await page.goto(`${site.url}/volunteer`);
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('main form[method=post]');
      for (const field of form?.elements ?? []) field.removeAttribute('required');
      form?.submit();
    });
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await checkPage(page, 'errors of a posted form');
    await site.provider.stop();
    for (const path of ['/', '/news', '/news/nothing', '/events', '/events/nothing', '/gallery', '/search?q=schools', '/programs/navigate', '/volunteer']) {
      await page.goto(`${site.url}${path}`);
      await checkPage(page, `${path} (provider stopped)`);
    }
  });
});

test.describe('Staff area', () => {
  let session: StaffSession;
  test.beforeAll(async ({ contentSite }) => {
    session = await signIn(contentSite);
    await prepareScreens(contentSite, session);
  });

  const open = async (context: BrowserContext, page: Page, url: string): Promise<void> => {
    await storeSession(context, session);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

  for (const { name, path, open: openState } of SCREEN_STATES) {
    test(name, async ({ contentSite, context, page, checkPage }) => {
      await open(context, page, `${contentSite.url}${path}`);
      await openState?.(page);
      await checkPage(page, name);
    });
  }

  test('editors and their dialogs', async ({ contentSite, page, checkPage }) => {
    await visitEditors(page, contentSite, (state) => checkPage(page, `editor: ${state}`));
  });
});
