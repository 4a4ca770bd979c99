import { findAxeViolations, finishTransitions } from '../support/axe.ts';
import { visitOpenStates } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Accessibility', () => {
  test('axe finds no violation with the menu or the helplines open, form errors or a toast, in light and dark', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await visitOpenStates(page, site.url, async (state) => {
      expect.soft(await findAxeViolations(page), `${state}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await finishTransitions(page);
      expect.soft(await findAxeViolations(page, 'colours'), `${state}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    });
  });
});
