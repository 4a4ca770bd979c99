import { readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import { startHost } from '@site/scripts/servers';
import { createTeamCheckout, getReleasesFolder, runCommand } from '../support/releases.ts';
import { root } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';

const HEADLINE = 'Our Gallery';
const CHANGED_HEADLINE = 'Our Gallery, released today';
const HEADLINE_FILE = 'remote-gallery/src/gallery/gallery-content.ts';
/** Maximum time from the end of the release command until the host serves the version. The command ends after the activation. */
const VISIBLE_LIMIT_MS = 1000;

const readActiveVersions = async (url: string): Promise<Record<string, string>> => {
  const { remotes } = await (await fetch(`${url}/ready`)).json();
  return Object.fromEntries(Object.entries<{ version: string }>(remotes).map(([name, { version }]) => [name, version]));
};

test.describe('Releases', { tag: '@drill' }, () => {
  test.setTimeout(120_000);

  test('REL-04 a team deploys and rolls back its remote within a second without effect on other parts, and an impossible rollback says why', {
    tag: '@time',
  }, async ({ ownSite, page }) => {
    const team = createTeamCheckout(ownSite.dataFolder);
    const before = await readActiveVersions(ownSite.url);
    try {
      team.edit(HEADLINE_FILE, HEADLINE, CHANGED_HEADLINE);
      const deployment = team.run('run', 'deploy', '-w', 'remote-gallery');
      expect(deployment.status, deployment.output).toBe(0);
      await expect.poll(async () => (await fetch(`${ownSite.url}/gallery`)).text(), { timeout: VISIBLE_LIMIT_MS, intervals: [50] }).toContain('released today');

      const after = await readActiveVersions(ownSite.url);
      expect({ ...after, gallery: '' }).toEqual({ ...before, gallery: '' });
      expect(after.gallery).not.toBe(before.gallery);
      await page.goto(`${ownSite.url}/gallery`);
      await expect(page.getByRole('heading', { level: 1, name: CHANGED_HEADLINE })).toBeVisible();

      expect(team.run('run', 'releases').output).toContain(`active     ${after.gallery}`);
      expect(team.run('run', 'rollback', '--', 'gallery')).toMatchObject({ status: 0 });
      await expect
        .poll(async () => (await fetch(`${ownSite.url}/gallery`)).text(), { timeout: VISIBLE_LIMIT_MS, intervals: [50] })
        .not.toContain('released today');
      expect(await readActiveVersions(ownSite.url)).toEqual(before);

      for (const [remote, message] of [
        ['weather', 'There is no remote "weather".'],
        ['marketing', 'There is no version of marketing to go back to.'],
      ] as const) {
        const { status, output } = team.run('run', 'rollback', '--', remote);
        expect([status === 0, output]).toEqual([false, expect.stringContaining(message)]);
      }
    } finally {
      team.remove();
    }
  });

  test("REL-04 REL-05 a release that claims another remote's path is rejected, and the active version stays", async ({ ownSite }) => {
    const team = createTeamCheckout(ownSite.dataFolder);
    const before = await readActiveVersions(ownSite.url);
    try {
      const routesStart = 'RemoteRoute[] => [\n';
      const foreignRoute = "  { path: '/news', element: 'Taken over' },\n";
      team.edit('remote-gallery/src/routes.tsx', routesStart, `${routesStart}${foreignRoute}`);
      // Skip the browser checks, because the first test in this file runs all release checks.
      const takeover = team.run('run', 'deploy', '-w', 'remote-gallery', '--', '--skip-browser');
      expect(takeover.status).not.toBe(0);
      expect(takeover.output).toMatch(/the route \/news\s+belongs to news-events/);
    } finally {
      team.remove();
    }
    expect(await readActiveVersions(ownSite.url)).toEqual(before);
    expect((await fetch(`${ownSite.url}/gallery`)).status).toBe(200);
  });

  test('NS-10 REL-01 REL-02 a page with an endless loop on the server affects only its remote, and is served by the last good version', {
    tag: '@time',
  }, async ({ ownSite }) => {
    const team = createTeamCheckout(ownSite.dataFolder);
    const before = await readActiveVersions(ownSite.url);
    try {
      const line = 'switch (page.state) {';
      team.edit('remote-news-events/src/news/news-article-page.tsx', line, `for (;;) if (typeof window !== 'undefined') break;\n  ${line}`);
      await team.force('news-events');
      await expect.poll(async () => (await readActiveVersions(ownSite.url))['news-events']).not.toBe(before['news-events']);

      const { pid } = ownSite.host;
      const loopStartedAt = performance.now();
      const pendingRequests = ['a', 'b', 'c', 'd'].map((slug) => fetch(`${ownSite.url}/news/${slug}`));
      for (const path of ['/', '/about', '/gallery', '/nope/at/all']) {
        const started = performance.now();
        const { status } = await fetch(`${ownSite.url}${path}`);
        expect(status, path).toBe(path.startsWith('/nope') ? 404 : 200);
        expect(performance.now() - started, path).toBeLessThan(3000);
      }
      for (const response of await Promise.all(pendingRequests)) {
        // The articles do not exist, so a working version responds with 404.
        expect(response.status).toBe(404);
        expect(await response.text()).toContain(`"versions":[{"version":"${before['news-events']}"`);
      }
      // The limit includes up to 1.5 s for which the endless loop may run.
      expect(performance.now() - loopStartedAt).toBeLessThan(10_000);
      expect((await fetch(`${ownSite.url}/news`)).status).toBe(200);
      expect([ownSite.host.pid, (await fetch(`${ownSite.url}/health`)).status]).toEqual([pid, 200]);

      expect(team.run('run', 'rollback', '--', 'news-events')).toMatchObject({ status: 0 });
      await expect.poll(async () => (await fetch(`${ownSite.url}/news`)).status).toBe(200);
    } finally {
      team.remove();
    }
  });

  test('REL-03 a damaged or missing registry does not affect pages, even after a restart, and the next release repairs it', async ({ ownSite }) => {
    const before = await readActiveVersions(ownSite.url);
    const registry = getReleasesFolder(ownSite.dataFolder, 'registry');
    const expectSite = async (url: string, state: string): Promise<void> => {
      await expect.poll(async () => (await (await fetch(`${url}/ready`)).json()).registry.state).toBe(state);
      for (const path of ['/', '/news', '/gallery', '/login']) expect((await fetch(`${url}${path}`)).status, path).toBe(200);
      await expect.poll(() => readActiveVersions(url)).toEqual(before);
    };
    truncateSync(join(registry, readdirSync(registry).sort().at(-1) ?? ''), 30);
    await expectSite(ownSite.url, 'damaged');
    renameSync(registry, `${registry}-lost`);
    await expectSite(ownSite.url, 'missing');

    const restartedHost = await startHost({ dataFolder: ownSite.dataFolder, providerUrl: ownSite.provider.url });
    try {
      await expectSite(restartedHost.url, 'missing');
      expect(restartedHost.output()).toContain('registry unusable');

      // The content of the release does not matter here. The first test in this file builds and checks a release.
      const store = createReleaseStore(join(ownSite.dataFolder, 'releases'));
      await store.activate(await store.publish('gallery', '2.0.0', join(root, 'remote-gallery/dist')));
      expect(runCommand(ownSite.dataFolder, 'run', 'rollback', '--', 'gallery')).toMatchObject({ status: 0 });
      for (const { url } of [ownSite, restartedHost]) await expectSite(url, 'current');
    } finally {
      await restartedHost.stop();
    }
  });
});
