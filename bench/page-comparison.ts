import { existsSync } from 'node:fs';
import { CHROMIUM_FLAGS } from '@site/releases/browser-program';
import { installDebianPackage } from '@site/scripts/debian-package';
import { printLine } from '@site/scripts/parts';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { type BlockingTimes, measureBlocking } from './blocking-time.ts';
import { getMedian } from './measuring.ts';

/** Path to the full Chromium browser. The tests use the headless shell instead. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

type Throttling = 'devtools' | 'simulate';

interface View extends BlockingTimes {
  readonly lcpMs: number;
  readonly fcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly bytesBeforeScript: number;
}

const CHROME_FLAGS: readonly string[] = [
  '--headless',
  ...CHROMIUM_FLAGS,
  // The certificate is self-signed.
  '--ignore-certificate-errors',
];

const AUDITS: readonly string[] = [
  'largest-contentful-paint',
  'first-contentful-paint',
  'total-blocking-time',
  'interactive',
  'cumulative-layout-shift',
  'network-requests',
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const readNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

const bytesBeforeScript = (requests: readonly unknown[]): number => {
  const rows = requests.filter(isRecord);
  const started = (row: Readonly<Record<string, unknown>>): number => readNumber(row.networkRequestTime);
  const firstScript = Math.min(...rows.filter((row) => row.resourceType === 'Script').map(started));
  return rows.filter((row) => started(row) < firstScript).reduce((sum, row) => sum + readNumber(row.transferSize), 0);
};

/**
 * Opens a page with Lighthouse's mobile profile (slow phone, slow 4G) in a fresh browser. Throttling is applied during the load (`devtools`) or simulated
 * afterwards (`simulate`).
 */
const viewPage = async (url: string, throttling: Throttling): Promise<View> => {
  if (!existsSync(CHROMIUM)) installDebianPackage('chromium', 'for the measurement', { mayPrompt: true });
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no browser at ${CHROMIUM}. Install Debian's package "chromium", or set CHROMIUM_PATH to Chromium or Chrome.`);
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: [...CHROME_FLAGS], logLevel: 'silent' });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      output: 'json',
      onlyAudits: [...AUDITS],
      disableFullPageScreenshot: true,
      throttlingMethod: throttling,
    });
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    const { audits, runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    const getNumericValue = (audit: string): number => {
      const value = audits[audit]?.numericValue;
      if (value === undefined || Number.isNaN(value)) throw new Error(`${url}: no ${audit}`);
      return value;
    };
    const details = audits['network-requests']?.details;
    return {
      lcpMs: getNumericValue('largest-contentful-paint'),
      fcpMs: getNumericValue('first-contentful-paint'),
      tbtMs: getNumericValue('total-blocking-time'),
      ...measureBlocking(result.artifacts.Trace.traceEvents, getNumericValue('interactive')),
      cls: getNumericValue('cumulative-layout-shift'),
      bytesBeforeScript: details?.type === 'table' ? bytesBeforeScript(details.items) : 0,
    };
  } finally {
    chrome.kill();
  }
};

const getMedianView = (views: readonly View[]): View => ({
  lcpMs: getMedian(views.map(({ lcpMs }) => lcpMs)),
  fcpMs: getMedian(views.map(({ fcpMs }) => fcpMs)),
  tbtMs: getMedian(views.map(({ tbtMs }) => tbtMs)),
  blockedMs: getMedian(views.map(({ blockedMs }) => blockedMs)),
  longestMs: getMedian(views.map(({ longestMs }) => longestMs)),
  cls: getMedian(views.map(({ cls }) => cls)),
  bytesBeforeScript: getMedian(views.map(({ bytesBeforeScript: bytes }) => bytes)),
});

export const TWIN_LIMIT = 1.15;

const RUNS = Number(process.env.BENCH_RUNS ?? 9);
const ATTEMPTS = 3;
const BYTES_PER_KB = 1000;

export interface Candidate {
  readonly name: string;
  readonly url: string;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
export const formatKilobytes = (bytes: number): string => `${(bytes / BYTES_PER_KB).toFixed(1)} KB`;

/** Lighthouse prints the layout shift to three decimal places. */
export const hasNoLayoutShift = ({ cls }: View): boolean => cls < 0.0005;

const printTable = (title: string, views: ReadonlyMap<string, View>): void => {
  printLine(`\n${title}, medians of ${RUNS}`);
  const rows = [...views].map(([name, { lcpMs, fcpMs, tbtMs, blockedMs, longestMs, cls, bytesBeforeScript }]) => [
    name,
    seconds(lcpMs),
    seconds(fcpMs),
    `${Math.round(tbtMs)} ms`,
    `${Math.round(blockedMs)} ms`,
    `${Math.round(longestMs)} ms`,
    cls.toFixed(3),
    formatKilobytes(bytesBeforeScript),
  ]);
  for (const row of [['', 'LCP', 'FCP', 'TBT', 'of the thread', 'longest task', 'CLS', 'before script'], ...rows])
    printLine(row.map((cell, column) => (column === 0 ? cell.padEnd(22) : cell.padStart(14))).join(''));
  printLine('');
};

/** Retries, because a measurement on a busy machine may time out while waiting for a quiet period. */
const viewWithRetry = async (url: string, throttling: Throttling): Promise<View> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await viewPage(url, throttling);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      printLine(`      measured again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

/** Results of all candidates. Results at the same index were measured in the same rotation, under similar load. */
export interface Comparison {
  readonly getMedian: (name: string) => View;
  readonly getRatio: (metric: 'lcpMs' | 'fcpMs', name: string, reference: string) => number;
  readonly getDifference: (metric: 'blockedMs', name: string, reference: string) => number;
}

/** Measures all candidates in rotation, so that other load on the machine affects them equally. Prints the median for each candidate. */
export const compareViews = async (title: string, candidates: readonly Candidate[], throttling: Throttling): Promise<Comparison> => {
  const views = new Map<string, View[]>(candidates.map(({ name }) => [name, []]));
  for (let run = 1; run <= RUNS; run += 1) {
    const first = run % candidates.length;
    for (const { name, url } of [...candidates.slice(first), ...candidates.slice(0, first)]) {
      const view = await viewWithRetry(url, throttling);
      views.get(name)?.push(view);
      printLine(
        `      ${title} ${run} of ${RUNS}, ${name}: FCP ${seconds(view.fcpMs)}, LCP ${seconds(view.lcpMs)}, TBT ${Math.round(view.tbtMs)} ms, ${Math.round(view.blockedMs)} of the thread`,
      );
    }
  }
  const getViews = (name: string): readonly View[] => {
    const each = views.get(name);
    if (each === undefined) throw new Error(`No candidate "${name}".`);
    return each;
  };
  const getPairs = (metric: 'lcpMs' | 'fcpMs' | 'blockedMs', name: string, reference: string) => {
    const references = getViews(reference);
    return getViews(name).map((view, index) => [view[metric], references[index]?.[metric] ?? Number.NaN] as const);
  };
  printTable(title, new Map(candidates.map(({ name }) => [name, getMedianView(getViews(name))])));
  return {
    getMedian: (name) => getMedianView(getViews(name)),
    getRatio: (metric, name, reference) => getMedian(getPairs(metric, name, reference).map(([own, other]) => own / other)),
    getDifference: (metric, name, reference) => getMedian(getPairs(metric, name, reference).map(([own, other]) => own - other)),
  };
};
