import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from '@site/releases/browser-program';

const LONG_FILES = /\/(release-faults|releases|release-gate)\.spec\.ts$/;
const isCi = process.env.CI !== undefined;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // The same references on every machine.
  snapshotPathTemplate: '{testDir}/../reference/{arg}{ext}',
  globalSetup: './support/prepare-template.ts',
  workers: 2,
  timeout: 45_000,
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  // The longest files first, so that neither worker idles at the end.
  projects: [
    { name: 'releases', testMatch: LONG_FILES },
    { name: 'site', testIgnore: LONG_FILES },
  ],
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
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
