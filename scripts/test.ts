/**
 * `npm test`: checks rules and types, runs unit tests, the build with its budgets, and browser tests. It runs the drills if something that they depend on has
 * changed. `npm run test:all` runs everything on every database. It then runs the third-party checkers on every page, the mutation tests, every journey in
 * every browser, and the short forms of the benchmarks. `npm run test:all -- --only checkers` (or tests, mutants, browsers, benchmarks) runs only those.
 * Installs the browser if it is missing. The output ends with the names of flaky tests and a last line that counts all tests: `N passed, N failed`. The exit
 * status is 1 if anything failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, HEADLESS_SHELL } from '@site/releases/browser-program';
import { installDebianPackage } from './debian-package.ts';
import { JEST_COMMAND } from './jest-command.ts';
import { buildParts, exitWith, printLine, root } from './parts.ts';
import { readJestReport, readPlaywrightReport } from './test-reports.ts';
import { addOutcome, begin, count, endRun, hasFailed, makeTemporaryFolder, readOutcome } from './test-run.ts';
import { chooseDrills, recordWholeRun } from './whole-run.ts';

const run = (command: string, args: readonly string[], env = process.env): boolean => {
  const { status, signal } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  // A killed program prints no message.
  if (signal !== null) printLine(`${basename(command)} was ended by ${signal}.`);
  return status === 0;
};
const runTool = (name: string, args: readonly string[], env = process.env): boolean => run(join(root, 'node_modules/.bin', name), args, env);

/**
 * The fallback fonts are adjusted to the width of Arial. If no similar font is installed, the browser uses a wider one, and text moves when the site's fonts
 * arrive.
 */
const ensureFallbackFont = (): void => {
  if (!existsSync('/usr/share/fonts/truetype/liberation')) installDebianPackage('fonts-liberation', 'for the browser tests');
};

/**
 * Returns the path of the browser for the tests: the headless shell, which opens a page in half the time of the full browser, or else Chromium or Chrome.
 * Installs Debian's headless shell if it is missing, unless that would prompt for a password and another browser is available.
 */
const ensureChromium = (): string => {
  const browser = findBrowser();
  const isRoot = process.getuid?.() === 0;
  if (browser !== undefined && (browser === HEADLESS_SHELL || browser === process.env.CHROMIUM_PATH || !isRoot || !existsSync('/usr/bin/apt-get')))
    return browser;
  installDebianPackage('chromium-headless-shell', 'for the browser tests', { mayPrompt: true });
  return findBrowser() ?? exitWith('Chromium could not be installed. Install Chromium or Chrome and set CHROMIUM_PATH to its program.');
};

const getReportFile = (tool: string): string => join(root, '.cache', `${tool}.json`);

/** Adds the results that a tool reported. If the tool failed although no test did, that counts as one failure, because it did not reach its tests. */
const countTests = (name: string, isOk: boolean, file: string, read: typeof readJestReport): void => {
  const outcome = readOutcome(file, read);
  addOutcome({ ...outcome, flaky: outcome.flaky.map((test) => test.replace(`${root}/`, '')) });
  if (!isOk && outcome.failed === 0) count(name, false);
};

/** Twice the peak disk usage of all databases, sites and builds in the tests. */
const NEEDED_BYTES = 8 * 2 ** 30;

makeTemporaryFolder(NEEDED_BYTES);

const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false }, only: { type: 'string' } }, args: process.argv.slice(3) });
const PARTS = ['tests', 'checkers', 'mutants', 'browsers', 'benchmarks'] as const;
type Part = (typeof PARTS)[number];
const isPart = (name: string): name is Part => PARTS.some((part) => part === name);
const chooseParts = (): readonly Part[] => {
  if (!options.all) return ['tests'];
  if (options.only === undefined) return PARTS;
  return isPart(options.only) ? [options.only] : exitWith(`The parts of a whole run are ${PARTS.join(', ')}: npm run test:all -- --only checkers`);
};

/**
 * Returns the kinds of tests that this run skips: `drill`, and `whole`, which only `npm run test:all` runs. The kind is part of a unit test's file name
 * (`.drill.test.ts`) and a tag of a browser test (`@drill`).
 */
const findOmittedKinds = (): readonly string[] => {
  if (options.all) return [];
  const drills = chooseDrills(root);
  if (drills.areDrillsNeeded) {
    printLine(`With the drills, because ${drills.reason}.`);
    return ['whole'];
  }
  const { date, commit } = drills.lastRun;
  printLine(`Without the drills: nothing that they depend on has changed since everything passed on ${date} (commit ${commit.slice(0, 8)}).`);
  return ['whole', 'drill'];
};

const runJest = (omittedKinds: readonly string[]): void => {
  begin('Unit tests');
  // Also runs every suite that uses the database on PostgreSQL.
  if (options.all) process.env.ALL_DATABASES = '1';
  const file = getReportFile('jest');
  rmSync(file, { force: true });
  const isOk = run(process.execPath, [
    ...JEST_COMMAND,
    ...omittedKinds.map((kind) => `--testPathIgnorePatterns=\\.${kind}\\.test\\.`),
    '--json',
    `--outputFile=${file}`,
  ]);
  countTests('the unit tests', isOk, file, readJestReport);
};

const runPlaywright = (title: string, report: string, config: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): void => {
  begin(title);
  const file = getReportFile(report);
  rmSync(file, { force: true });
  const isOk = runTool('playwright', ['test', '-c', config, ...args], {
    ...process.env,
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...env,
  });
  countTests(title.toLowerCase(), isOk, file, readPlaywrightReport);
};

const runBrowserTests = (omittedKinds: readonly string[]): void => {
  ensureFallbackFont();
  const config = 'e2e/playwright.config.ts';
  const tags = omittedKinds.map((kind) => `@${kind}`);
  // A whole run compares its API calls with the provider's OpenAPI document, which slows the tests down slightly.
  const checks = options.all ? { CHECK_CONTRACT: '1' } : {};
  runPlaywright('Browser tests', 'playwright', config, ['--grep-invert', ['@time', ...tags].join('|')], checks);
  // These tests run one at a time, so that each can meet the time limit in its name. They reuse the template from the other browser tests.
  const excludeArgs = tags.length > 0 ? ['--grep-invert', tags.join('|')] : [];
  runPlaywright('Browser tests about time', 'playwright-time', config, ['--grep', '@time', ...excludeArgs, '--workers=1', '--output=test-results/time'], {
    KEEP_TEMPLATE: '1',
  });
};

/** Runs a script as one test, which passes if the exit status is 0. */
const runScript = (title: string, script: string, args: readonly string[]): void => {
  begin(title);
  count(title.toLowerCase(), run('npm', ['run', '--silent', script, ...args]));
};

const runTests = async (): Promise<void> => {
  const omittedKinds = findOmittedKinds();
  begin('Rules and types');
  count('the check', run('npm', ['run', '--silent', 'check']));
  runJest(omittedKinds);
  begin('Build');
  await buildParts().catch(exitWith);
  runBrowserTests(omittedKinds);
  // From now on, `npm test` runs the drills only if one of their inputs changes.
  if (options.all && !hasFailed() && !recordWholeRun(root, new Date().toISOString().slice(0, 10)))
    printLine('This run is not recorded, because files differ from the commit: the next npm test runs the drills, too.');
};

const OTHER_PARTS: Readonly<Record<Exclude<Part, 'tests'>, () => void>> = {
  checkers: () => runPlaywright('Checkers', 'checkers', 'e2e/checkers.config.ts'),
  mutants: () => runScript('Mutants', 'mutants', ['-w', 'scripts']),
  browsers: () => runScript('Every journey in every browser', 'bench', ['--', 'browsers']),
  benchmarks: () => runScript('Benchmarks, short forms', 'bench', ['--', 'short']),
};

for (const part of chooseParts()) {
  if (part === 'tests') await runTests();
  else {
    if (options.only !== undefined) {
      begin('Build');
      await buildParts().catch(exitWith);
    }
    OTHER_PARTS[part]();
  }
}
endRun();
