import { readFileSync, writeFileSync } from 'node:fs';
import type { Page, PageScreenshotOptions } from '@playwright/test';
import { encodeReference, findDifferentRegions } from '../support/compare-looks.ts';
import { loadFooterSettings, loadImages, openAndHydrate, submitInvalidApplication } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Pages whose content does not depend on the date, unlike the lists of news, events and photos. */
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['about', '/about'],
  ['team', '/team'],
  ['what-we-do', '/what-we-do'],
  ['impact', '/impact'],
  ['volunteer', '/volunteer'],
  ['ebook', '/ebook'],
  ['donation-success', '/donation-success'],
  ['program', '/programs/navigate'],
  ['login', '/login'],
  ['not-found', '/nope'],
];

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

/** One width is enough for the dark theme, because it only changes colours. */
const DISPLAY_MODES = [
  ['light', PHONE],
  ['light', LAPTOP],
  ['dark', PHONE],
] as const;

const CONFETTI_MS = 6000;

/** Maximum time for a page that is still settling to match its reference. */
const SETTLE_MS = 5000;

const screenshot = (page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> =>
  page.screenshot({ scale: 'device', animations: 'disabled', caret: 'hide', ...options });

/** Takes screenshots half a second apart until two in a row are identical, and returns the last one. */
const takeSettledScreenshot = async (page: Page, options?: PageScreenshotOptions): Promise<Buffer> => {
  let last: Buffer = Buffer.alloc(0);
  const isSettled = async (): Promise<boolean> => {
    const before = last;
    last = await screenshot(page, options);
    return last.equals(before);
  };
  await expect.poll(isSettled, { timeout: SETTLE_MS, intervals: [500] }).toBe(true);
  return last;
};

/** Compares the page with `reference/<name>.webp`. With `--update-snapshots`, writes that file instead. */
const expectScreenshot = async (page: Page, name: string, options?: PageScreenshotOptions): Promise<void> => {
  const file = test.info().snapshotPath(`${name}.webp`);
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') return writeFileSync(file, await encodeReference(await takeSettledScreenshot(page, options)));
  const reference = readFileSync(file);
  const compare = async (): Promise<string[]> => {
    const actual = await screenshot(page, options);
    writeFileSync(test.info().outputPath(`${name}.png`), actual);
    return findDifferentRegions(actual, reference);
  };
  await expect
    .configure({ soft: true })
    .poll(compare, { message: `${name}: regions that differ`, timeout: SETTLE_MS })
    .toEqual([]);
};

test.describe('Looks', () => {
  test.describe.configure({ mode: 'parallel' });
  // A quarter of the size is enough to compare layout and colours, and keeps the references small.
  test.use({ deviceScaleFactor: 0.25, reducedMotion: 'reduce' });

  for (const [name, path] of PAGES) {
    test(`${path} matches its references, light and dark`, { tag: path === '/' ? [] : '@whole' }, async ({ site, page }) => {
      await page.clock.install();
      await openAndHydrate(page, `${site.url}${path}`);
      await loadFooterSettings(page);
      await page.clock.runFor(CONFETTI_MS);
      for (const [colorScheme, size] of DISPLAY_MODES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(size);
        await loadImages(page);
        await expectScreenshot(page, `${colorScheme}-${name}-${size.width}`, { fullPage: true });
      }
    });
  }

  test('the open menu and the form with errors match their references', async ({ site, page }) => {
    await page.setViewportSize(PHONE);
    await openAndHydrate(page, site.url);
    await page.getByRole('banner').locator('summary').click();
    await expectScreenshot(page, 'light-menu-360');

    await page.emulateMedia({ colorScheme: 'dark' });
    await openAndHydrate(page, `${site.url}/volunteer`);
    await loadFooterSettings(page);
    await submitInvalidApplication(page);
    // Scroll to the top, where sticky elements can have only one position.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectScreenshot(page, 'dark-form-errors-360', { fullPage: true });
  });

  for (const [missing, path, find] of [
    ['card', '/team', (page: Page) => page.getByRole('main').getByRole('listitem').last()],
    ['button', '/volunteer', (page: Page) => page.getByRole('button', { name: 'Send application' })],
    ['footer link', '/about', (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'News', exact: true })],
  ] as const) {
    test(`a missing ${missing} on a full page counts as a difference`, { tag: '@whole' }, async ({ site, page }) => {
      await page.setViewportSize(LAPTOP);
      await openAndHydrate(page, `${site.url}${path}`);
      await loadImages(page);
      const before = await screenshot(page, { fullPage: true });
      expect(await findDifferentRegions(await screenshot(page, { fullPage: true }), before)).toEqual([]);

      await find(page).evaluate((element) => {
        element.style.visibility = 'hidden';
      });
      expect(await findDifferentRegions(await screenshot(page, { fullPage: true }), before)).not.toEqual([]);
    });
  }
});
