import { formatVerdict, readJestReport, readPlaywrightReport } from './test-reports.ts';

describe('the reports of test runners', () => {
  it('name the unit tests that passed only on the second try', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 4,
      testResults: [
        {
          name: '/site/host/a.test.ts',
          assertionResults: [
            { fullName: 'the menu opens', status: 'passed', invocations: 1 },
            { fullName: 'the menu closes', status: 'passed', invocations: 2 },
          ],
        },
        { name: '/site/host/b.test.ts', assertionResults: [{ fullName: 'fails twice', status: 'failed', invocations: 2 }] },
      ],
    };
    expect(readJestReport(report)).toEqual({ passed: 2, failed: 1, skipped: 4, flaky: ['/site/host/a.test.ts: the menu closes'] });
  });

  it('name the browser tests that passed only on the second try, and count them as passed', () => {
    const createSpec = (title: string, status: string) => ({ title, file: 'help.spec.ts', tests: [{ status }] });
    const report = {
      stats: { expected: 1, flaky: 2, unexpected: 1, skipped: 5 },
      suites: [
        {
          title: 'help.spec.ts',
          specs: [createSpec('opens', 'flaky'), createSpec('closes', 'expected')],
          suites: [{ title: 'Help', specs: [createSpec('leaves', 'unexpected')], suites: [{ title: 'on phones', specs: [createSpec('calls', 'flaky')] }] }],
        },
      ],
    };
    expect(readPlaywrightReport(report)).toEqual({ passed: 3, failed: 1, skipped: 5, flaky: ['help.spec.ts: opens', 'help.spec.ts: calls'] });
  });

  it('end with the verdict, below the flaky tests', () => {
    expect(formatVerdict({ passed: 2, failed: 0, flaky: ['a.spec.ts: one', 'b.test.ts: other'] }).split('\n')).toEqual([
      'FLAKY, passed on the second try: a.spec.ts: one',
      'FLAKY, passed on the second try: b.test.ts: other',
      '2 passed, 0 failed',
    ]);
    expect(formatVerdict({ passed: 2, failed: 1, flaky: [] })).toBe('2 passed, 1 failed');
  });
});
