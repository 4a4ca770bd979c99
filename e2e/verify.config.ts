import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { getVerifiedTests } from './support/verified-tests.ts';

const readList = (name: string): readonly string[] => process.env[name]?.split(',') ?? [];

/** Browser tests for `npm run verify`. They must finish within a minute. */
export default defineConfig({
  ...base,
  grep: [...getVerifiedTests(readList('VERIFY_PARTS'), readList('VERIFY_FILES'))],
  globalTimeout: Number(process.env.VERIFY_LIMIT_MS ?? 60_000),
  workers: 2,
  retries: 0,
  // One project for all tests with the same sites, because a project per file would start new sites.
  projects: [{ name: 'verify' }],
});
