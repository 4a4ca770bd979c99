import { join } from 'node:path';
import * as v from 'valibot';
import { JEST_COMMAND } from '../jest-command.ts';
import { printLine, root } from '../parts.ts';
import { spawnTool } from './spawn-tool.ts';

const reportSchema = v.object({
  suite: v.string(),
  test: v.optional(v.string()),
  status: v.string(),
  message: v.string(),
});

interface UnitResult {
  passed: number;
  failed: number;
  readonly ended: Set<string>;
}

interface UnitOptions {
  readonly suites: readonly string[];
  readonly limitMs: number;
}

export const runUnitTests = async ({ suites, limitMs }: UnitOptions): Promise<UnitResult> => {
  const result: UnitResult = { passed: 0, failed: 0, ended: new Set() };
  if (suites.length === 0) return result;
  const own = join(root, 'scripts/verify');
  const args = [
    ...JEST_COMMAND,
    `--testSequencer=${join(own, 'sequencer.cjs')}`,
    `--reporters=${join(own, 'reporter.cjs')}`,
    // Select the default configurations, because suites on PostgreSQL have a separate one.
    ...['--projects', ...new Set(suites.map((suite) => join(root, suite.split('/')[0] ?? '', 'jest.config.cjs')))],
    ...['--runTestsByPath', ...suites.map((suite) => join(root, suite))],
  ];
  const { process: jest, ended } = spawnTool(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], limitMs });
  jest.on('message', (message) => {
    const { suite, test, status, message: reason } = v.parse(reportSchema, message);
    if (status === 'ended' || status === 'broken') result.ended.add(suite);
    if (status === 'passed') result.passed += 1;
    if (status !== 'failed' && status !== 'broken') return;
    result.failed += 1;
    printLine(`FAILED: ${suite}${test === undefined ? '' : `: ${test}`}\n${reason}`);
  });
  const { isOk, isLate } = await ended;
  if (!isOk && !isLate && result.failed === 0) {
    printLine('FAILED: Jest ended before the tests did; see the lines above.');
    result.failed = 1;
  }
  return result;
};
