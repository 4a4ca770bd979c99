import type { Page, Route } from '@playwright/test';
import { expectHydrated, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const findLostStylesheets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const appliedLinks = new Set(
      Array.from(document.styleSheets, ({ ownerNode, media, disabled }) => (disabled || media.mediaText === 'print' ? null : ownerNode)),
    );
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-rspack-loading])')]
      .filter((link) => !appliedLinks.has(link))
      .map(({ href }) => href);
  });

const watchReports = async (page: Page): Promise<readonly string[]> => {
  const kinds: string[] = [];
  await page.context().route('**/reports', (route) => {
    kinds.push(String(route.request().postDataJSON().kind));
    return route.fulfill({ status: 204 });
  });
  return kinds;
};

const LOSS_CAUSES: Readonly<Record<string, (link: HTMLLinkElement) => void>> = {
  'its link is removed': (link) => link.remove(),
  'its link is disabled': (link) => {
    link.disabled = true;
  },
  'it is disabled': (link) => {
    if (link.sheet) link.sheet.disabled = true;
  },
};

const FAILURES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'are reset': (route) => route.abort('connectionreset'),
  'are refused': (route) => route.abort('connectionrefused'),
  'time out': (route) => route.abort('timedout'),
  'are missing': (route) => route.fulfill({ status: 404 }),
};

const REPAIR_LIMIT_MS = 1000;
const PAGES = ['/', '/news', '/gallery', '/volunteer', '/events', '/login'];

test.describe('Stylesheets', () => {
  test('NS-02 apply after every visit, reload, history step and navigation, and stay in place after hydration', { tag: '@whole' }, async ({
    site,
    page,
    consoleErrors,
  }) => {
    const kinds = await watchReports(page);
    for (const path of [...PAGES, ...PAGES]) {
      await openAndHydrate(page, `${site.url}${path}`);
      expect(await findLostStylesheets(page), path).toEqual([]);
    }
    await page.goto(site.url);
    const links = await page.locator('link[rel=stylesheet]').elementHandles();
    await expectHydrated(page);
    for (const link of links) expect(await link.evaluate((element) => element.isConnected && element.parentElement === document.head)).toBe(true);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const [name, heading] of [
      ['News', 'Latest News & Updates'],
      ['Gallery', 'Our Gallery'],
      ['About Us', 'Empowering Youth for a Better Tomorrow'],
      ['News', 'Latest News & Updates'],
    ] as const) {
      await navigation.or(page.getByRole('contentinfo')).getByRole('link', { name, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await findLostStylesheets(page), name).toEqual([]);
    }
    for (const navigate of [() => page.goBack(), () => page.reload(), () => page.goForward()]) {
      await navigate();
      await expectHydrated(page);
      expect(await findLostStylesheets(page)).toEqual([]);
    }
    expect(kinds).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  for (const [loss, lose] of Object.entries(LOSS_CAUSES))
    test(`REL-08 a page restores a lost stylesheet within a second and reports the loss once: ${loss}`, {
      tag: loss === 'its link is removed' ? '@time' : ['@time', '@whole'],
    }, async ({ site, page }) => {
      const kinds = await watchReports(page);
      await openAndHydrate(page, `${site.url}/news`);
      // Wait until the page has recorded that the stylesheet applies.
      await page.waitForTimeout(REPAIR_LIMIT_MS);
      const link = page.locator('link[rel=stylesheet][data-rspack]').first();
      const href = await link.evaluate((element: HTMLLinkElement) => element.href);
      const readOrder = () => page.locator('link[rel=stylesheet]').evaluateAll((all: HTMLLinkElement[]) => all.map(({ href }) => href));
      const order = await readOrder();
      await link.evaluate(lose);
      await page.waitForFunction(
        (href) => [...document.styleSheets].some((sheet) => sheet.href === href && !sheet.disabled && sheet.media.mediaText !== 'print'),
        href,
        { timeout: REPAIR_LIMIT_MS },
      );
      expect(await readOrder()).toEqual(order);
      expect(await findLostStylesheets(page)).toEqual([]);
      await expect.poll(() => kinds).toEqual(['styles']);
      await page.waitForTimeout(REPAIR_LIMIT_MS);
      expect(kinds).toEqual(['styles']);
    });

  for (const [moment, scripts] of [
    ['before the start script runs', /\.js$/],
    ['before the page has started', /\/_mf\/.*\.js$/],
  ] as const)
    test(`REL-08 a stylesheet that is lost ${moment} is restored once the page has started`, { tag: '@time' }, async ({ site, page }) => {
      const kinds = await watchReports(page);
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let heldRequests = 0;
      await page.route(scripts, async (route) => {
        heldRequests++;
        await released;
        await route.continue();
      });
      await page.goto(`${site.url}/news`, { waitUntil: 'commit' });
      await expect.poll(() => heldRequests).toBeGreaterThan(0);
      const links = page.locator('link[rel=stylesheet][href*="/main."]');
      await expect(links).toHaveAttribute('media', 'all');
      const order = await page.locator('link[rel=stylesheet]').evaluateAll((all: HTMLLinkElement[]) => all.map(({ href }) => href));
      await links.evaluate((element) => element.remove());
      release();
      await expectHydrated(page);
      await expect(links).toHaveCount(1, { timeout: REPAIR_LIMIT_MS });
      await expect.poll(() => findLostStylesheets(page)).toEqual([]);
      const repairedOrder = await page.locator('link[rel=stylesheet]').evaluateAll((all: HTMLLinkElement[]) => all.map(({ href }) => href));
      // Ignore the stylesheets after these. The page loads them when it starts.
      expect(repairedOrder.slice(0, order.length)).toEqual(order);
      // A script that is delayed beyond its limit is reported too.
      expect(kinds.filter((kind) => kind !== 'load')).toEqual(['styles']);
    });

  test('REL-08 VISIT-18 a page opened by navigation restores its stylesheets, and has its styles offline', { tag: '@time' }, async ({
    contentSite,
    context,
    page,
  }) => {
    const kinds = await watchReports(page);
    await openAndHydrate(page, `${contentSite.url}/about`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expectHydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'News', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Latest News & Updates' })).toBeVisible();
    const link = page.locator('link[rel=stylesheet][href*="/news-list."]');
    await expect(link).toHaveCount(1);
    await page.waitForTimeout(REPAIR_LIMIT_MS);
    await link.evaluate((element) => element.remove());
    await expect(link).toHaveCount(1, { timeout: REPAIR_LIMIT_MS });
    await expect.poll(() => findLostStylesheets(page)).toEqual([]);
    await expect.poll(() => kinds).toEqual(['styles']);

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Save for offline' }).click();
    await expect(page.getByText('You can open this page offline on this device.')).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Latest News & Updates' })).toBeVisible();
    await expect.poll(() => findLostStylesheets(page)).toEqual([]);
    await expect(link).toHaveCount(1);
  });

  for (const [failure, fail] of Object.entries(FAILURES))
    test(`REL-03 a page starts and shows all of its text when its stylesheets ${failure}`, { tag: failure === 'are missing' ? [] : '@whole' }, async ({
      site,
      page,
    }) => {
      await page.route(/\.css$/, fail);
      for (const path of ['/', '/about']) {
        await page.goto(`${site.url}${path}`);
        await expectHydrated(page);
        await expect(page.getByRole('contentinfo').getByText('Join In')).toBeVisible();
      }
      await page.goto(`${site.url}/login`);
      await expect(page.getByLabel('Email').or(page.getByText('This part of the site is taking a break.'))).toBeVisible();
      await page.unroute(/\.css$/);
      await page.goto(`${site.url}/login`);
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(await findLostStylesheets(page)).toEqual([]);
    });

  const retryTriggers: Readonly<Record<string, { readonly file: string; readonly cause: (page: Page) => Promise<void> }>> = {
    'by the next key': { file: 'renderer', cause: (page) => page.keyboard.press('Control') },
    // Assistive technologies send clicks without pointer events.
    'by the next click': { file: 'main', cause: (page) => page.evaluate(() => document.body.click()) },
    'when the connection is back': {
      file: 'main',
      cause: async (page) => {
        await page.context().setOffline(true);
        await page.context().setOffline(false);
      },
    },
  };
  for (const [occasion, { file, cause }] of Object.entries(retryTriggers))
    test(`REL-03 a script that does not arrive is requested again ${occasion}`, { tag: occasion === 'by the next key' ? [] : '@whole' }, async ({
      site,
      page,
    }) => {
      let failures = 0;
      await page.route(`**/assets/${file}.*.js`, (route) => {
        failures += 1;
        return route.abort('connectionreset');
      });
      await page.goto(site.url);
      // The page requests the file after `load`, and once more some time later.
      await expect.poll(() => failures).toBe(2);
      await page.unrouteAll();
      await cause(page);
      await expectHydrated(page);
    });

  for (const isLate of [true, false])
    test(`a URL with a fragment shows that part of the page ${isLate ? 'when the stylesheets arrive last' : 'on a second visit'}`, {
      tag: isLate ? '@whole' : [],
    }, async ({ site, page }) => {
      // Playwright routes disable the browser's cache.
      if (isLate)
        await page.route(/\.css$/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          await route.continue();
        });
      else await page.goto(`${site.url}/`);
      await page.goto(`${site.url}/impact#trust`);
      await expect(page.getByRole('heading', { name: 'Who is responsible' })).toBeInViewport();
      await expectHydrated(page);
      await expect(page.getByRole('heading', { name: 'Who is responsible' })).toBeInViewport();
    });

  test('REL-03 an older browser requests missing stylesheets again', { tag: '@whole' }, async ({ site, page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(URL, 'parse');
    });
    let requests = 0;
    await page.route('**/assets/older-browsers.*.js', (route) => {
      requests += 1;
      return requests === 1 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto(site.url);
    await expectHydrated(page);
    expect(requests).toBe(2);
  });

  test('REL-03 a page whose stylesheets do not arrive starts and shows all of its text', async ({ site, page }) => {
    await page.route(/\.css$/, () => undefined);
    await page.goto(`${site.url}/about`, { waitUntil: 'commit' });
    await expect(page.getByRole('main')).toBeVisible();
    await expectHydrated(page);
    await expect(page.getByRole('contentinfo').getByText('Join In')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('NS-10 sections below the fold wait for the stylesheets, and cause no shift when they arrive', async ({ site, page }) => {
    const heldRoutes: Route[] = [];
    await page.setViewportSize({ width: 360, height: 740 });
    await page.route(/\.css$/, (route) => void heldRoutes.push(route));
    await page.goto(site.url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect.poll(() => heldRoutes.length).toBeGreaterThan(1);
    await expect(page.getByRole('contentinfo')).toBeHidden();
    for (const route of heldRoutes) await route.continue();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expectHydrated(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 500);
        }),
    );
    expect(shift).toBe(0);
  });
});
