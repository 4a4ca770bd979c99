import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const expectFullyRendered = (page: Page) => expect(page.locator('html[data-whole]')).toBeAttached();
const getStoriesTop = (page: Page) => page.locator('#stories').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

test.describe('The scroll position on a long page', () => {
  test('ROUTE-18 is restored after a reload and after going back, although the first layout skips content below the fold', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await expectFullyRendered(page);
    await page.locator('#stories').evaluate((heading) => heading.scrollIntoView());
    const before = await getStoriesTop(page);

    await page.reload();
    await expectFullyRendered(page);
    expect(Math.abs((await getStoriesTop(page)) - before)).toBeLessThanOrEqual(2);

    await page.goto(`${site.url}/about`);
    await expectFullyRendered(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expectFullyRendered(page);
    expect(Math.abs((await getStoriesTop(page)) - before)).toBeLessThanOrEqual(2);
  });

  test("ROUTE-18 NS-12 a link to a part of another page shows that part, even before this page's first layout has finished", async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    // The sections below the fold wait for a font that never arrives.
    await page.addInitScript(() => {
      document.fonts.load = () => new Promise(() => {});
    });
    await page.goto(site.url);
    await expectHydrated(page);
    await page.getByRole('main').getByRole('link', { name: 'Parents' }).click();

    await expect(page.getByRole('heading', { level: 2, name: 'For parents and families' })).toBeInViewport();
  });

  test("a page rendered in the browser starts at the top, regardless of the previous page's scroll position", async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto(`${site.url}/gallery`);
    await expectHydrated(page);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.goto(`${site.url}/login`);
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
