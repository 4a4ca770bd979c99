import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { startCanary, toCanary } from '@site/releases/canary-changes';
import { createReleaseStore } from '@site/releases/release-store';
import { expectHydrated } from '../support/public-pages.ts';
import { runCommand } from '../support/releases.ts';
import { root } from '../support/servers.ts';
import { expect, type Site, test } from '../support/site-test.ts';

const openStore = ({ dataFolder }: Site) => createReleaseStore(join(dataFolder, 'releases'));

/** Maximum time from the last fault report until the canary is rolled back. */
const ROLLBACK_LIMIT_MS = 10_000;

const publishAgain = (site: Site) => openStore(site).publish('gallery', '2.0.0', join(root, 'remote-gallery/dist'));

test('RLS-07 a preview shows its version on the server, in the browser and after navigations, to anyone with its URL', { tag: '@drill' }, async ({
  ownSite,
  page,
  browser,
}) => {
  const { version } = await publishAgain(ownSite);
  const { status, output } = runCommand(ownSite.dataFolder, 'run', 'releases', '--', 'preview', 'gallery', version, '--site', ownSite.url);
  expect(status, output).toBe(0);
  const [url = ''] = /http\S+\/_preview\/\S+/.exec(output) ?? [];
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(...(/\/_mf\/gallery\/[^/]+/.exec(request.url()) ?? [])));

  await page.goto(url);
  await expect(page).toHaveURL(`${ownSite.url}/gallery`);
  await expectHydrated(page);
  const bar = page.getByRole('complementary', { name: 'Preview' });
  await expect(bar).toContainText(`Preview of gallery ${version}`);
  const response = await page.reload();
  expect(response?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect(await response?.text()).toContain(`/_mf/gallery/${version}/`);
  await expectHydrated(page);
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
  await expect(page).toHaveURL(`${ownSite.url}/news`);
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
  await expect(page).toHaveURL(`${ownSite.url}/gallery`);
  expect(new Set(scripts)).toEqual(new Set([`/_mf/gallery/${version}`]));

  // Another profile: a visitor without the preview's cookie.
  const visitor = await browser.newPage();
  await visitor.goto(`${ownSite.url}/gallery`);
  expect(await visitor.content()).not.toContain(version);
  await visitor.close();

  await bar.getByRole('link', { name: 'End preview' }).click();
  await expect(page).toHaveURL(`${ownSite.url}/`);
  await expect(bar).toHaveCount(0);
});

/** Sends a request from another IP address of this machine, to simulate another visitor. */
const sendFrom = (localAddress: string, url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(url.replace('localhost', '127.0.0.1'), { localAddress, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response));
    });
    clientRequest.once('error', reject).end(body);
  });

const releaseCanary = async (site: Site, limits: { readonly views: number; readonly minutes: number }) => {
  const release = await publishAgain(site);
  await openStore(site).changeRegistry(startCanary(release, toCanary(release.version, { share: 100, ...limits })));
  const readReleaseSet = async (cookie = '') => (await fetch(`${site.url}/release-set.json`, { headers: { cookie } })).json();
  const readVersion = async (): Promise<string> => (await readReleaseSet()).remotes.gallery.versions[0].version;
  await expect.poll(readVersion).toBe(release.version);
  return { version: release.version, readReleaseSet, readVersion };
};

test('RLS-06 a canary with faults in browsers is rolled back within 10 s, and the history records it', { tag: ['@time', '@drill'] }, async ({ ownSite }) => {
  const { version, readReleaseSet, readVersion } = await releaseCanary(ownSite, { views: 500, minutes: 10 });
  const { id } = await readReleaseSet();
  const report = async (localAddress: string, cookie?: string): Promise<void> => {
    const page = await sendFrom(localAddress, `${ownSite.url}/gallery`, {});
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const number = /canary=[^;]+/.exec(String(page.headers['set-cookie']))?.[0] ?? '';
    const fault = { kind: 'hydration', remote: 'gallery', version, set: id, message: 'a fault of the canary', path: '/gallery' };
    await sendFrom(localAddress, `${ownSite.url}/reports`, { 'content-type': 'application/json', cookie: cookie ?? number }, JSON.stringify(fault));
  };
  // Reports from a single visitor, or with a cookie value that this site has not issued, are not enough.
  for (let view = 0; view < 8; view += 1) await report('127.0.0.2');
  for (let view = 0; view < 8; view += 1) await report(`127.0.0.${10 + view}`, 'canary=0');
  expect(await readVersion()).toBe(version);
  for (let view = 0; view < 8; view += 1) await report(`127.0.0.${20 + view}`);
  await expect.poll(readVersion, { timeout: ROLLBACK_LIMIT_MS }).not.toBe(version);
  const { output } = runCommand(ownSite.dataFolder, 'run', 'releases', '--', 'history', 'gallery');
  expect(output).toMatch(new RegExp(`host {2}stop-canary {2}gallery {2}${version} {2}"canary: \\d+ faults in browsers`));
  expect(ownSite.host.output()).toContain('canary ended');
});

test('RLS-06 only page views in browsers promote a canary', { tag: '@drill' }, async ({ ownSite, page }) => {
  const { version } = await releaseCanary(ownSite, { views: 1, minutes: 0 });
  const readActive = async () => (await openStore(ownSite).readRegistry()).remotes.gallery?.history[0];
  for (let view = 0; view < 20; view += 1) expect((await fetch(`${ownSite.url}/gallery`)).status).toBe(200);
  expect(await readActive()).not.toBe(version);
  await page.goto(`${ownSite.url}/gallery`);
  await expectHydrated(page);
  await expect.poll(readActive).toBe(version);
});
