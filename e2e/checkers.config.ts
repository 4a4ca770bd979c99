import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Runs third-party checkers on every page. This is the second half of `npm run test:all`. */
export default defineConfig({
  ...base,
  testDir: './checkers',
  globalSetup: ['./support/prepare-template.ts', './checkers/html-checker.ts'],
  workers: 2,
  timeout: 600_000,
  // Limit each action to a minute, so that a hanging action does not use up the test's time limit.
  use: { ...base.use, actionTimeout: 60_000 },
  projects: [
    { name: 'checks', testIgnore: /false-alarms\.spec\.ts$/ },
    { name: 'list', testMatch: /false-alarms\.spec\.ts$/, dependencies: ['checks'] },
  ],
});
