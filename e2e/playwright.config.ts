import { defineConfig } from '@playwright/test';

const isCi = process.env.CI !== undefined;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // One set for every machine: the tolerance of the comparison covers how they draw letters.
  snapshotPathTemplate: '{testDir}/../reference/{arg}{ext}',
  globalSetup: './support/prepare-template.ts',
  // Half of a test's time is waiting for what a person waits for: one more than the two cores of the smallest machine keeps them busy.
  workers: 3,
  timeout: 45_000,
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Chromium's own background requests find no network on a test machine, and say so in every log.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
