import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { startCanary, toCanary } from '@site/releases/canary-changes';
import { createReleaseStore } from '@site/releases/release-store';
import { createHostBuild, startLoadBalancer } from '@site/scripts/host-builds';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { AREA_RESPONSES } from '../support/area-test.ts';
import { expectHydrated } from '../support/public-pages.ts';
import { root, TEMPLATE_FOLDER } from '../support/servers.ts';
import { startStubProvider } from '../support/stub-provider.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEXT_BUILD = 'next';
const LOAD_WORKERS = 6;

interface Hosts {
  readonly dataFolder: string;
  readonly old: RunningServer;
  readonly next: RunningServer;
}

const test = base.extend<{ hosts: Hosts }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
  hosts: async ({}, use) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
    cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
    const provider = await startStubProvider(AREA_RESPONSES);
    const build = createHostBuild(NEXT_BUILD);
    const options = { dataFolder, providerUrl: provider.url, env: { DRAIN_SECONDS: '2' } };
    const [old, next] = await Promise.all([startHost(options), startHost({ ...options, checkout: build.checkout })]);
    await use({ dataFolder, old, next });
    await Promise.all([old.kill(), next.kill()]);
    await provider.stop();
    build.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  },
});

/**
 * Activates versions of a remote that differ only in their hash, until neither the active nor the last good version is the original one. One version starts as
 * a canary, and one is rolled back.
 */
const replaceVersions = async (dataFolder: string, remote: string): Promise<void> => {
  const store = createReleaseStore(join(dataFolder, 'releases'));
  const dist = mkdtempSync(join(tmpdir(), 'dist-'));
  cpSync(join(root, `remote-${remote}/dist`), dist, { recursive: true });
  for (const version of ['second', 'third', 'fourth']) {
    appendFileSync(join(dist, 'server/routes.cjs'), `// ${version}\n`);
    const release = await store.publish(remote, '1.0.0', dist);
    if (version === 'second') {
      await store.changeRegistry(startCanary(release, toCanary(release.version, { share: 50, views: 500, minutes: 10 })));
      await store.promote(remote);
    } else await store.activate(release);
  }
  await store.rollBack(remote);
  rmSync(dist, { recursive: true });
};

const getVersion = async (host: RunningServer, remote: string): Promise<string> => (await (await fetch(`${host.url}/ready`)).json()).remotes[remote].version;

const openInNewContext = async (browser: Browser, open: (page: Page) => Promise<unknown>) => {
  // Another profile: the next visitor, whose cache contains nothing from the other host.
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => failed.push(request.url()));
  page.on('pageerror', (error) => failed.push(String(error)));
  await open(page);
  await expectHydrated(page);
  return { page, failed };
};

test.describe('Releases of the host', { tag: '@drill' }, () => {
  test('RLS-10 pages of one build work with scripts from a host of another build, in both directions', async ({ hosts, browser }) => {
    for (const [html, files, build] of [
      [hosts.old, hosts.next, null],
      [hosts.next, hosts.old, NEXT_BUILD],
    ] as const) {
      const { page, failed } = await openInNewContext(browser, async (page) => {
        await page.route(
          ({ pathname }) => pathname !== '/news',
          (route) => route.continue({ url: route.request().url().replace(html.url, files.url) }),
        );
        await page.goto(`${html.url}/news`);
      });
      await page.getByRole('link', { name: 'Gallery', exact: true }).last().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Our Gallery' })).toBeVisible();
      expect([await page.locator('html').getAttribute('data-build'), failed]).toEqual([build, []]);
      await page.close();
    }
  });

  test('RLS-10 RLS-06 a host stops and versions change under load without failed requests or lost input, and day-old pages hydrate', async ({
    hosts,
    browser,
  }) => {
    const { old, next, dataFolder } = hosts;
    const balancer = await startLoadBalancer([old, next]);
    const stored = await fetch(`${old.url}/news`, { headers: { 'accept-encoding': 'identity' } });
    const html = await stored.text();
    const before = await getVersion(old, 'news-events');
    const form = await openInNewContext(browser, (page) => page.goto(`${balancer.url}/volunteer`));
    await form.page.getByLabel('Name').fill('Ada Obi');

    let isLoaded = true;
    const paths = ['/', '/news', '/api/posts', '/gallery?page=1', '/events', /\/assets\/main\.\w+\.js/.exec(html)?.[0] ?? ''];
    const load = async (worker: number): Promise<void> => {
      for (let count = worker; isLoaded; count += 1) await (await fetch(`${balancer.url}${paths[count % paths.length]}`)).arrayBuffer().catch(() => undefined);
    };
    const workers = Array.from({ length: LOAD_WORKERS }, (_, worker) => load(worker));
    await expect.poll(balancer.getServed).toBeGreaterThan(50);
    await old.stop();
    expect(await old.exited).toBe(0);
    await replaceVersions(dataFolder, 'news-events');
    await expect.poll(() => getVersion(next, 'news-events')).not.toBe(before);
    const servedCount = balancer.getServed();
    await expect.poll(balancer.getServed).toBeGreaterThan(servedCount + 50);
    isLoaded = false;
    await Promise.all(workers);
    await expect(form.page.getByLabel('Name')).toHaveValue('Ada Obi');
    await form.page.getByRole('link', { name: 'News', exact: true }).last().click();
    await expect(form.page.getByRole('heading', { level: 1, name: 'Latest News & Updates' })).toBeVisible();
    expect([form.failed, balancer.failures]).toEqual([[], []]);
    await form.page.close();

    const { page, failed } = await openInNewContext(browser, async (page) => {
      await page.clock.setFixedTime(Date.now() + DAY_MS);
      await page.route(`${balancer.url}/news`, (route) => route.fulfill({ status: 200, headers: Object.fromEntries(stored.headers), body: html }));
      await page.goto(`${balancer.url}/news`);
    });
    expect(html).toContain(before);
    await page.getByRole('link', { name: 'First post' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'First post' })).toBeVisible();
    expect([await page.locator('html').getAttribute('data-build'), failed]).toEqual([null, []]);
    await page.close();
    balancer.stop();
  });

  test('RLS-10 a second signal stops a host immediately', async ({ hosts: { old } }) => {
    process.kill(old.pid, 'SIGTERM');
    await expect.poll(async () => (await fetch(`${old.url}/ready`)).status).toBe(503);
    process.kill(old.pid, 'SIGTERM');
    expect(await old.exited).toBe(1);
  });
});
