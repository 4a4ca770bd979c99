import type { Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';

const fullyRendered = (page: Page) => expect(page.locator('html[data-whole]')).toBeAttached();
/** How far the stories stand from the window's top. */
const storiesTop = (page: Page) => page.locator('#stories').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

test.describe('The scroll position on a long page', () => {
  test('ROUTE-18 is the same after a reload and after going back, although the first layout skips content out of sight', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await fullyRendered(page);
    await page.locator('#stories').evaluate((heading) => heading.scrollIntoView());
    const before = await storiesTop(page);

    await page.reload();
    await fullyRendered(page);
    expect(Math.abs((await storiesTop(page)) - before)).toBeLessThanOrEqual(2);

    await page.goto(`${site.url}/about`);
    await fullyRendered(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await fullyRendered(page);
    expect(Math.abs((await storiesTop(page)) - before)).toBeLessThanOrEqual(2);
  });
});
