import type { Page } from '@playwright/test';
import { findAxeViolations, finishTransitions } from '../support/axe.ts';
import { expectHydrated, fillApplication } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { countByType, KILOBYTE, sumBytes, watchTransfers } from '../support/transfers.ts';

/** Scrolls to the end of the page, so that every section has been in view. */
const scrollThrough = async (page: Page): Promise<void> => {
  for (const section of await page.locator('section, footer').all()) await section.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
};

const findArticle = async (siteUrl: string): Promise<string> => {
  const { data } = await (await fetch(`${siteUrl}/api/posts`)).json();
  return `/news/${data[0].slug}`;
};

const dataSaverOptions = { extraHTTPHeaders: { 'save-data': 'on' }, viewport: { width: 360, height: 740 } };
const expectDataSaver = (page: Page) => expect(page.getByRole('button', { name: 'Show everything' })).toBeAttached();
const expectFullPage = (page: Page) => expect(page.getByRole('button', { name: 'Use less data' })).toBeAttached();

for (const javaScriptEnabled of [true, false]) {
  test.describe(`data saver, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ ...dataSaverOptions, javaScriptEnabled });

    for (const [name, limit] of [
      ['home', 26],
      ['article', 26],
    ] as const) {
      test(`the ${name} page takes a single request of at most ${limit} KB, besides the site's icon`, {
        tag: javaScriptEnabled && name === 'home' ? [] : '@whole',
      }, async ({ site, page }) => {
        const path = name === 'home' ? '/' : await findArticle(site.url);
        const transfers = await watchTransfers(page);
        await page.goto(`${site.url}${path}`);
        await expectDataSaver(page);
        await scrollThrough(page);

        expect(sumBytes(transfers)).toBeLessThanOrEqual(limit * KILOBYTE);
        expect(transfers.filter(({ url }) => url !== `${site.url}/favicon.svg`).map(({ url }) => url)).toEqual([`${site.url}${path}`]);
      });
    }

    test("the switch in the footer overrides the browser's setting, and reloads the same page", { tag: javaScriptEnabled ? [] : '@whole' }, async ({
      site,
      page,
    }) => {
      await page.goto(`${site.url}/news?page=1`);
      await expectDataSaver(page);
      // Sections get their real height when they come near the viewport, which could move the button between press and release.
      await scrollThrough(page);
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expectFullPage(page);
      await expect(page).toHaveURL(`${site.url}/news?page=1`);
      await expect(page.getByRole('link', { name: 'Show picture' })).toHaveCount(0);
      await page.goto(`${site.url}/events`);
      await page.getByRole('button', { name: 'Use less data' }).click();
      await expectDataSaver(page);
      await expect(page).toHaveURL(`${site.url}/events`);
    });

    test('the film states how much data it uses', { tag: '@whole' }, async ({ site, page }) => {
      await page.goto(site.url);
      await expect(page.getByRole('main')).toContainText('14 MB ≈ ₦7');
    });
  });
}

test.describe('data saver', () => {
  test.use(dataSaverOptions);

  test('a tap shows the photo in its frame, and uses about as much data as stated', async ({ site, page, consoleErrors }) => {
    const transfers = await watchTransfers(page);
    await page.goto(`${site.url}${await findArticle(site.url)}`);
    const link = page.getByRole('link', { name: 'Show picture' }).first();
    const statedKilobytes = Number(/about (\d+) KB/.exec(String(await link.textContent()))?.[1]);
    const description = String(await link.locator('span').textContent());
    await link.focus();
    await page.keyboard.press('Enter');

    const image = page.getByRole('img', { name: description });
    await expect(image).toBeFocused();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(300);
    const usedKilobytes = sumBytes(transfers.filter(({ url }) => url.includes('/img/'))) / KILOBYTE;
    // The stated size is for photos. Drawings are smaller, especially as AVIF.
    expect(usedKilobytes).toBeGreaterThan(statedKilobytes / 3);
    expect(usedKilobytes).toBeLessThan(statedKilobytes * 1.5);
    expect(countByType(transfers, 'Script')).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  test('an image that fails to load keeps its link', async ({ site, page }) => {
    await page.route('**/img/**', (route) => route.abort());
    await page.goto(`${site.url}${await findArticle(site.url)}`);
    const link = page.getByRole('link', { name: 'Show picture' }).first();
    await link.click();
    await expect(link).not.toHaveAttribute('aria-busy');
    await expect(link).toBeVisible();
  });

  test('a script that fails to load keeps the image links, and is requested again on the next use', async ({ site, page }) => {
    await page.goto(`${site.url}${await findArticle(site.url)}`);
    const links = page.locator('.picture-link');
    const count = await links.count();
    expect(count).toBeGreaterThan(0);
    let failures = 0;
    await page.route('**/assets/main.*.js', (route) => {
      failures += 1;
      return route.abort('connectionreset');
    });
    const copy = page.getByRole('button', { name: 'Copy link' });
    await copy.click();
    await expect.poll(() => failures).toBe(1);
    await expect(links).toHaveCount(count);
    await page.unroute('**/assets/main.*.js');
    await copy.click();
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await expect(links).toHaveCount(count);
  });

  test('an image is replaced by a link to it without script', { tag: '@whole' }, async ({ site, browser }) => {
    // Another profile: a visitor without script.
    const context = await browser.newContext({ ...dataSaverOptions, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}${await findArticle(site.url)}`);
    const href = await page.getByRole('link', { name: 'Show picture' }).first().getAttribute('href');
    await page.getByRole('link', { name: 'Show picture' }).first().click();
    await expect(page).toHaveURL(`${site.url}${href}`);
    await context.close();
  });

  test('a button that needs script loads it and repeats the press, without fonts or images; links load data-saving pages', async ({
    site,
    page,
    consoleErrors,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const transfers = await watchTransfers(page);
    await page.goto(`${site.url}${await findArticle(site.url)}`);
    const links = await page.getByRole('link', { name: 'Show picture' }).count();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectHydrated(page);
    await expect(page.getByRole('status').filter({ hasText: 'copied' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Show picture' })).toHaveCount(links);
    expect([countByType(transfers, 'Font'), transfers.filter(({ url }) => url.includes('/img/')).length]).toEqual([0, 0]);
    expect(consoleErrors).toEqual([]);

    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
    await expect(page).toHaveURL(`${site.url}/about`);
    await expectDataSaver(page);
    await expect(page.locator('html[data-alive]')).not.toBeAttached();
  });

  test('an open lightbox hydrates without loading its photos', { tag: '@whole' }, async ({ site, page, consoleErrors }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const transfers = await watchTransfers(page);
    await page.goto(`${site.url}/gallery`);
    await page.goto(`${site.url}${await page.locator('main li a').first().getAttribute('href')}`);
    const texts = page.locator('.picture-text');
    const count = await texts.count();
    expect(count).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectHydrated(page);
    await expect(page.getByRole('status').filter({ hasText: 'copied' }).first()).toBeVisible();
    await expect(texts).toHaveCount(count);
    expect(transfers.filter(({ url }) => url.includes('/img/'))).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('a form loads the script that saves its input, and can be sent', { tag: '@whole' }, async ({ contentSite, page }) => {
    await page.goto(`${contentSite.url}/volunteer`);
    await page.getByLabel('Name').focus();
    await expectHydrated(page);
    await fillApplication(page);
    await page.getByRole('button', { name: 'Send application' }).click();
    // The message appears on the page and in the toast above it.
    await expect(page.getByRole('status').getByText('Thank you for your application! We will get back to you soon.').first()).toBeVisible();
  });

  test('a panel loads the script that closes it on Escape when opened by keyboard, but not by tap', { tag: '@whole' }, async ({ site, page }) => {
    const transfers = await watchTransfers(page);
    await page.goto(`${site.url}/about`);
    const menu = page.locator('details[data-menu]');
    await menu.locator('summary').click();
    await expect(menu).toHaveAttribute('open', '');
    await menu.locator('summary').click();
    expect(countByType(transfers, 'Script')).toBe(0);

    await menu.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expectHydrated(page);
    await page.keyboard.press('Escape');
    await expect(menu).not.toHaveAttribute('open');
  });

  test('staff pages load their script as usual', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/login`);
    await expectHydrated(page);
  });
});

test.describe('data saver, accessibility', () => {
  test.use(dataSaverOptions);

  test('axe finds no violation, in light and dark', { tag: '@whole' }, async ({ site, page }) => {
    for (const path of ['/', '/news', await findArticle(site.url), '/gallery', '/events', '/about', '/team']) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${site.url}${path}`);
      await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
      expect.soft(await findAxeViolations(page), `${path}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await finishTransitions(page);
      expect.soft(await findAxeViolations(page, 'colours'), `${path}, dark`).toEqual([]);
    }
  });
});

test('caches keep the variants separate, and 3G alone does not enable data saver', async ({ site }) => {
  const read = async (headers: Readonly<Record<string, string>>) => {
    const response = await fetch(site.url, { headers });
    return { headers: response.headers, saves: (await response.text()).includes('Show everything') };
  };
  const defaultPage = await read({});
  const saved = await read({ 'save-data': 'on' });
  expect(defaultPage.headers.get('vary')).toBe('accept-encoding, cookie, save-data, ect');
  expect(saved.headers.get('vary')).toBe(defaultPage.headers.get('vary'));
  expect(saved.headers.get('etag')).not.toBe(defaultPage.headers.get('etag'));
  expect([defaultPage.saves, saved.saves, (await read({ ect: '2g' })).saves, (await read({ ect: 'slow-2g' })).saves]).toEqual([false, true, true, true]);
  expect([(await read({ ect: '3g' })).saves, (await read({ 'save-data': 'on', cookie: 'data-saver=off' })).saves]).toEqual([false, false]);
});
