/**
 * `npm run verify`: checks within three minutes whether a change works. It runs the linter on the changed files, the type checker, the unit tests that reach
 * the changed files through the imports of all workspaces (nearest first), and pages and a journey of the changed parts in the browser. At the end, it prints
 * what did not run. `-- --since main` adds the commits of this branch. `-- --map [pattern]` records which files the suites execute, which narrows later
 * selections.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '@site/releases/browser-program';
import { exitWith, parts, printLine, root } from './parts.ts';
import { readPlaywrightReport } from './test-reports.ts';
import { addOutcome, begin, count, endRun, getRunMs, getSeconds, makeTemporaryFolder, readOutcome } from './test-run.ts';
import { findChangedFiles, listFiles } from './verify/changed-files.ts';
import { exportsOnlyFunctions, readCoverageMap, recordCoverage } from './verify/coverage-map.ts';
import { readImportGraph } from './verify/import-graph.ts';
import { runUnitTests } from './verify/run-unit-tests.ts';
import { findAffectedParts, selectSuites } from './verify/select-suites.ts';
import { spawnTool } from './verify/spawn-tool.ts';
import { summarise } from './verify/summarise.ts';

/** Default limit in seconds; `--limit` overrides it, for example on a busy machine. */
const LIMIT_SECONDS = '170';
/** Share of the time limit after which unit tests are stopped, so that there is time for the browser tests. */
const UNIT_TIME_SHARE = 0.65;
const NEEDED_BYTES = 3 * 2 ** 30;

const { values: options, positionals } = parseArgs({
  options: { since: { type: 'string' }, map: { type: 'boolean', default: false }, limit: { type: 'string', default: LIMIT_SECONDS } },
  allowPositionals: true,
  args: process.argv.slice(3),
});

const limitMs = Number(options.limit) * 1000;
if (!(limitMs > 0)) exitWith('--limit takes seconds, for example --limit 300.');
const getRemainingMs = (): number => Math.max(1000, Math.round(limitMs - getRunMs()));

const cacheFolder = join(root, '.cache/verify');
mkdirSync(cacheFolder, { recursive: true });
makeTemporaryFolder(NEEDED_BYTES);

if (options.map) {
  const suites = recordCoverage(positionals);
  printLine(`Recorded ${suites} suites.`);
  process.exit();
}

const changed = ((): readonly string[] => {
  try {
    return findChangedFiles(root, options.since);
  } catch {
    return exitWith(options.since === undefined ? 'Git cannot read this repository.' : `Git does not find ${options.since}.`);
  }
})();

const remainingTools: string[] = [];

/** Runs a tool, shows its output if it fails, and counts it as one test. A tool that takes too long is stopped and listed among those that did not run. */
const runTool = async (name: string, tool: string, args: readonly string[]): Promise<void> => {
  const { process: program, ended } = spawnTool(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], limitMs: getRemainingMs() });
  const output: string[] = [];
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (data) => output.push(String(data)));
  const { isOk, isLate } = await ended;
  if (isLate) return void remainingTools.push(name);
  count(name, isOk);
  printLine(isOk ? `${name}: passed (${getSeconds()} s)` : output.join(''));
};

/** How long Playwright needs, roughly, to exit after its time limit. */
const EXIT_GRACE_MS = 3000;

/** Maximum number of affected files passed to the browser tests, nearest first, to decide which pages are tested first. */
const MAX_NAMED_FILES = 500;

/**
 * Runs the browser tests of the affected parts, beginning with the pages closest to the first files. Returns the number of tests that did not finish in time.
 */
const runBrowserTests = async (affectedParts: readonly string[], files: readonly string[]): Promise<number> => {
  const report = join(cacheFolder, 'playwright.json');
  rmSync(report, { force: true });
  const { ended } = spawnTool('playwright', ['test', '-c', 'e2e/verify.config.ts'], {
    // Playwright normally exits earlier, with a report.
    limitMs: getRemainingMs() + EXIT_GRACE_MS,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      KEEP_TEMPLATE: '1',
      VERIFY_PARTS: affectedParts.join(),
      VERIFY_FILES: files.slice(0, MAX_NAMED_FILES).join(),
      VERIFY_LIMIT_MS: String(getRemainingMs()),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const { isOk } = await ended;
  const outcome = readOutcome(report, readPlaywrightReport);
  addOutcome(outcome);
  if (isOk || outcome.failed > 0) return outcome.skipped;
  // If time remains, the browser tests failed to start. Otherwise, building the parts used up the time.
  if (getRemainingMs() > EXIT_GRACE_MS) count('the browser tests did not start; see the lines above', false);
  else if (outcome.skipped === 0) remainingTools.push('selected browser tests');
  return outcome.skipped;
};

const verify = async (): Promise<void> => {
  const fileExists = (file: string): boolean => existsSync(join(root, file));
  const read = (file: string): string => (fileExists(file) ? readFileSync(join(root, file), 'utf8') : '');
  // Include deleted files, because files that use them can be affected.
  const files = [...new Set([...listFiles(root), ...changed])];
  const graph = readImportGraph(files, read);
  const { suites, nonExecutingSuites, changedSharedFiles, affected } = selectSuites({
    files: files.filter(fileExists),
    changed,
    graph,
    map: readCoverageMap(),
    exportsOnlyFunctions: (file) => /\.tsx?$/.test(file) && exportsOnlyFunctions(read(file), file),
  });
  const affectedParts = findAffectedParts(affected, parts);
  printLine(`${changed.length} changed, ${suites.length} unit suites can notice it; parts: ${affectedParts.join(', ') || 'none'}.`);

  begin('Lint, types and unit tests');
  // A change to Biome's rules affects all files.
  const existing = changed.filter(fileExists);
  const lintedFiles = existing.some((file) => /biome\.jsonc?$|\.grit$/.test(file)) ? ['.'] : existing;
  const biomeArgs = ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...lintedFiles];
  const typeCheckArgs = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', join(cacheFolder, 'types.tsbuildinfo')];
  const tools = [...(lintedFiles.length > 0 ? [runTool('lint of the changed files', 'biome', biomeArgs)] : []), runTool('types', 'tsc', typeCheckArgs)];
  const unitResult = await runUnitTests({ suites, limitMs: limitMs * UNIT_TIME_SHARE });
  addOutcome(unitResult);
  printLine(`${unitResult.ended.size} of ${suites.length} unit suites: ${unitResult.passed} passed, ${unitResult.failed} failed (${getSeconds()} s)`);

  const hasBrowser = findBrowser() !== undefined;
  let remainingBrowserTests = 0;
  if (affectedParts.length > 0 && hasBrowser) {
    begin('Pages and journeys in the browser');
    remainingBrowserTests = await runBrowserTests(affectedParts, [...new Set([...changed, ...affected])]);
  }

  await Promise.all(tools);

  printLine('');
  const outcome = {
    remainingSuites: suites.filter((suite) => !unitResult.ended.has(suite)),
    nonExecutingCount: nonExecutingSuites.length,
    repositorySuiteCount: [...graph.repositorySuites].filter((suite) => !unitResult.ended.has(suite)).length,
    remainingTools,
    changedSharedFiles,
    hasProviderSuites: suites.some((suite) => suite.startsWith('provider/')),
    remainingBrowserTests,
    untestedParts: hasBrowser ? [] : affectedParts,
  };
  for (const line of summarise(outcome)) printLine(line);
};

if (changed.length === 0)
  printLine(`Nothing has changed since ${options.since === undefined ? 'the last commit. Its own changes: npm run verify -- --since HEAD~1' : options.since}.`);
else await verify();
endRun();
