import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installChromiums } from '@site/scripts/browsers';
import { printLine, root } from '@site/scripts/parts';
import { runDrills } from './drills.ts';
import { createReport } from './measuring.ts';

const REPORT_FILE = join(root, '.cache/browsers.json');

interface Test {
  readonly status: string;
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
}

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string; readonly ok: boolean; readonly tests: readonly Test[] }[];
}

interface Run {
  readonly outcomes: Map<string, string>;
  version: string;
}

const readResults = (suite: Suite, results = new Map<string, Run>()): Map<string, Run> => {
  for (const { title, ok, tests } of suite.specs ?? []) {
    const run = results.get(suite.title) ?? { outcomes: new Map<string, string>(), version: '' };
    const isSkipped = tests.every(({ status }) => status === 'skipped');
    run.outcomes.set(title, isSkipped ? 'skipped' : ok ? 'ok' : 'FAIL');
    // Use the last version, because a comparison run reports the current Chromium first.
    run.version ||= tests.flatMap(({ annotations }) => annotations).findLast(({ type }) => type === 'version')?.description ?? '';
    results.set(suite.title, run);
  }
  for (const innerSuite of suite.suites ?? []) readResults(innerSuite, results);
  return results;
};

/** Prints a Markdown table. Journey titles are shown without their requirement ids. */
const printTable = (results: ReadonlyMap<string, Run>): void => {
  const journeys = [...new Set([...results.values()].flatMap(({ outcomes }) => [...outcomes.keys()]))];
  const printRow = (cells: readonly string[]): void => printLine(`| ${cells.join(' | ')} |`);
  printLine('');
  printRow(['browser or condition', 'version', ...journeys.map((title) => title.replace(/^[A-Z]+-\d+ /, ''))]);
  printRow(['browser', 'version', ...journeys].map(() => '---'));
  for (const [name, { version, outcomes }] of results) printRow([name, version, ...journeys.map((journey) => outcomes.get(journey) ?? '–')]);
  printLine('');
};

/** Runs every journey in real browsers, from Chromium 90 to current versions. Some runs do without newer features, scripts or styles, or use a slow network. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await installChromiums();
  await rm(REPORT_FILE, { force: true });
  const command = ['test', '-w', 'e2e', '--', '/browsers.spec', '/warm-visits.spec', '--workers=2'];
  const hasPassed = await runDrills([['every journey in every browser, and under every condition', command]], { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT_FILE });
  const { suites }: { readonly suites: readonly Suite[] } = JSON.parse(await readFile(REPORT_FILE, 'utf8'));
  const results = readResults({ title: '', suites });
  results.delete('Warm visits');
  results.delete('Journeys of visitors, in short');
  printTable(results);
  for (const [name, { outcomes }] of results) {
    const passedCount = [...outcomes.values()].filter((outcome) => outcome === 'ok').length;
    report(name, `${passedCount} of ${outcomes.size} journeys without an error`, passedCount === outcomes.size);
  }
  return hasPassed && results.size > 0 && allHeld();
};
