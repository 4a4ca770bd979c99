import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../support/servers.ts';
import { expect as expectSoon, type Site, test } from '../support/site-test.ts';
import { fillLogin } from '../support/staff.ts';

const START_LIMIT_MS = 60_000;

/** A development build is neither minified nor split: its pages take longer than those of the site. */
const expect = expectSoon.configure({ timeout: 20_000 });

interface DevServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm run dev -w <workspace>` in front of the provider of a site. */
const startDevServer = async (workspace: string, site: Site): Promise<DevServer> => {
  const child: ChildProcess = spawn(join(root, 'node_modules/.bin/rspack'), ['serve'], {
    cwd: join(root, workspace),
    env: { ...process.env, NODE_ENV: 'development', PROVIDER_URL: site.provider.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${workspace} did not start:\n${output}`)), START_LIMIT_MS);
    const read = (text: Buffer): void => {
      output += text.toString();
      const address = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`${workspace} ended:\n${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
};

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

test.describe('One remote alone', () => {
  for (const [workspace, expectContent] of PAGES) {
    test(`npm run dev -w ${workspace} shows the content of the provider`, async ({ site, page }) => {
      test.setTimeout(START_LIMIT_MS + 60_000);
      const server = await startDevServer(workspace, site);
      try {
        await expectContent(page, server.url, site);
      } finally {
        await server.stop();
      }
    });
  }
});
