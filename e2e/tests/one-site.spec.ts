import { brotliCompressSync } from 'node:zlib';
import { expectHydrated, loadFooterSettings } from '../support/public-pages.ts';
import { STAFF } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';

const HTML_BUDGET_BYTES = 14 * 1024;
/** Ten TCP segments, which a server may send before the first acknowledgement, minus the page's headers in HTTP/2. */
const FIRST_WINDOW_BYTES = 10 * 1460 - 1370;

const getRemotes = (urls: readonly string[]): string[] => [...new Set(urls.flatMap((url) => /\/_mf\/([^/]+)\//.exec(url)?.[1] ?? []))];

test.describe('One site built from five parts', () => {
  test("loads only the page's remote, no registry, and no script before the page has loaded", async ({ site, page, consoleErrors }) => {
    const scripts: string[] = [];
    const others: string[] = [];
    let hasLoaded = false;
    const earlyScripts: string[] = [];
    page.on('load', () => {
      hasLoaded = true;
    });
    page.on('request', (request) => {
      (request.resourceType() === 'script' ? scripts : others).push(request.url());
      if (request.resourceType() === 'script' && !hasLoaded) earlyScripts.push(request.url());
    });
    await page.goto(`${site.url}/news`);
    await expectHydrated(page);

    expect(earlyScripts).toEqual([]);
    expect(getRemotes(scripts)).toEqual(['news-events']);
    expect([...scripts, ...others].filter((url) => /registry|manifest|build\.json|release\.json/.test(url))).toEqual([]);
    expect(others.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('the home page stays within its budgets: 130 KB of script, 14 KB of HTML, 10 KB per remote entry', async ({ site, page }) => {
    const bytesByPath = new Map<string, number>();
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script')
        bytesByPath.set(new URL(response.url()).pathname, Number(response.headers()['content-length'] ?? Number.NaN));
    });
    await page.goto(site.url);
    await expectHydrated(page);
    await page.waitForLoadState('networkidle');

    const measureHtml = async (): Promise<number> => {
      const { headers } = await fetch(site.url, { headers: { 'accept-encoding': 'br' } });
      return Number(headers.get('content-length') ?? Number.NaN);
    };
    expect(await measureHtml()).toBeLessThanOrEqual(HTML_BUDGET_BYTES);
    // Once the page has had visitors, the host compresses it at the best quality.
    await expect.poll(measureHtml).toBeLessThanOrEqual(FIRST_WINDOW_BYTES);
    expect([...bytesByPath.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(130 * 1024);
    for (const [path, bytes] of bytesByPath) if (/\/remote_\w+\.js$/.test(path)) expect(bytes, path).toBeLessThanOrEqual(10 * 1024);
  });

  test('the HTML of pages stays within its budget for the first visitor, not counting the text of articles', {
    tag: '@whole',
  }, async ({ ownSite }) => {
    const measureSize = async (path: string): Promise<number> => {
      const { headers } = await fetch(`${ownSite.url}${path}`, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
      expect(headers.get('content-encoding')).toBe('br');
      return Number(headers.get('content-length') ?? Number.NaN);
    };
    for (const path of ['/', '/about', '/news', '/events']) expect(await measureSize(path), path).toBeLessThanOrEqual(HTML_BUDGET_BYTES);
    const { data: posts } = await (await fetch(`${ownSite.url}/api/posts`)).json();
    for (const { slug, content } of posts.slice(0, 3))
      expect(await measureSize(`/news/${slug}`), slug).toBeLessThanOrEqual(HTML_BUDGET_BYTES + brotliCompressSync(content).length);
  });

  test('the fonts and the image of the first view are preloaded before the HTML, and requested once', { tag: '@whole' }, async ({ site, page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const response = await page.goto(site.url);
    const preloadedPaths = [...((await response?.headerValue('link')) ?? '').matchAll(/<([^>]*)>; rel=preload/g)].map(([, path = '']) => path);
    expect(preloadedPaths).toEqual([
      expect.stringMatching(/\/onest-latin\..*woff2$/),
      expect.stringMatching(/\/bricolage\..*woff2$/),
      expect.stringMatching(/\/hero-1\..*svg$/),
    ]);
    await expectHydrated(page);
    expect(preloadedPaths.map((path) => requested.filter((requestedPath) => requestedPath === path).length)).toEqual([1, 1, 1]);
  });

  test('the HTML contains the data of its own page; one cached file contains the remaining data, and navigations wait for it', { tag: '@whole' }, async ({
    site,
    page,
  }) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requested: string[] = [];
    await page.route('**/site-data/*', async (route) => {
      requested.push(route.request().url());
      await released;
      await route.continue();
    });
    await page.goto(site.url);
    const pageData = JSON.parse((await page.locator('#page-data').textContent()) ?? '');
    expect(Object.keys(pageData.set.remotes)).toEqual(['marketing']);
    expect(pageData.site).not.toHaveProperty('storeUrl');
    await expect.poll(() => requested).toHaveLength(1);
    release();
    await expectHydrated(page);

    await page.getByRole('link', { name: 'Ebook', exact: true }).first().click();
    await expect(page).toHaveURL(`${site.url}/ebook`);
    const { site: siteData } = await (await fetch(requested[0] ?? '')).json();
    await expect(page.getByRole('main').locator(`a[href="${siteData.storeUrl}"]`).first()).toBeVisible();
    expect(requested).toHaveLength(1);
    expect((await fetch(requested[0] ?? '')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('stylesheets that do not arrive delay the page only briefly, and are requested again', { tag: '@whole' }, async ({ site, page }) => {
    let heldRequests = 0;
    await page.route(/\.css$/, (route) => {
      heldRequests += 1;
      if (heldRequests > 3) void route.continue();
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Tomorrow is ours to build' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);

    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectHydrated(page);
    await expect(page.getByRole('contentinfo')).toHaveCSS('padding-bottom', '104px');
    await expect(page.getByRole('heading', { name: 'In their words' }).locator('xpath=ancestor::section')).toHaveCSS('position', 'relative');
  });

  test('ROUTE-18 navigates between remotes without a reload; title and focus follow', async ({ site, page, consoleErrors }) => {
    await page.goto(site.url);
    await expectHydrated(page);
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));

    const steps = [
      ['News', /Latest News/, 'Latest News & Updates'],
      ['Gallery', /Gallery/, 'Our Gallery'],
      ['Team', /Team/, 'Our Team'],
    ] as const;
    for (const [link, title, heading] of steps) {
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(title);
      await expect(page.locator('#main')).toBeFocused();
    }
    await expect(page.locator('html[data-same-document]')).toBeAttached();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });

  test('NS-02 pages hydrate and navigate in browsers without features newer than Chrome 90 and Safari 14.1', { tag: '@whole' }, async ({
    site,
    page,
    consoleErrors,
  }) => {
    await page.addInitScript(() => {
      const newerFeatures: readonly (readonly [object, readonly string[]])[] = [
        [URL, ['canParse', 'parse']],
        [AbortSignal, ['any', 'timeout']],
        [AbortSignal.prototype, ['throwIfAborted', 'reason']],
        [Object, ['hasOwn', 'groupBy']],
        [Array, ['fromAsync']],
        [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
        [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
        [Promise, ['withResolvers', 'try']],
        [Crypto.prototype, ['randomUUID']],
        [window, ['structuredClone']],
      ];
      for (const [owner, names] of newerFeatures) for (const name of names) Reflect.deleteProperty(owner, name);
    });
    for (const path of ['/', '/volunteer', '/news', '/gallery']) {
      await page.goto(`${site.url}${path}`);
      await expectHydrated(page);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'News', exact: true }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Read More/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Need to talk?' })).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });

  test('GEN-02 GEN-11 LOGIN-03 ROUTE-17 staff are redirected to the sign-in and then to their dashboard', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/admin/dashboard`);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await page.getByLabel('Email').fill(STAFF.email);
    await page.getByLabel('Password', { exact: true }).fill(STAFF.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
    await expect(page.getByText('Administrator').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' }).or(page.getByRole('menuitem', { name: 'Sign out' }))).toBeAttached();
  });

  test('SHELL-14 a chosen theme applies to the next page without a script file', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/about`);
    await loadFooterSettings(page);
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();

    await page.route(/\.js(\?|$)/, (route) => route.abort());
    await page.goto(`${site.url}/news`);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  });
});
