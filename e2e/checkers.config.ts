import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** The checkers that others wrote, over every page: the second half of `npm run test:all`. */
export default defineConfig({
  ...base,
  testDir: './checkers',
  globalSetup: ['./support/prepare-template.ts', './checkers/html-checker.ts'],
  workers: 2,
  timeout: 600_000,
  // An action that cannot succeed does not take as long as the checks of all pages.
  use: { ...base.use, actionTimeout: 60_000 },
  projects: [
    { name: 'checks', testIgnore: /false-alarms\.spec\.ts$/ },
    { name: 'list', testMatch: /false-alarms\.spec\.ts$/, dependencies: ['checks'] },
  ],
});
