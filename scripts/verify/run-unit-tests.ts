import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';
import { printLine, root } from '../parts.ts';

const reportSchema = v.object({
  suite: v.string(),
  test: v.optional(v.string()),
  status: v.string(),
  message: v.string(),
});

export interface UnitResult {
  passed: number;
  failed: number;
  /** Suites that have ended. */
  readonly ended: Set<string>;
}

interface UnitOptions {
  readonly suites: readonly string[];
  /** After this time Jest is ended, with the suites that are running. */
  readonly limitMs: number;
}

/** Runs suites in their order, and prints each failure at once. */
export const runUnitTests = async ({ suites, limitMs }: UnitOptions): Promise<UnitResult> => {
  const result: UnitResult = { passed: 0, failed: 0, ended: new Set() };
  if (suites.length === 0) return result;
  const own = join(root, 'scripts/verify');
  const args = [
    '--maxWorkers=100%',
    `--cacheDirectory=${join(root, '.cache/jest')}`,
    `--testSequencer=${join(own, 'sequencer.cjs')}`,
    `--reporters=${join(own, 'reporter.cjs')}`,
    // The suites on PostgreSQL have another configuration.
    ...['--projects', ...new Set(suites.map((suite) => join(root, suite.split('/')[0] ?? '', 'jest.config.cjs')))],
    ...['--runTestsByPath', ...suites.map((suite) => join(root, suite))],
  ];
  // Its own process group: its workers end with it.
  const jest = spawn(join(root, 'node_modules/.bin/jest'), args, { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const end = (): void => void (jest.pid !== undefined && jest.exitCode === null && process.kill(-jest.pid, 'SIGKILL'));
  process.once('exit', end);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limitMs);
  jest.on('message', (message) => {
    const { suite, test, status, message: reason } = v.parse(reportSchema, message);
    if (status === 'ended' || status === 'broken') result.ended.add(suite);
    if (status === 'passed') result.passed += 1;
    if (status !== 'failed' && status !== 'broken') return;
    result.failed += 1;
    printLine(`FAILED: ${suite}${test === undefined ? '' : `: ${test}`}\n${reason}`);
  });
  const [status] = await once(jest, 'close');
  clearTimeout(timer);
  process.off('exit', end);
  if (status !== 0 && !isLate && result.failed === 0) {
    printLine('FAILED: Jest ended before the tests did; see the lines above.');
    result.failed = 1;
  }
  return result;
};
