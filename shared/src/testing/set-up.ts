import { TEST_LIMIT_MS } from './limits.ts';

jest.setTimeout(TEST_LIMIT_MS);
// CI retries a failed test once, like the browser tests, because other programs may slow its machines down. The first failure is logged.
if (process.env.CI !== undefined) jest.retryTimes(1, { logErrorsBeforeRetry: true });

let unexpectedMessages: string[] = [];

const record =
  (level: 'error' | 'warn') =>
  (...values: readonly unknown[]): void => {
    unexpectedMessages.push(`console.${level}: ${values.map((value) => (value instanceof Error ? (value.stack ?? value.message) : String(value))).join(' ')}`);
  };

// Tests fail on console messages, which would otherwise go unnoticed. To expect one, use `jest.spyOn(console, 'error').mockImplementation(() => {})`.
console.error = record('error');
console.warn = record('warn');

beforeEach(() => {
  unexpectedMessages = [];
  // Report tests without assertions as failures, because they cannot fail otherwise. If the test has already thrown, Jest reports only that error.
  expect.hasAssertions();
});

afterEach(() => {
  if (unexpectedMessages.length > 0) throw new Error(`Unexpected on the console:\n${unexpectedMessages.join('\n')}`);
});
