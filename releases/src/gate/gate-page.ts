import type { BrowserContext, Page } from 'playwright-core';
import type { PageRecord } from './page-observer.ts';

const LIMITS_MS = { open: 5000, navigate: 3000, evaluate: 2500, longTask: 1000 };
export type Limits = typeof LIMITS_MS;
/** Maximum slowness factor. The factor scales time limits with the load time of a page without a remote, so that a busy machine does not fail a build. */
export const MAX_SLOWNESS = 8;
const POLL_MS = 30;

export const scaleLimits = (factor: number): Limits => ({
  open: LIMITS_MS.open * factor,
  navigate: LIMITS_MS.navigate * factor,
  evaluate: LIMITS_MS.evaluate * factor,
  longTask: LIMITS_MS.longTask * factor,
});
const BASELINE_LIMITS = scaleLimits(MAX_SLOWNESS);

/** Error for a step that timed out and may succeed on a second attempt. */
export class LateError extends Error {}

export const within = async <T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(what)), limitMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const BUSY = 'The page does not respond: its script is busy.';

/** Calls one of the observer's functions in the page. */
export const evaluate = <T>(page: Page, expression: string, limitMs: number): Promise<T> => within(page.evaluate<T>(`__gate.${expression}`), limitMs, BUSY);

/** Polls a condition. Playwright's own wait functions evaluate strings in the page, which the security policy forbids. */
const waitUntil = async (page: Page, condition: string, limitMs: number, what: string): Promise<void> => {
  const end = performance.now() + limitMs;
  for (;;) {
    if (await within(page.evaluate<boolean>(condition), Math.max(end - performance.now(), 1), what)) return;
    if (performance.now() > end) throw new LateError(what);
    await page.waitForTimeout(POLL_MS);
  }
};

export const openPage = async (page: Page, url: string, limits: Limits): Promise<void> => {
  await within(page.goto(url, { waitUntil: 'commit', timeout: limits.open }), limits.open, 'The server does not respond in time.');
  await waitUntil(page, "'alive' in document.documentElement.dataset", limits.open, 'It is not hydrated in time: its script hangs, fails or never ends.');
};

/** Returns the shell of a page once transitions have ended. */
export const readShell = async (page: Page, limits: Limits, expected?: readonly string[]): Promise<string[]> => {
  let lines: string[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    lines = await evaluate<string[]>(page, 'describeShell()', limits.evaluate);
    if (expected === undefined ? attempt > 3 : lines.join() === expected.join()) break;
    await page.waitForTimeout(100);
  }
  return lines;
};

/**
 * Navigates, and waits until the title has changed and the area has content. The expected title is unknown, because it may depend on how the visitor reached
 * the page.
 */
export const navigate = async (page: Page, path: string, limits: Limits): Promise<void> => {
  const title = await within(page.title(), limits.evaluate, BUSY);
  await evaluate(page, `navigate(${JSON.stringify(path)})`, limits.evaluate);
  const arrivalCondition = `document.title !== ${JSON.stringify(title)} && (document.querySelector('main')?.textContent ?? '').trim() !== ''`;
  await waitUntil(page, arrivalCondition, limits.navigate, `A navigation to ${path} does not arrive there.`);
};

export interface Baseline {
  readonly openMs: number;
  readonly shell: readonly string[];
  readonly record: PageRecord;
}

/** Records a page that does not involve the candidate, for comparison. */
export const readBaseline = async (context: BrowserContext, url: string): Promise<Baseline> => {
  const page = await context.newPage();
  try {
    const began = performance.now();
    await openPage(page, url, BASELINE_LIMITS);
    const openMs = performance.now() - began;
    const shell = await readShell(page, BASELINE_LIMITS);
    await evaluate(page, 'retainsFocus()', BASELINE_LIMITS.evaluate);
    return { openMs, shell, record: await evaluate<PageRecord>(page, 'record()', BASELINE_LIMITS.evaluate) };
  } finally {
    await page.close();
  }
};
