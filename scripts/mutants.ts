/**
 * `npm run mutants -w scripts`: mutation tests of the rules. Stryker makes one small change at a time, and runs the tests of the rules (`x.test.ts` for `x.ts`)
 * that import the changed file. A change that no test notices survives. `scripts/mutants.json` records the result of each rule, so that a run repeats only
 * rules whose code or tests have changed. A rule with mutants that survive needs a reason in `scripts/mutant-survivors.json`. Workspaces or files can be
 * selected, and selected files always run: `npm run mutants -w scripts -- host shared/src/domain/slug.ts`. `--concurrency 1` uses one processor.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { YOUNG_OBJECTS_ARG } from './jest-command.ts';
import { hashRule, listUnexplainedRules, type MutantRecord, readMutantRecord, writeMutantRecord } from './mutant-record.ts';
import { exitWith, printLine, root } from './parts.ts';

const RULES: Readonly<Record<string, readonly string[]>> = {
  shared: ['src/domain/*.ts'],
  provider: ['src/domain/*.ts'],
  releases: ['src/{canary-changes,path-ownership,registry-changes,registry-codec,retention}.ts'],
  host: ['src/server/pages/{last-good-pages,page-context,page-refresh,page-response,page-source,page-store}.ts', 'src/server/remotes/visits.ts'],
};

/** Supports the syntax of the patterns above: `*` and one list in braces. */
const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
      .replace(/\{(.*)\}/, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
  );
const ruleFiles = Object.entries(RULES).flatMap(([workspace, rules]) => rules.map((pattern) => toRegExp(`${workspace}/${pattern}`)));
const isRule = (name: string): boolean => !name.endsWith('.test.ts') && existsSync(name) && ruleFiles.some((pattern) => pattern.test(name));

/** Number of rules per run of Stryker. */
const BATCH_SIZE = 8;

/** Minimum percentage of mutants that the tests of a workspace must notice. */
const MIN_SCORE = 85;

const { values, positionals } = parseArgs({ options: { concurrency: { type: 'string' } }, allowPositionals: true });
process.chdir(root);

const runStryker = async (workspace: string, files: readonly string[]): Promise<MutantRecord> => {
  const { Stryker } = await import('@stryker-mutator/core');
  // Hash the code before the long run, so that rules whose code changes during the run are tested again next time.
  const hashes = files.map((file) => hashRule(root, file));
  // For each mutant, Jest reads only these folders instead of the whole workspace.
  const folders = [...new Set(RULES[workspace]?.map((pattern) => dirname(pattern)))];
  const roots = folders.map((folder) => `<rootDir>/${folder}`);
  const tests = files.map((file) => `<rootDir>/${relative(workspace, file).replace(/\.ts$/, '{,.*}.test.{ts,tsx}')}`);
  // Leave out tests that only measure time, because they would detect a slower mutant instead of a wrong result.
  const testMatch = [...tests, '!**/*.time.test.ts'];
  const mutants = await new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { projectType: 'custom', configFile: `${workspace}/jest.config.cjs`, config: { roots, testMatch } },
    mutate: [...files],
    // Run only the tests that reach a mutant. Tests that name their environment in a comment therefore get an environment that records coverage.
    coverageAnalysis: 'perTest',
    buildCommand: 'node scripts/mutants-environment.mjs',
    // Stryker would rewrite the paths in this file using an API that TypeScript 7 no longer has. The tests do not read the file.
    tsconfigFile: 'none',
    // A busy machine must not make a mutant look like an infinite loop. Most real loops end sooner, because Stryker counts their iterations.
    timeoutMS: 20_000,
    timeoutFactor: 3,
    testRunnerNodeArgs: [YOUNG_OBJECTS_ARG],
    tempDirName: '.cache/stryker/sandboxes',
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false },
    ignorePatterns: ['.cache', 'bench', 'data', 'dist', 'e2e', 'playwright-report', 'remote-*', 'test-results'],
    ...(values.concurrency !== undefined && { concurrency: Number(values.concurrency) }),
  }).runMutationTest();
  const results = files.map((file, index) => {
    const count = (...statuses: readonly string[]): number =>
      mutants.filter(({ fileName, status }) => relative(root, fileName) === file && statuses.includes(status)).length;
    const killedCount = count('Killed', 'Timeout');
    return [file, { hash: hashes[index] ?? '', all: killedCount + count('Survived', 'NoCoverage'), noticed: killedCount }] as const;
  });
  return Object.fromEntries(results);
};

const listRules = (workspace: string): readonly string[] =>
  [...new Set(RULES[workspace]?.map((pattern) => dirname(pattern)))].flatMap((folder) =>
    readdirSync(join(workspace, folder))
      .map((name) => `${workspace}/${folder}/${name}`)
      .filter(isRule),
  );

const unknown = positionals.find((name) => RULES[name] === undefined && !isRule(name));
if (unknown !== undefined) exitWith(`${unknown} is neither a workspace with rules (${Object.keys(RULES).join(', ')}) nor the file of a rule.`);

for (const workspace of Object.keys(RULES)) {
  const selected = positionals.filter((name) => name.startsWith(`${workspace}/`));
  if (positionals.length > 0 && selected.length === 0 && !positionals.includes(workspace)) continue;
  const rules = listRules(workspace);
  const record = readMutantRecord(root);
  const changed = rules.filter((rule) => record[rule]?.hash !== hashRule(root, rule));
  const files = selected.length > 0 ? selected : changed;
  // Record each batch, so that an interrupted run can resume from there.
  for (let start = 0; start < files.length; start += BATCH_SIZE)
    writeMutantRecord(root, { ...readMutantRecord(root), ...(await runStryker(workspace, files.slice(start, start + BATCH_SIZE))) });
  const results = Object.entries(readMutantRecord(root)).filter(([rule]) => rule.startsWith(`${workspace}/`));
  const all = results.reduce((sum, [, result]) => sum + result.all, 0);
  const killedCount = results.reduce((sum, [, result]) => sum + result.noticed, 0);
  if (all === 0) exitWith(`No mutant was found in the rules of ${workspace}.`);
  const score = (100 * killedCount) / all;
  printLine(
    `${workspace}: the tests notice ${score.toFixed(1)}% of ${all} mutants in ${results.length} of ${rules.length} rules; ${files.length} were tested now.`,
  );
  if (score < MIN_SCORE) process.exitCode = 1;
}

const unexplainedRules = listUnexplainedRules(root);
if (unexplainedRules.length > 0) {
  printLine(`Test the mutants that survive in these rules, or give a reason in scripts/mutant-survivors.json:\n${unexplainedRules.join('\n')}`);
  process.exitCode = 1;
}
