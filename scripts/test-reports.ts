import * as v from 'valibot';

export interface TestOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** File and name of each test that passed only on the second attempt. */
  readonly flaky: readonly string[];
}

const jestSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string(), invocations: v.optional(v.number(), 1) })),
    }),
  ),
});

export const readJestReport = (report: unknown): TestOutcome => {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = v.parse(jestSchema, report);
  const flaky = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status, invocations }) => status === 'passed' && invocations > 1).map(({ fullName }) => `${name}: ${fullName}`),
  );
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, flaky };
};

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly { readonly title: string; readonly file: string; readonly tests: readonly { readonly status: string }[] }[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const suiteSchema: v.GenericSchema<PlaywrightSuite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(v.object({ status: v.string() })) })),
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
});

const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), flaky: v.number(), unexpected: v.number(), skipped: v.number() }),
  suites: v.array(suiteSchema),
});

const findFlakySpecs = ({ specs, suites = [] }: PlaywrightSuite): readonly string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(findFlakySpecs),
];

export const readPlaywrightReport = (report: unknown): TestOutcome => {
  const { stats, suites } = v.parse(playwrightSchema, report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, flaky: suites.flatMap(findFlakySpecs) };
};

/** Returns the last lines of a test run. The flaky tests come first, because the verdict must be the last line. */
export const formatVerdict = ({ passed, failed, flaky }: Omit<TestOutcome, 'skipped'>): string =>
  [...flaky.map((name) => `FLAKY, passed on the second try: ${name}`), `${passed} passed, ${failed} failed`].join('\n');
