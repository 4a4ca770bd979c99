import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from '@site/scripts/chromium';

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
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ?? '',
      args: [
        ...CHROMIUM_FLAGS,
        // The headless shell and the full browser then render text with the same width.
        '--font-render-hinting=none',
      ],
    },
  },
});
