import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** A complete site for one test: data, provider and host. */
export interface Site {
  readonly url: string;
  readonly dataFolder: string;
  readonly host: RunningServer;
  provider: RunningServer;
}

const startSite = async (): Promise<Site> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
  const provider = await startProvider({ dataFolder });
  const host = await startHost({ dataFolder, providerUrl: provider.url });
  return { url: host.url, dataFolder, host, provider };
};

/** `site` is shared by the read-only tests of a worker; a test that changes or breaks things uses `ownSite`, which no other test shares. */
export const test = base.extend<{ ownSite: Site; consoleErrors: string[] }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.host.stop();
      await site.provider.stop();
      rmSync(site.dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ownSite: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.host.stop();
    await site.provider.stop();
    rmSync(site.dataFolder, { recursive: true, force: true });
  },
  consoleErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(errors);
  },
});
export { expect };
