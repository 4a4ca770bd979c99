/**
 * `npm run mutants -w scripts`: mutation tests of the rules. Stryker changes the code in one place at a time and runs those tests of the rules (`x.test.ts` for `x.ts`) that
 * import the changed file: a change that no test notices survives. Results of earlier runs are reused for what has not changed; the reports are in `.cache/stryker`. Workspaces or files
 * can be selected: `npm run mutants -w scripts -- host shared/src/domain/slug.ts`. `--concurrency 1` uses one processor.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith, printLine, root } from './parts.ts';

/** The rules of each workspace. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  shared: ['src/domain/*.ts'],
  provider: ['src/domain/*.ts'],
  releases: ['src/{canary-changes,path-ownership,registry-changes,registry-codec,retention}.ts'],
  host: ['src/server/pages/{last-good-pages,page-refresh,page-response,page-source}.ts', 'src/server/remotes/visits.ts'],
};

/** For the patterns above: `*` and one list in braces. */
const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
      .replace(/\{(.*)\}/, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
  );
const ruleFiles = Object.entries(RULES).flatMap(([workspace, rules]) => rules.map((pattern) => toRegExp(`${workspace}/${pattern}`)));
const isRule = (name: string): boolean => !name.endsWith('.test.ts') && existsSync(name) && ruleFiles.some((pattern) => pattern.test(name));

/** Percent of the mutants that the tests of a workspace notice at least. */
const LOWEST_SCORE = 85;

const { values, positionals } = parseArgs({ options: { concurrency: { type: 'string' } }, allowPositionals: true });
process.chdir(root);

/** Mutants by what became of them. A timeout counts as noticed. */
interface Result {
  readonly all: number;
  readonly noticed: number;
  readonly timeouts: number;
}

const runStryker = async (workspace: string, files: readonly string[]): Promise<Result> => {
  const { Stryker } = await import('@stryker-mutator/core');
  // Jest reads only these folders for each mutant, not the whole workspace.
  const folders = [...new Set(RULES[workspace]?.map((pattern) => dirname(pattern)))];
  const roots = folders.map((folder) => `<rootDir>/${folder}`);
  const tests = folders.flatMap((folder) =>
    readdirSync(join(workspace, folder))
      .filter((name) => isRule(`${workspace}/${folder}/${name}`))
      .map((name) => `<rootDir>/${folder}/${name.replace(/\.ts$/, '{,.*}.test.{ts,tsx}')}`),
  );
  // Changed code takes another time, whatever it does: tests that only measure time would notice that, not the change.
  const testMatch = [...tests, '!**/*.time.test.ts'];
  const reports = `.cache/stryker/${workspace}`;
  const mutants = await new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { projectType: 'custom', configFile: `${workspace}/jest.config.cjs`, config: { roots, testMatch } },
    mutate: [...files, '!**/*.test.ts'],
    // Only the tests that reach a mutant run. For that, tests that name their environment in a comment get one that records what they cover.
    coverageAnalysis: 'perTest',
    buildCommand: 'node scripts/mutants-environment.mjs',
    // Stryker would rewrite the paths in it with an interface that TypeScript 7 no longer has; the tests do not read it.
    tsconfigFile: 'none',
    // A busy machine must not make a mutant look like an endless loop. Most real loops end sooner, because Stryker counts their rounds.
    timeoutMS: 20_000,
    timeoutFactor: 3,
    // For each file of tests, Jest leaves an AsyncLocalStorage behind, which Node 20 updates for every later promise: a process that is reused gets slower and slower.
    maxTestRunnerReuse: 25,
    incremental: true,
    incrementalFile: `${reports}/incremental.json`,
    tempDirName: '.cache/stryker/sandboxes',
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `${reports}/report.html` },
    ignorePatterns: ['.cache', 'bench', 'data', 'dist', 'e2e', 'playwright-report', 'remote-*', 'test-results'],
    ...(values.concurrency !== undefined && { concurrency: Number(values.concurrency) }),
  }).runMutationTest();
  const count = (...statuses: readonly string[]): number => mutants.filter(({ status }) => statuses.includes(status)).length;
  const timeouts = count('Timeout');
  const noticed = count('Killed') + timeouts;
  const all = noticed + count('Survived', 'NoCoverage');
  return all === 0 ? exitWith(`There is nothing to change in ${files.join(', ')}: no mutant was tested.`) : { all, noticed, timeouts };
};

const unknown = positionals.find((name) => RULES[name] === undefined && !isRule(name));
if (unknown !== undefined) exitWith(`${unknown} is neither a workspace with rules (${Object.keys(RULES).join(', ')}) nor the file of a rule.`);

for (const [workspace, rules] of Object.entries(RULES)) {
  const selected = positionals.filter((name) => name.startsWith(`${workspace}/`));
  if (positionals.length > 0 && selected.length === 0 && !positionals.includes(workspace)) continue;
  const { all, noticed, timeouts } = await runStryker(workspace, selected.length > 0 ? selected : rules.map((pattern) => `${workspace}/${pattern}`));
  const score = (100 * noticed) / all;
  printLine(`${workspace}: the tests notice ${score.toFixed(1)}% of ${all} mutants, ${timeouts} of them because they ran out of time.`);
  if (score < LOWEST_SCORE) process.exitCode = 1;
}
