import type { Page } from '@playwright/test';
import { loadPictures, openHydrated, sendWrongApplication } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Pages whose content does not depend on the day; the lists of news, events and photos do. */
const DRAWN: readonly (readonly [name: string, path: string])[] = [
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

/** The dark theme changes colours alone: two widths show them. */
const SIZES = {
  light: [PHONE, { width: 768, height: 1024 }, LAPTOP, { width: 1920, height: 1080 }],
  dark: [PHONE, LAPTOP],
} as const;

const CONFETTI_MS = 6000;

/** A change of layout or colour moves far more; other machines' text edges far less. */
const TOLERANCE = { fullPage: true, scale: 'device', maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' } as const;

const compare = async (page: Page, theme: keyof typeof SIZES, name: string): Promise<void> => {
  for (const size of SIZES[theme]) {
    await page.setViewportSize(size);
    await loadPictures(page);
    await expect.soft(page).toHaveScreenshot(`${theme}-${name}-${size.width}.png`, TOLERANCE);
  }
};

test.describe('Looks', () => {
  // A quarter of the size shows layout and colours as well, and keeps the references small.
  test.use({ deviceScaleFactor: 0.25, reducedMotion: 'reduce' });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      for (const [name, path] of DRAWN) {
        test(`${path} looks as drawn, ${colorScheme}`, async ({ site, page }) => {
          await page.clock.install();
          await openHydrated(page, `${site.url}${path}`);
          await page.clock.runFor(CONFETTI_MS);
          await compare(page, colorScheme, name);
        });
      }

      test(`the open menu and the form with its errors look as drawn, ${colorScheme}`, async ({ site, page }) => {
        await page.setViewportSize(PHONE);
        await openHydrated(page, site.url);
        await page.getByRole('banner').locator('summary').click();
        await expect.soft(page).toHaveScreenshot(`${colorScheme}-menu-360.png`, { ...TOLERANCE, fullPage: false });

        await openHydrated(page, `${site.url}/volunteer`);
        await sendWrongApplication(page);
        // What stays in sight on scrolling stands where it stands at the top.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expect
          .soft(page.getByRole('main'))
          .toHaveScreenshot(`${colorScheme}-form-errors-360.png`, { scale: 'device', maxDiffPixelRatio: TOLERANCE.maxDiffPixelRatio });
      });
    });
  }
});
