import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from '@site/scripts/chromium';

const isCi = process.env.CI !== undefined;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // One set for every machine.
  snapshotPathTemplate: '{testDir}/../reference/{arg}{ext}',
  globalSetup: './support/prepare-template.ts',
  workers: 2,
  timeout: 45_000,
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ?? '',
      args: [
        ...CHROMIUM_FLAGS,
        // Letters as wide in the headless shell as in the whole browser.
        '--font-render-hinting=none',
      ],
    },
  },
});
