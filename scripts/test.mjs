/**
 * `npm test`: everything from a fresh clone: rules and types, unit tests, build with its budgets, browser tests. Installs what it lacks, the
 * browser included. The last line counts all tests: `N passed, N failed`; the exit status is 1 when anything failed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, ensurePackages, giveUp, root, run, say } from './machine.mjs';
import { buildAndPublish } from './parts.mjs';

const started = Date.now();
const counts = { passed: 0, failed: 0 };

/** @param {string} title */
const begin = (title) => say(`\n== ${title} (${Math.round((Date.now() - started) / 1000)} s)`);

/** @param {string} name @param {boolean} ok */
const count = (name, ok) => {
  counts[ok ? 'passed' : 'failed'] += 1;
  if (!ok) say(`FAILED: ${name}`);
};

/** @param {string} name @returns {any} the report, or undefined when its tool wrote none */
const readReport = (name) => {
  const file = join(root, '.cache', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

const bin = (name) => join(root, 'node_modules/.bin', name);

ensurePackages();
for (const report of ['jest.json', 'playwright.json']) rmSync(join(root, '.cache', report), { force: true });

begin('Rules and types');
count('biome', run(bin('biome'), ['check', '.']));
for (const project of [
  '.',
  'shared',
  'releases',
  'host',
  'remote-marketing',
  'remote-news-events',
  'remote-gallery',
  'remote-auth-admin',
  'provider',
  'bench',
  'e2e',
]) {
  count(`types of ${project}`, run(bin('tsc'), ['-p', join(root, project, 'tsconfig.json')]));
}

begin('Unit tests');
const unitOk = run(bin('jest'), ['--maxWorkers=100%', '--json', `--outputFile=${join(root, '.cache/jest.json')}`]);
const jest = readReport('jest.json');
counts.passed += jest?.numPassedTests ?? 0;
counts.failed += jest?.numFailedTests ?? 0;
if (!unitOk && !(jest?.numFailedTests > 0)) count('the unit tests as a whole', false);

begin('Build');
await buildAndPublish().catch((error) => giveUp(error.message));

begin('Browser tests');
const chromium = ensureChromium();
const e2eOk = run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
  ...process.env,
  CHROMIUM_PATH: chromium,
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, '.cache/playwright.json'),
});
const playwright = readReport('playwright.json')?.stats;
counts.passed += (playwright?.expected ?? 0) + (playwright?.flaky ?? 0);
counts.failed += playwright?.unexpected ?? 0;
if (!e2eOk && !(playwright?.unexpected > 0)) count('the browser tests as a whole', false);

say(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
say(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
