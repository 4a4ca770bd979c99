import { expect, test } from '../support/site-test.ts';

test.describe('Search', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('NS-12 the field of the header finds a place by its name without diacritics, and a result leads to its page', async ({ site, page }) => {
      await page.goto(site.url);
      await page.getByRole('banner').getByRole('searchbox', { name: 'Search this site' }).fill('ile ife');
      await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();

      await expect(page.getByRole('heading', { level: 2, name: /for “ile ife”$/ })).toBeVisible();
      await expect(page.locator('mark', { hasText: 'Ilé' }).first()).toBeVisible();
      const result = page.getByRole('main').getByRole('heading', { level: 3 }).first();
      const title = await result.textContent();
      await result.getByRole('link').click();

      await expect(page).not.toHaveURL(/\/search/);
      await expect(page.getByRole('main')).toContainText(title ?? '');
    });

    test('NS-12 the page of an unknown address has the field, and a misspelt word is corrected', async ({ site, page }) => {
      await page.goto(`${site.url}/nope`);
      await page.getByRole('main').getByRole('searchbox').fill('scholls');
      await page.getByRole('main').getByRole('searchbox').press('Enter');

      await expect(page.getByRole('heading', { name: /^No results for “scholls”\. Showing results for “/ })).toBeVisible();
    });
  });

  test('NS-12 on a phone the menu has the field', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await page.locator('summary', { hasText: 'Menu' }).click();
    await page.locator('details').getByRole('searchbox').fill('school');
    await page.locator('details').getByRole('searchbox').press('Enter');

    await expect(page.getByRole('heading', { name: /results for “school”$/ })).toBeVisible();
  });

  test('NS-12 search engines are asked to leave results out', async ({ site }) => {
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain('Disallow: /search?\n');
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain('/search');
  });
});
