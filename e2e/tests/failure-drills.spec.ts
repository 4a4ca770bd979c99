import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { AREA_MESSAGE, openAndHydrate } from '../support/public-pages.ts';
import { getReleasesFolder } from '../support/releases.ts';
import { startProvider } from '../support/servers.ts';
import { expect, type Site, test } from '../support/site-test.ts';

const DECISION_LIMIT_MS = 3000;

const getVersionFolder = (site: Site, remote: string): string => {
  const [version = ''] = readdirSync(getReleasesFolder(site.dataFolder, remote));
  return join(getReleasesFolder(site.dataFolder, remote), version);
};

const getScripts = (versionFolder: string): string[] =>
  readdirSync(join(versionFolder, 'browser'))
    .filter((file) => /\.js(?:\.br|\.gz)?$/.test(file))
    .map((file) => join(versionFolder, 'browser', file));

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

const expectShell = async (page: Page): Promise<void> => {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeAttached();
};

const timeDecision = (page: Page): Promise<void> =>
  page.evaluate((message) => {
    delete document.documentElement.dataset.decidedMs;
    const watch = ({ timeStamp }: MouseEvent): void => {
      const timer = setInterval(() => {
        if (document.querySelector('main')?.textContent.includes(message) !== true) return;
        document.documentElement.dataset.decidedMs = String(performance.now() - timeStamp);
        clearInterval(timer);
      }, 20);
    };
    addEventListener('click', watch, { capture: true, once: true });
  }, AREA_MESSAGE);

const expectDecision = async (page: Page): Promise<void> => {
  await timeDecision(page);
  await footerLink(page, 'Gallery').click();
  const root = page.locator('html[data-decided-ms]');
  await expect(root).toBeAttached();
  expect(Number(await root.getAttribute('data-decided-ms'))).toBeLessThanOrEqual(DECISION_LIMIT_MS);
  await expect(page.getByText(AREA_MESSAGE)).toBeVisible();
};

const removeFiles = (versionFolder: string): (() => void) => {
  const removedFolder = join(versionFolder, '../../../removed');
  renameSync(versionFolder, removedFolder);
  return () => renameSync(removedFolder, versionFolder);
};

test.describe('A broken part affects only itself', () => {
  test('NS-10 missing gallery files: on navigation the area shows an error and recovers without a reload, and other areas work', {
    tag: ['@time', '@whole'],
  }, async ({ ownSite, page }) => {
    await openAndHydrate(page, ownSite.url);
    const folder = getVersionFolder(ownSite, 'gallery');
    const restoreFiles = removeFiles(folder);

    await expectDecision(page);
    await expectShell(page);
    await footerLink(page, 'News').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Latest News & Updates' })).toBeVisible();
    await expectDecision(page);

    restoreFiles();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  test('NS-10 missing gallery files: on first load the area shows an error with status 503 and recovers without a reload', {
    tag: ['@time', '@drill'],
  }, async ({ ownSite, page }) => {
    const folder = getVersionFolder(ownSite, 'gallery');
    const restoreFiles = removeFiles(folder);
    await expect.poll(async () => (await fetch(`${ownSite.url}/gallery`)).status).toBe(503);

    await page.goto(`${ownSite.url}/gallery`);
    await expect(page.getByText(AREA_MESSAGE)).toBeVisible({ timeout: DECISION_LIMIT_MS });
    await expectShell(page);
    for (const path of ['/', '/news', '/login']) expect((await fetch(`${ownSite.url}${path}`)).status).toBe(200);

    restoreFiles();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible();
  });

  test('NS-10 truncated gallery scripts are rejected by their hashes, and the page stays readable', { tag: ['@time', '@whole'] }, async ({ ownSite, page }) => {
    for (const file of getScripts(getVersionFolder(ownSite, 'gallery'))) truncateSync(file, 40);
    await openAndHydrate(page, ownSite.url);
    await expectDecision(page);
    await expectShell(page);
  });

  test('NS-10 gallery files that never arrive: the area shows an error within three seconds', { tag: '@time' }, async ({ site, page }) => {
    let isHanging = true;
    await page.route('**/_mf/gallery/**', async (route) => {
      // Do not respond, like a server that hangs.
      if (isHanging) return;
      await route.continue();
    });
    await openAndHydrate(page, site.url);
    await expectDecision(page);
    isHanging = false;
    await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible({ timeout: 20_000 });
  });

  test('NS-10 gallery files that arrive late: the page shows an error and recovers automatically', { tag: ['@time', '@whole'] }, async ({ site, page }) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The entry arrives, but the next file that it requests is late.
    await page.route('**/_mf/gallery/**/routes.*.js', async (route) => {
      await released;
      await route.continue();
    });
    await openAndHydrate(page, site.url);
    await expectDecision(page);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible({ timeout: 25_000 });
  });

  test('a page whose script fails to load stays complete, and its links work', async ({ site, page }) => {
    await page.route('**/_mf/marketing/**', (route) => route.abort());
    await page.goto(site.url);
    await expect(page.getByRole('heading', { name: 'Our Commitment' })).toBeVisible();
    await footerLink(page, 'News').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Latest News & Updates' })).toBeVisible();
  });
});

test.describe('The provider is unavailable', () => {
  test('NS-10 a restart of the provider does not break any page', { tag: '@drill' }, async ({ ownSite }) => {
    const { data: posts } = await (await fetch(`${ownSite.url}/api/posts`)).json();
    const { port } = ownSite.provider;
    expect((await fetch(`${ownSite.url}/news/${posts[0].slug}`)).status).toBe(200);

    await ownSite.provider.kill();
    ownSite.provider = await startProvider({ dataFolder: ownSite.dataFolder, port });

    expect((await fetch(`${ownSite.url}/news/${posts[1].slug}`)).status).toBe(200);
  });

  test('NEWS-13 GEN-13 killed: static pages are complete, and the news page shows an error until the provider is back', async ({ ownSite, page }) => {
    const { port } = ownSite.provider;
    await ownSite.provider.kill();

    const home = await fetch(ownSite.url);
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('Our Commitment');
    await page.goto(`${ownSite.url}/news`);
    await expect(page.getByRole('main').getByText('Failed to load news')).toBeVisible();

    ownSite.provider = await startProvider({ dataFolder: ownSite.dataFolder, port });
    await expect.poll(async () => (await fetch(`${ownSite.url}/news`)).status).toBe(200);
    await page.reload();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Read More/ })
        .first(),
    ).toBeVisible();
  });

  test('NEWS-13 EVT-09 GEN-13 unresponsive: pages with data show their messages, and pages without data are not delayed', {
    tag: ['@time', '@drill'],
  }, async ({ ownSite }) => {
    execFileSync('kill', ['-STOP', String(ownSite.provider.pid)]);
    try {
      const waiting = ['/news', '/events', '/news/a', '/news/b', '/news/c', '/news/d', '/news/e'].map(async (path) =>
        (await fetch(`${ownSite.url}${path}`)).text(),
      );
      const started = performance.now();
      expect((await fetch(`${ownSite.url}/about`)).status).toBe(200);
      expect(performance.now() - started).toBeLessThan(3000);
      const [news, events, article] = await Promise.all(waiting);
      expect(news).toContain('Failed to load news');
      expect(events).toContain('Failed to load events');
      expect(article).toContain('Failed to load post');
      await fetch(ownSite.url);
      const secondRequestAt = performance.now();
      expect((await fetch(ownSite.url)).status).toBe(200);
      expect(performance.now() - secondRequestAt).toBeLessThan(500);
    } finally {
      execFileSync('kill', ['-CONT', String(ownSite.provider.pid)]);
    }
  });
});
