import type { Page } from '@playwright/test';

/** The rule of `host/src/federation/load-budget.ts`: the budget of a file, and how it grows with the times of the page and of the request that is sent before the page gives up. */
const BUDGET_MS = 1200;
const REFERENCE_TIMES = 4;
/** On an idle machine both times are a few milliseconds, which the limits for an idle machine cover. */
const IDLE_MS = 200;

/**
 * How many milliseconds longer than on an idle machine the page itself waits for a file, because other responses of the host were late too: 0 on an idle one.
 * `isSetFaulty`: the request that the page sends is slow on purpose, and grants nothing.
 */
export const readGrantedMs = async (page: Page, isSetFaulty: boolean): Promise<number> => {
  const { networkMs, controlMs } = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const controls = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/release-set.json'));
    return {
      networkMs: document === undefined ? 0 : document.connectEnd - document.domainLookupStart + document.responseEnd - document.responseStart,
      controlMs: Math.max(0, ...controls.map(({ duration }) => duration)),
    };
  });
  const ofPage = REFERENCE_TIMES * networkMs;
  const ofControl = isSetFaulty ? 0 : Math.min(REFERENCE_TIMES * controlMs, BUDGET_MS + ofPage);
  return Math.max(0, ofPage + ofControl - IDLE_MS);
};
