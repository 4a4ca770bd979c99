import { existsSync } from 'node:fs';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

/** The whole browser that visitors use, not the headless shell of the tests. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export type Throttling = 'devtools' | 'simulate';

/** One view of a page by a slow phone. Times in milliseconds. */
export interface View {
  readonly lcpMs: number;
  readonly fcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** All that came over the wire before the first script was asked for. */
  readonly bytesBeforeScript: number;
}

const CHROME_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The certificate is made for this measurement alone.
  '--ignore-certificate-errors',
];

const AUDITS: readonly string[] = ['largest-contentful-paint', 'first-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'network-requests'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const bytesBeforeScript = (requests: readonly unknown[]): number => {
  const rows = requests.filter(isRecord);
  const started = (row: Readonly<Record<string, unknown>>): number => numberOf(row.networkRequestTime);
  const firstScript = Math.min(...rows.filter((row) => row.resourceType === 'Script').map(started));
  return rows.filter((row) => started(row) < firstScript).reduce((sum, row) => sum + numberOf(row.transferSize), 0);
};

/** Lighthouse's mobile profile in a browser of its own: a slow phone on slow 4G, applied as the page loads (`devtools`) or reckoned afterwards (`simulate`). */
export const viewPage = async (url: string, throttling: Throttling): Promise<View> => {
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
    const numeric = (audit: string): number => {
      const value = audits[audit]?.numericValue;
      if (value === undefined) throw new Error(`${url}: no ${audit}`);
      return value;
    };
    const details = audits['network-requests']?.details;
    return {
      lcpMs: numeric('largest-contentful-paint'),
      fcpMs: numeric('first-contentful-paint'),
      tbtMs: numeric('total-blocking-time'),
      cls: numeric('cumulative-layout-shift'),
      bytesBeforeScript: details?.type === 'table' ? bytesBeforeScript(details.items) : 0,
    };
  } finally {
    chrome.kill();
  }
};

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

export const medianView = (views: readonly View[]): View => ({
  lcpMs: median(views.map(({ lcpMs }) => lcpMs)),
  fcpMs: median(views.map(({ fcpMs }) => fcpMs)),
  tbtMs: median(views.map(({ tbtMs }) => tbtMs)),
  cls: median(views.map(({ cls }) => cls)),
  bytesBeforeScript: median(views.map(({ bytesBeforeScript: bytes }) => bytes)),
});
