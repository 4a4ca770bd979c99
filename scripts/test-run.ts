/** Shared by `npm test` and `npm run verify`: the elapsed time, the test counts, and the folder for temporary files. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMemoryFolder } from './memory-folder.ts';
import { printLine } from './parts.ts';
import { formatVerdict, type TestOutcome } from './test-reports.ts';

const began = performance.now();
export const getRunMs = (): number => performance.now() - began;
export const getSeconds = (): number => Math.round(getRunMs() / 1000);

export const begin = (title: string): void => printLine(`\n== ${title} (${getSeconds()} s)`);

const counts = { passed: 0, failed: 0 };
const flakyTests: string[] = [];

type Counts = Pick<TestOutcome, 'passed' | 'failed'>;

export const addOutcome = ({ passed, failed, flaky = [] }: Counts & Partial<TestOutcome>): void => {
  counts.passed += passed;
  counts.failed += failed;
  flakyTests.push(...flaky);
};

/** Counts a step that writes no report as one test. */
export const count = (name: string, isOk: boolean): void => {
  addOutcome({ passed: Number(isOk), failed: Number(!isOk) });
  if (!isOk) printLine(`FAILED: ${name}`);
};

export const readOutcome = (file: string, read: (report: unknown) => TestOutcome): TestOutcome =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0, flaky: [] };

/**
 * Keeps the temporary files of this run in a separate folder, which is deleted at the end, even after Ctrl-C. If `bytes` are free in memory, the folder is
 * there, because the databases would wait for the disk at every write.
 */
export const makeTemporaryFolder = (bytes: number): void => {
  const folder = mkdtempSync(join(findMemoryFolder({ bytes, startsPrograms: true }) ?? tmpdir(), 'site-tests-'));
  process.env.TMPDIR = folder;
  // Programs that are exiting may still write to the folder.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
};

export const hasFailed = (): boolean => counts.failed > 0;

export const endRun = (): void => {
  printLine(`\nTook ${getSeconds()} s.`);
  printLine(formatVerdict({ ...counts, flaky: flakyTests }));
  process.exitCode = hasFailed() ? 1 : 0;
};
