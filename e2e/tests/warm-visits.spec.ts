import { availableParallelism, loadavg } from 'node:os';
import { BrowserUnavailable } from '@site/scripts/browsers';
import { startOtherSites } from '../support/browsers/other-sites.ts';
import { type BrowserName, prepareRun } from '../support/browsers/runs.ts';
import { createViewChecker } from '../support/browsers/views.ts';
import { createVisitor } from '../support/browsers/visitor.ts';
import { visitTwice } from '../support/browsers/visits.ts';
import { expect, type Site, test } from '../support/site-test.ts';

/** Maximum total time for all browsers on an otherwise idle machine. Starting the site and installing a browser do not count. */
const MAX_SECONDS = 60;
const isBusy = (): boolean => (loadavg()[0] ?? 0) > 3 * availableParallelism();

/** The current Chromium, an older Chromium, and another engine. Chromium 133 to 149 loses stylesheets that a script moves with `moveBefore`. */
const BROWSERS: readonly BrowserName[] = ['Headless shell', 'Chromium 143', 'Firefox'];

const prepare = (name: BrowserName) =>
  prepareRun(name).catch((error: unknown) => {
    test.skip(error instanceof BrowserUnavailable, String(error));
    throw error;
  });

/** Opens the pages twice in one profile and returns the problems. `initScript` runs in each page before the page's scripts. */
const visit = async (name: BrowserName, site: Site, initScript?: () => void) => {
  const open = await prepare(name);
  const otherSites = await startOtherSites();
  const began = performance.now();
  const driver = await open({ siteUrl: site.url, otherSites, reducesMotion: true, ...(initScript === undefined ? {} : { initScript }) });
  try {
    const visitor = createVisitor(driver, site, otherSites);
    const checker = createViewChecker(visitor);
    await visitTwice(visitor, checker);
    const seconds = (performance.now() - began) / 1000;
    const summary = `${name} ${driver.version}: ${checker.getSummary()}, ${seconds.toFixed(1)} s`;
    test.info().annotations.push({ type: 'views', description: summary });
    return { problems: checker.problems, summary, seconds };
  } finally {
    await driver.close();
    await otherSites.close();
  }
};

/** Moves each stylesheet within the head. Pages must not do this while the browsers above are in use. */
const moveStylesheets = (): void => {
  addEventListener('load', () => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) document.head.moveBefore(link, null);
  });
};

/** Tests second visits with one browser profile in a few browsers. `npm run bench -- browsers` tests all browsers and more kinds of views. */
test.describe('Warm visits', () => {
  let totalSeconds = 0;

  for (const name of BROWSERS) {
    test(`ten public pages, opened cold and warm in one profile, lose no stylesheet in ${name === 'Headless shell' ? 'the current Chromium' : name}`, async ({
      site,
    }) => {
      const { problems, summary, seconds } = await visit(name, site);
      expect(problems, summary).toEqual([]);
      totalSeconds += seconds;
      if (!isBusy()) expect(totalSeconds, 'seconds of all browsers so far').toBeLessThanOrEqual(MAX_SECONDS);
    });
  }

  test('the same visits detect stylesheets that a script moves with `moveBefore`', { tag: '@whole' }, async ({ site }) => {
    const { problems, summary } = await visit('Chromium 143', site, moveStylesheets);
    expect(problems.filter((problem) => /: lost |"kind":"styles"/.test(problem)).length, summary).toBeGreaterThan(0);
  });
});
