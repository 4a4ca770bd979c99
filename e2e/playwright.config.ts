import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from '@site/releases/browser-program';
import { SEED } from '@site/shared/testing/random';

const SLOW_SPEC_FILES = /\/(release-faults|releases|release-gate)\.spec\.ts$/;
/** Files that start separate servers or export a site. They are in a separate project, so that each file gets a new worker. */
const SEPARATE_SERVER_FILES = /\/(area-states|areas|host-releases|observability|own-repository|packages|static-export|topology)\.spec\.ts$/;
const isCi = process.env.CI !== undefined;
const actionTimeout = isCi ? 30_000 : 15_000;
// Make workers choose the same random tests as this process.
process.env.TEST_SEED = String(SEED);

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // All machines use the same reference images.
  snapshotPathTemplate: '{testDir}/../reference/{arg}{ext}',
  globalSetup: ['./support/prepare-template.ts', './support/contract-run.ts'],
  // One more worker than there are cores, because tests spend a third of their time waiting for servers, builds and pages.
  workers: 3,
  timeout: 90_000,
  // Short on a developer's machine, so that failures appear quickly. CI machines may be busy.
  expect: { timeout: isCi ? 15_000 : 5000, toPass: { timeout: actionTimeout } },
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  // The longest files run first. Tests that can run in any worker come last, so that no worker idles at the end.
  projects: [
    { name: 'releases', testMatch: SLOW_SPEC_FILES },
    { name: 'servers', testMatch: SEPARATE_SERVER_FILES },
    { name: 'site', testIgnore: [SLOW_SPEC_FILES, SEPARATE_SERVER_FILES] },
  ],
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/playwright.json' }]],
  use: {
    actionTimeout,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findBrowser() ?? '',
      args: [
        ...CHROMIUM_FLAGS,
        // With these options, the headless shell and the full browser render text at the same width.
        '--font-render-hinting=none',
      ],
    },
  },
});
