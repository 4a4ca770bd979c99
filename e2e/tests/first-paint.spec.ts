import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';
import { openAsStaff, signIn, storeSession } from '../support/staff.ts';

const SLOW_NETWORK = { offline: false, latency: 600, downloadThroughput: 250_000 / 8, uploadThroughput: 250_000 / 8 };

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

const holdScripts = async (context: BrowserContext): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

const slowDown = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_NETWORK);
};

const observeLayoutShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const observed = { shift: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) observed.shift += (entry as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
const readShift = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { readonly observed: { readonly shift: number } }).observed.shift);

const waitForPaint = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length), { timeout: 30_000 }).toBe(1);

const rail = (page: Page) => page.getByRole('navigation', { name: 'Staff area' });
const getBackgroundColor = (page: Page, selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

const readBoxes = (page: Page, selector: string) =>
  page.evaluate((parts) => {
    const visibleElements = [...document.querySelectorAll(parts)].filter((element) => element.getBoundingClientRect().height > 0);
    return Object.fromEntries(
      visibleElements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.textContent?.replace(/\d.*/, '').trim() ?? '', [x, y, width, height].map(Math.round)];
      }),
    );
  }, selector);

test.describe('The first paint of the sign-in and the staff area', () => {
  test.describe.configure({ timeout: 120_000 });

  for (const viewport of SIZES) {
    test(`ROUTE-17 the staff area paints its frame immediately, and the layout does not shift when the script takes over, at ${viewport.width} px`, {
      tag: '@whole',
    }, async ({ site, browser }) => {
      const session = await signIn(site);
      for (const [path, heading] of [
        ['/admin/dashboard', /^Good /],
        ['/admin/posts', 'News'],
      ] as const) {
        // Another profile: a first visit, for which nothing is cached.
        const context = await browser.newContext({ viewport, colorScheme: viewport.width === 768 ? 'dark' : 'light' });
        await storeSession(context, session);
        await observeLayoutShifts(context);
        const release = await holdScripts(context);
        const page = await context.newPage();
        await slowDown(page);
        await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
        await waitForPaint(page);

        await expect(rail(page).getByRole('link', { name: 'Gallery' })).toBeVisible();
        await expect(rail(page).locator('[aria-current="page"]')).toHaveText(path === '/admin/posts' ? 'News' : 'Dashboard');
        expect(await getBackgroundColor(page, 'nav[aria-label="Staff area"]')).toBe(viewport.width === 768 ? 'rgb(12, 10, 26)' : 'rgb(23, 18, 64)');
        await expect(page.locator('[aria-busy="true"] [role="status"]')).toHaveText('Loading the page');
        await expect(page.getByText('This page needs JavaScript.')).toBeHidden();
        expect(await page.locator('[aria-busy="true"] [aria-hidden="true"] div').count()).toBeGreaterThan(5);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        const parts = 'nav[aria-label="Staff area"], nav[aria-label="Staff area"] li a, nav[aria-label="Staff area"] button, main h1';
        // The frame has its final layout once the fonts have loaded.
        await page.evaluate(() => document.fonts.ready);
        const before = await readBoxes(page, parts);

        release();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 60_000 });
        const after = await readBoxes(page, parts);
        for (const [name, box] of Object.entries(before)) if (name in after && name !== '') expect(after[name], name).toEqual(box);
        expect(await readShift(page), path).toBeLessThan(0.05);
        await context.close();
      }
    });

    test(`LOGIN-01 the sign-in paints its form immediately and without layout shift, at ${viewport.width} px`, { tag: '@whole' }, async ({ site, browser }) => {
      // Another profile: a first visit with this screen size.
      const context = await browser.newContext({ viewport });
      await observeLayoutShifts(context);
      const release = await holdScripts(context);
      const page = await context.newPage();
      await slowDown(page);
      // Use the host name, because browsers do not offer passkeys on an IP address.
      await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/login`, { waitUntil: 'commit' });
      await waitForPaint(page);

      await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
      const parts = 'main h1, main label, main input, main a';
      await page.evaluate(() => document.fonts.ready);
      const before = await readBoxes(page, parts);

      release();
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeEnabled({ timeout: 60_000 });
      expect(await readBoxes(page, parts)).toEqual(before);
      expect(await readShift(page)).toBeLessThan(0.05);
      await context.close();
    });
  }

  test('ROUTE-17 without a session the staff area first shows only the navigation, then redirects to the sign-in', async ({ site, page }) => {
    const release = await holdScripts(page.context());
    await page.goto(`${site.url}/admin/users`, { waitUntil: 'commit' });
    await expect(rail(page).getByRole('link')).toHaveCount(6);
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign out' })).toHaveCount(0);
    release();

    await expect(page.getByRole('textbox', { name: 'Email' })).toBeEnabled();
    await expect(page).toHaveURL(`${site.url}/login`);
    await expect(rail(page)).toHaveCount(0);
  });

  test('says that it needs JavaScript when its script never arrives', async ({ site, page }) => {
    await page.context().route(/\.js$/, (route) => route.abort());
    for (const path of ['/login', '/admin/posts']) {
      await page.goto(`${site.url}${path}`);
      const note = page.getByText('This page needs JavaScript. All other pages work without it.');
      await expect(note).toBeHidden();
      // Finish the animation that delays the note by half a minute.
      await note.evaluate((element) => {
        for (const animation of element.getAnimations()) animation.finish();
      });
      await expect(note).toBeVisible();
    }
  });

  test('NS-10 the staff area is replaced by an error message when none of its files can be loaded', { tag: '@whole' }, async ({ site, page }) => {
    await page.context().route(/\/_mf\/auth-admin\/.*\.js$/, (route) => route.abort());
    await openAsStaff(page, site, '/admin/posts');

    await expect(page.getByRole('heading', { level: 1, name: 'This part of the site is taking a break.' })).toBeVisible({ timeout: 30_000 });
    await expect(rail(page)).toHaveCount(0);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('ROUTE-17 sign-in and staff area say that they need JavaScript', async ({ site, page }) => {
      for (const path of ['/login', '/admin/posts']) {
        await page.goto(`${site.url}${path}`);
        await expect(page.getByText('This page needs JavaScript. All other pages work without it.')).toBeVisible();
      }
      await expect(rail(page).getByRole('link', { name: 'News' })).toBeVisible();
    });
  });
});
