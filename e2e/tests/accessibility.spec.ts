import { axeViolations } from '../support/axe.ts';
import { PUBLIC_PATHS } from '../support/public-paths.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Accessibility', () => {
  // The scanner is handed to the page as text, which the page's own policy rightly refuses to run.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      test(`no axe violation on any page, ${colorScheme}, ${width} px wide`, async ({ site, page }) => {
        test.setTimeout(120_000);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        const found: string[] = [];
        for (const path of PUBLIC_PATHS) {
          await page.goto(`${site.url}${path}`);
          await expect(page.locator('html[data-alive]')).toBeAttached();
          found.push(...(await axeViolations(page)).map((violation) => `${path} ${violation}`));
        }
        expect(found).toEqual([]);
      });
    }
  }
});
