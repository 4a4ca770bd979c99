import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { findFreePort } from '@site/scripts/free-port';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { openContractProxy } from './contract-run.ts';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

export interface Site {
  readonly url: string;
  readonly dataFolder: string;
  readonly host: RunningServer;
  provider: RunningServer;
}

interface SiteSettings {
  readonly env?: Readonly<Record<string, string>>;
  readonly getHostEnv?: (port: number) => Readonly<Record<string, string>>;
}

/** Starts a site for `use`. Stops every server that has started, even if a later one fails to start. */
export const withSite = async (use: (site: Site) => Promise<void>, { env = {}, getHostEnv }: SiteSettings = {}): Promise<void> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
  try {
    cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
    const provider = await startProvider({ dataFolder, env });
    // Tests may replace a provider that they have killed.
    const running = { provider };
    try {
      const port = getHostEnv === undefined ? undefined : await findFreePort();
      const settings = port === undefined ? {} : { port, env: getHostEnv?.(port) ?? {} };
      const calls = await openContractProxy(provider.url);
      try {
        const host = await startHost({ dataFolder, providerUrl: calls.url, ...settings });
        try {
          await use(Object.assign(running, { url: host.url, dataFolder, host }));
        } finally {
          await host.stop();
        }
      } finally {
        await calls.close();
      }
    } finally {
      // The provider need not drain, because its data is deleted.
      await running.provider.kill();
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
};

/**
 * A site takes about two seconds of CPU time to start, so all tests in a worker share two sites. `site` is read-only. Tests write content to `contentSite`,
 * each with its own titles. A test that breaks something, or depends on all stored content, uses `ownSite`, which no other test shares.
 */
export const test = base.extend<{ ownSite: Site; consoleErrors: string[] }, { site: Site; contentSite: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => withSite(use),
    { scope: 'worker' },
  ],
  contentSite: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => withSite(use),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ownSite: async ({}, use) => withSite(use),
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
