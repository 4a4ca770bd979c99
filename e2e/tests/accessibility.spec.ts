import { axeViolations, scanLooks } from '../support/axe.ts';
import { getLooks } from '../support/long-drills.ts';
import { CHECKED_PATHS, openHydrated, visitOpenedStates } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const COLOR_SCHEMES = ['light', 'dark'] as const;

test.describe('Accessibility', () => {
  test.describe.configure({ mode: 'parallel' });
  // axe is injected into the page, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  for (const [index, path] of CHECKED_PATHS.entries()) {
    test(`no axe violation on ${path} in any look`, async ({ site, page }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await openHydrated(page, `${site.url}${path}`);
      expect(await scanLooks(page, path, getLooks(index))).toEqual([]);
    });
  }

  for (const colorScheme of COLOR_SCHEMES) {
    test(`no axe violation with the menu open, the helplines open, errors in the form and a toast, ${colorScheme}`, async ({ site, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 360, height: 740 });
      await visitOpenedStates(page, site.url, async (state) => expect.soft(await axeViolations(page), state).toEqual([]));
    });
  }
});
