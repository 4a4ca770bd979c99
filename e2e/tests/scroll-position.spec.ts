import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const expectFullyRendered = (page: Page) => expect(page.locator('html[data-whole]')).toBeAttached();
const getStoriesTop = (page: Page) => page.locator('#stories').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

test.describe('The scroll position on a long page', () => {
  test('ROUTE-18 is the same after a reload and after going back, although the first layout skips content below the fold', async ({ site, page }) => {
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

  test('ROUTE-18 NS-12 a link to a part of the next page shows that part, although the first layout of this page has not ended', async ({ site, page }) => {
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

  test('a page that the browser renders begins at its top, wherever the page before it was left', async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto(`${site.url}/gallery`);
    await expectHydrated(page);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.goto(`${site.url}/login`);
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
