import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printLine, root } from '@site/scripts/parts';
import { runDrills } from './drills.ts';
import { createReport } from './measuring.ts';

const REPORT_FILE = join(root, '.cache/browsers.json');
const COLUMN = 20;

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string; readonly ok: boolean; readonly tests: readonly { readonly status: string }[] }[];
}

/** Results of Playwright's report: by condition, then by journey. */
const readResults = (suite: Suite, results = new Map<string, Map<string, string>>()): Map<string, Map<string, string>> => {
  for (const { title, ok, tests } of suite.specs ?? []) {
    const column = results.get(suite.title) ?? new Map<string, string>();
    const isSkipped = tests.every(({ status }) => status === 'skipped');
    results.set(suite.title, column.set(title, isSkipped ? 'skipped' : ok ? 'ok' : 'FAIL'));
  }
  for (const inner of suite.suites ?? []) readResults(inner, results);
  return results;
};

const printTable = (results: ReadonlyMap<string, ReadonlyMap<string, string>>): void => {
  const journeys = new Set([...results.values()].flatMap((column) => [...column.keys()]));
  const width = Math.max(...[...journeys].map(({ length }) => length)) + 2;
  printLine(`\n${''.padEnd(width)}${[...results.keys()].map((name) => name.padStart(COLUMN)).join('')}`);
  for (const journey of journeys)
    printLine(`${journey.padEnd(width)}${[...results.values()].map((column) => (column.get(journey) ?? '–').padStart(COLUMN)).join('')}`);
  printLine('');
};

/** Every journey of a visitor in a real Chrome 90, and in the present Chromium without newer features, without script, without styles and on a slow network. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await rm(REPORT_FILE, { force: true });
  const command = ['run', 'e2e', '--', '/browsers.spec', '--workers=1'];
  const isPassed = await runDrills([['every journey of a visitor, under every condition', command]], { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT_FILE });
  const { suites }: { readonly suites: readonly Suite[] } = JSON.parse(await readFile(REPORT_FILE, 'utf8'));
  const results = readResults({ title: '', suites });
  printTable(results);
  for (const [condition, column] of results) {
    const passed = [...column.values()].filter((result) => result === 'ok').length;
    report(condition, `${passed} of ${column.size} journeys without an error`, passed === column.size);
  }
  return isPassed && results.size > 0 && allHeld();
};
