import { TEST_LIMIT_MS } from './limits.ts';

jest.setTimeout(TEST_LIMIT_MS);
// As the browser tests: CI runs on machines whose other load is unknown, and shows what failed at first.
if (process.env.CI !== undefined) jest.retryTimes(1, { logErrorsBeforeRetry: true });

let unexpected: string[] = [];

const record =
  (level: 'error' | 'warn') =>
  (...values: readonly unknown[]): void => {
    unexpected.push(`console.${level}: ${values.map((value) => (value instanceof Error ? (value.stack ?? value.message) : String(value))).join(' ')}`);
  };

// A console message is a defect that would go unnoticed. A test that expects one silences it with `jest.spyOn(console, 'error').mockImplementation(() => {})`.
console.error = record('error');
console.warn = record('warn');

beforeEach(() => {
  unexpected = [];
  // A test without an assertion cannot fail, so it is reported as a failure. Jest reports nothing more if the test has thrown.
  expect.hasAssertions();
});

afterEach(() => {
  if (unexpected.length > 0) throw new Error(`Unexpected on the console:\n${unexpected.join('\n')}`);
});
