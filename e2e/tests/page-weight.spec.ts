import { createConnection, createServer, type Server } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { KILOBYTE, sumBytes, type Transfer, watchTransfers } from '../support/transfers.ts';

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const findArticle = async (siteUrl: string): Promise<string> => {
  const { data } = await (await fetch(`${siteUrl}/api/posts`)).json();
  return `/news/${data[0].slug}`;
};

/** Forwards connections and counts all bytes that the site sends: status lines, headers and bodies, for pages and for the service worker. */
const startByteCounter = async (siteUrl: string): Promise<{ readonly url: string; readonly count: () => number; readonly close: () => void }> => {
  let bytes = 0;
  const server: Server = createServer((client) => {
    const site = createConnection(Number(new URL(siteUrl).port), new URL(siteUrl).hostname);
    site.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    client.pipe(site).pipe(client);
    client.on('error', () => site.destroy());
    site.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, count: () => bytes, close: () => server.close() };
};

const settle = async (page: Page): Promise<void> => {
  await expectHydrated(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
};

/** Simulates an earlier visitor to the page, who gets the photos as WebP. The measured visitor then gets them as AVIF. */
const visitAsEarlierVisitor = async (browser: Browser, url: string): Promise<void> => {
  // Another profile: an earlier visitor.
  const page = await browser.newPage(PHONE);
  await page.goto(url);
  await settle(page);
  const images = await page.evaluate(() => [...document.images].map(({ currentSrc }) => currentSrc).filter((src) => src.includes('/f_auto')));
  await page.close();
  for (const image of images)
    await expect
      .poll(async () => (await fetch(image, { headers: { accept: 'image/avif' } })).headers.get('content-type'), { timeout: 30_000 })
      .toBe('image/avif');
};

test.describe('a first visit on a phone, without scrolling', () => {
  test.use(PHONE);

  for (const [name, limit] of [
    ['home', 210],
    ['article', 200],
    ['events', 200],
    ['gallery', 220],
  ] as const) {
    test(`${name} takes at most ${limit} KB: script, fonts, images, data and the service worker`, { tag: name === 'home' ? [] : '@whole' }, async ({
      site,
      page,
      browser,
    }) => {
      const path = name === 'home' ? '/' : name === 'article' ? await findArticle(site.url) : `/${name}`;
      await visitAsEarlierVisitor(browser, `${site.url}${path}`);
      const line = await startByteCounter(site.url);
      const transfers = await watchTransfers(page);
      await page.goto(`${line.url}${path}`);
      await settle(page);
      line.close();
      const list = transfers.map(({ bytes, headerBytes, url }) => `${bytes - headerBytes} ${url}`).join('\n');
      const headers = transfers.reduce((total, { headerBytes }) => total + headerBytes, 0);
      test.info().annotations.push({ type: 'bytes', description: `${name}: ${line.count() - headers}, and ${headers} of headers` });
      expect(line.count() - headers, list).toBeLessThanOrEqual(limit * KILOBYTE);
    });
  }
});

test.describe('images wait', () => {
  test.use(PHONE);

  const waiting = 'img[data-src]';
  const listImages = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].map(({ currentSrc, complete }) => currentSrc.includes('/img/') && complete),
    );

  test('until they are nearly in view, before and after hydration, without layout shift', async ({ site, page, consoleErrors }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const names = Reflect.get(entry, 'sources').map(({ node }: { readonly node?: Node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 60)}`);
          moved.push([Reflect.get(entry, 'value'), ...names].join(' '));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const transfers = await watchTransfers(page);
    await page.goto(`${site.url}/gallery`);
    await settle(page);
    const tops = await page.evaluate(() => [...document.querySelectorAll('main img')].map((image) => image.getBoundingClientRect().top));
    expect(await listImages(page)).toEqual(tops.map((top) => top < 1.25 * 740));
    expect(transfers.filter(({ url }) => url.includes('/img/'))).toHaveLength(tops.filter((top) => top < 1.25 * 740).length);

    await page.locator('main img').last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await listImages(page)).at(-1)).toBe(true);
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('until they are nearly in view if the site’s script does not arrive', async ({ site, page }) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${site.url}/gallery`);
    await expect(page.locator(waiting)).not.toHaveCount(0);
    await page.locator('main img').last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await listImages(page)).at(-1)).toBe(true);
  });

  test("Back shows the images at the visitor's position", { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/gallery`);
    await settle(page);
    const last = page.locator('main li').last();
    await last.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await page.goto(`${site.url}/events`);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    await expect.poll(async () => (await listImages(page)).at(-1)).toBe(true);
  });

  test('a printed page contains all images', async ({ site, page }) => {
    await page.goto(`${site.url}/gallery`);
    await settle(page);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator(waiting)).toHaveCount(0);
    await expect.poll(async () => (await listImages(page)).every((isLoaded) => isLoaded)).toBe(true);
  });

  test('the HTML contains their URLs', async ({ site }) => {
    const html = await (await fetch(`${site.url}/gallery`)).text();
    const images = html.match(/<img [^>]*>/g) ?? [];
    expect(images.length).toBeGreaterThan(12);
    expect(images.filter((image) => !/ src="\/img\//.test(image))).toEqual([]);
  });
});

test.describe('a second visit', () => {
  test.use(PHONE);

  const findDataRequests = (transfers: readonly Transfer[]) => transfers.filter(({ type }) => type === 'Fetch' || type === 'XHR');

  test('takes at most 3 KB of data for each navigation', { tag: '@whole' }, async ({ site, page }) => {
    const transfers = await watchTransfers(page);
    const follow = async (name: string, path: RegExp): Promise<void> => {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await page.waitForLoadState('networkidle');
    };
    const visit = async (): Promise<number[]> => {
      const sizes: number[] = [];
      const count = async (step: () => Promise<unknown>): Promise<void> => {
        transfers.length = 0;
        await step();
        await page.waitForLoadState('networkidle');
        sizes.push(sumBytes(findDataRequests(transfers)));
      };
      await page.goto(site.url);
      await settle(page);
      await count(() => follow('News', /\/news$/));
      await count(async () => {
        await page.locator('main li h2 a, main li h3 a').first().click();
        await expect(page).toHaveURL(/\/news\/./);
      });
      await count(() => follow('Events', /\/events$/));
      await count(() => follow('Gallery', /\/gallery$/));
      return sizes;
    };
    const first = await visit();
    const second = await visit();
    test.info().annotations.push({ type: 'bytes', description: `${first.join(', ')}; ${second.join(', ')}` });
    expect(first.every((bytes) => bytes > 0)).toBe(true);
    for (const bytes of second) expect(bytes, `first visit: ${first.join(', ')}; second: ${second.join(', ')}`).toBeLessThanOrEqual(3 * KILOBYTE);
  });
});
