import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from '@site/releases/browser-program';
import { SEED } from '@site/shared/testing/random';

const LONG_FILES = /\/(release-faults|releases|release-gate)\.spec\.ts$/;
/** Files that start servers of their own, or export a site: between them and the others a worker starts anew. */
const OTHER_SERVERS = /\/(area-states|areas|host-releases|observability|own-repository|packages|static-export|topology)\.spec\.ts$/;
const isCi = process.env.CI !== undefined;
const actionTimeout = isCi ? 30_000 : 15_000;
// The workers start their random tests as this process does.
process.env.TEST_SEED = String(SEED);

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // The same references on every machine.
  snapshotPathTemplate: '{testDir}/../reference/{arg}{ext}',
  globalSetup: ['./support/prepare-template.ts', './support/contract-run.ts'],
  // One more than the tests need cores for: they wait for the other one's servers, builds and pages a third of the time.
  workers: 3,
  timeout: 90_000,
  // Short on a developer's machine, so that a failure shows soon. CI runs on machines whose other load is unknown.
  expect: { timeout: isCi ? 15_000 : 5000, toPass: { timeout: actionTimeout } },
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  // The longest files first, and those whose tests any worker can take at the end, so that no worker idles there.
  projects: [
    { name: 'releases', testMatch: LONG_FILES },
    { name: 'servers', testMatch: OTHER_SERVERS },
    { name: 'site', testIgnore: [LONG_FILES, OTHER_SERVERS] },
  ],
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/playwright.json' }]],
  use: {
    actionTimeout,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findBrowser() ?? '',
      args: [
        ...CHROMIUM_FLAGS,
        // The headless shell and the full browser then render text with the same width.
        '--font-render-hinting=none',
      ],
    },
  },
});
