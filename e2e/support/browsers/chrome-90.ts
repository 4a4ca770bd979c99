import type { Page } from '@playwright/test';

/** Functions that Playwright calls but Chrome 90 lacks. */
const MISSING_FUNCTIONS = `Element.prototype.checkVisibility ??= function () {
  for (let element = this; element !== null; element = element.parentElement) if (getComputedStyle(element).display === 'none') return false;
  return true;
};`;

/** The isolated world in which Playwright searches for elements. */
const PLAYWRIGHT_WORLD = '__playwright_utility_world';

/** Makes Playwright work on a page in Chrome 90. Adds the missing functions only to Playwright's isolated world, so that the page itself still lacks them. */
export const prepareForChrome90 = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const world = new Promise<string>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context: { name } }) => {
      if (name.startsWith(PLAYWRIGHT_WORLD)) resolve(name);
    });
  });
  await session.send('Runtime.enable');
  const worldName = await world;
  await session.send('Runtime.disable');
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { worldName, source: MISSING_FUNCTIONS });
};
