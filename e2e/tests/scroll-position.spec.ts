import type { Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';

const alive = (page: Page) => expect(page.locator('html[data-whole]')).toBeAttached();
/** How far the stories stand from the window's top. */
const storiesTop = (page: Page) => page.locator('#stories').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

test.describe('The place on a long page', () => {
  test('ROUTE-18 is the same after a reload and after going back, although the first layout leaves out what is not seen', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await alive(page);
    await page.locator('#stories').evaluate((heading) => heading.scrollIntoView());
    const before = await storiesTop(page);

    await page.reload();
    await alive(page);
    expect(Math.abs((await storiesTop(page)) - before)).toBeLessThanOrEqual(2);

    await page.goto(`${site.url}/about`);
    await alive(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await alive(page);
    expect(Math.abs((await storiesTop(page)) - before)).toBeLessThanOrEqual(2);
  });
});
