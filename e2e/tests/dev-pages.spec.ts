import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type DevServer, START_LIMIT_MS, startDevServer } from '../support/dev-server.ts';
import { root } from '../support/servers.ts';
import { expect as expectSoon, type Site, test } from '../support/site-test.ts';
import { fillLogin } from '../support/staff.ts';

/** Development pages are slower, because they are neither minified nor split. */
const expect = expectSoon.configure({ timeout: 20_000 });

const startStandalone = (workspace: string, site: Site): Promise<DevServer> =>
  startDevServer(join(root, workspace), [join(root, 'node_modules/.bin/rspack'), 'serve'], { NODE_ENV: 'development', PROVIDER_URL: site.provider.url });

const getTitle = async (site: Site, path: string): Promise<string> => (await (await fetch(`${site.url}/api${path}`)).json()).data[0].title;

const PAGES: readonly (readonly [workspace: string, expectContent: (page: Page, url: string, site: Site) => Promise<void>])[] = [
  [
    'remote-gallery',
    async (page, url, site) => {
      await page.goto(`${url}/gallery`);
      await expect(page.getByText(await getTitle(site, '/gallery/published')).first()).toBeVisible();
    },
  ],
  [
    'remote-news-events',
    async (page, url, site) => {
      for (const [path, list] of [
        ['/news', '/posts'],
        ['/events', '/events'],
      ] as const) {
        await page.goto(`${url}${path}`);
        await expect(page.getByText(await getTitle(site, list)).first()).toBeVisible();
      }
    },
  ],
  [
    'remote-auth-admin',
    async (page, url) => {
      await page.goto(`${url}/login`);
      await fillLogin(page);
      await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
      await page.goto(`${url}/admin/posts`);
      await expect(page.getByRole('table', { name: 'News' }).getByText('Exam season: staying steady').first()).toBeVisible();
    },
  ],
];

test.describe('A single remote', { tag: '@drill' }, () => {
  for (const [workspace, expectContent] of PAGES) {
    test(`npm run dev -w ${workspace} shows the provider's content`, async ({ site, page }) => {
      test.setTimeout(START_LIMIT_MS + 60_000);
      const server = await startStandalone(workspace, site);
      try {
        await expectContent(page, server.url, site);
      } finally {
        await server.stop();
      }
    });
  }
});
