import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startHost } from '@site/scripts/servers';
import { AREA_ANSWERS } from './area-fixtures.ts';
import { root, TEMPLATE_FOLDER } from './servers.ts';
import { type StubProvider, startStubProvider } from './stub-provider.ts';

/** A host before a provider that says what a test wants to hear. */
export const test = base.extend<object, { area: { readonly url: string; readonly stub: StubProvider } }>({
  area: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
      cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
      const stub = await startStubProvider(AREA_ANSWERS);
      const host = await startHost({ dataFolder, providerUrl: stub.url });
      await use({ url: host.url, stub });
      await host.stop();
      await stub.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Until then a page's controls have no script. */
export const alive = (page: Page) => expect(page.locator('html[data-alive]')).toBeAttached();

export { expect };
