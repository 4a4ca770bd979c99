import { join } from 'node:path';
import { startCanary, toCanary } from '@site/releases/canary-changes';
import { createReleaseStore } from '@site/releases/release-store';
import { expectHydrated } from '../support/public-pages.ts';
import { runCommand } from '../support/releases.ts';
import { root } from '../support/servers.ts';
import { expect, type Site, test } from '../support/site-test.ts';

const openStore = ({ dataFolder }: Site) => createReleaseStore(join(dataFolder, 'releases'));

/** From the last report of a fault. */
const UNDONE_WITHIN_MS = 10_000;

/** Publishes the built gallery a second time, under another number. */
const publishAgain = (site: Site) => openStore(site).publish('gallery', '2.0.0', join(root, 'remote-gallery/dist'));

test('RLS-07 a preview shows its version on the server, in the browser and after navigations, to everybody who opens its address', { tag: '@drill' }, async ({
  ownSite,
  page,
  browser,
}) => {
  const { version } = await publishAgain(ownSite);
  const { status, output } = runCommand(ownSite.dataFolder, 'run', 'releases', '--', 'preview', 'gallery', version, '--site', ownSite.url);
  expect(status, output).toBe(0);
  const [address = ''] = /http\S+\/_preview\/\S+/.exec(output) ?? [];
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(...(/\/_mf\/gallery\/[^/]+/.exec(request.url()) ?? [])));

  await page.goto(address);
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

test('RLS-06 a canary with faults in browsers is undone within ten seconds, and the history says so', { tag: ['@time', '@drill'] }, async ({ ownSite }) => {
  const release = await publishAgain(ownSite);
  const { version } = release;
  await openStore(ownSite).changeRegistry(startCanary(release, toCanary(version, { share: 100, views: 500, minutes: 10 })));
  const readSet = async () => (await fetch(`${ownSite.url}/release-set.json`, { headers: { cookie: 'canary=0' } })).json();
  const readVersion = async (): Promise<string> => (await readSet()).remotes.gallery.versions[0].version;
  await expect.poll(readVersion).toBe(version);

  const { id } = await readSet();
  for (let view = 0; view < 8; view += 1) {
    const response = await fetch(`${ownSite.url}/gallery`, { headers: { cookie: 'canary=0' } });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const fault = { kind: 'hydration', remote: 'gallery', version, set: id, message: 'a fault of the canary', path: '/gallery' };
    await fetch(`${ownSite.url}/reports`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) });
  }
  await expect.poll(readVersion, { timeout: UNDONE_WITHIN_MS }).not.toBe(version);
  const { output } = runCommand(ownSite.dataFolder, 'run', 'releases', '--', 'history', 'gallery');
  expect(output).toMatch(new RegExp(`host {2}stop-canary {2}gallery {2}${version} {2}"canary: \\d+ faults in browsers`));
  expect(ownSite.host.output()).toContain('canary ended');
});
