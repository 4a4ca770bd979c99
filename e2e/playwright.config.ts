import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

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
      // Chromium's own background requests find no network on a test machine, and say so in every log.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Letters as wide in the headless shell as in the whole browser.
        '--font-render-hinting=none',
      ],
    },
  },
});
