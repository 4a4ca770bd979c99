import { expect, test } from '../support/site-test.ts';

test.describe('Search', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test("NS-12 the header's search field finds a place name typed without diacritics, and results link to their pages", async ({ site, page }) => {
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

    test('NS-12 the search field of the 404 page corrects a misspelt word', async ({ site, page }) => {
      await page.goto(`${site.url}/nope`);
      await page.getByRole('main').getByRole('searchbox').fill('scholls');
      await page.getByRole('main').getByRole('searchbox').press('Enter');

      await expect(page.getByRole('heading', { name: /^No results for “scholls”\. Showing results for “/ })).toBeVisible();
    });
  });

  test.describe('on a phone without script', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

    test('NS-12 a search about drugs shows whom to call before any result, with each number on one line', async ({ site, page }) => {
      await page.goto(`${site.url}/search?q=my+son+smokes`);
      const main = page.getByRole('main');

      await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('What to do now');
      for (const name of ['Call 112', 'Call 0800 000 0000']) {
        const call = main.getByRole('link', { name });
        await expect(call).toHaveAttribute('href', /^tel:\d+$/);
        expect(
          await call.evaluate((link) =>
            [...link.childNodes].flatMap((node) => {
              const range = document.createRange();
              range.selectNode(node);
              return [...range.getClientRects()].map(({ top }) => Math.round(top));
            }),
          ),
        ).toHaveLength(1);
      }
      const tops = await main
        .locator('a[href^="tel:"], h3')
        .evaluateAll((elements) => elements.map((element) => [element.tagName, element.getBoundingClientRect().top] as const));
      const lastCall = Math.max(...tops.filter(([tag]) => tag === 'A').map(([, top]) => top));
      expect(Math.min(...tops.filter(([tag]) => tag === 'H3').map(([, top]) => top))).toBeGreaterThan(lastCall);
      await expect(main.getByRole('heading', { level: 3, name: /parents/i }).first()).toBeVisible();
    });

    test('NS-12 the field is as wide as the phone, and in the upper half of the first screen', { tag: '@whole' }, async ({ site, page }) => {
      await page.goto(`${site.url}/search?q=my+friend+uses+codeine`);
      const field = await page.getByRole('main').getByRole('searchbox').boundingBox();

      expect(field?.width).toBeGreaterThan(300);
      expect((field?.y ?? 740) + (field?.height ?? 0)).toBeLessThan(480);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  });

  for (const [query, path] of [
    ['donation', '/donate'],
    ['una account number', '/donate'],
    ['e-book', '/ebook'],
    ['volunter', '/volunteer'],
    ['annual report', '/impact#trust'],
    ['upcoming events', '/events'],
  ] as const)
    test(`NS-12 the first result for "${query}" is ${path}`, { tag: query === 'donation' ? [] : '@whole' }, async ({ site, page }) => {
      await page.goto(`${site.url}/search?q=${encodeURIComponent(query)}`);
      await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click();
      await expect(page).toHaveURL(`${site.url}${path}`);
    });

  test('NS-12 a search for contact details shows the telephone number and email addresses', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/search?q=contact`);
    const contact = page.getByRole('main').getByRole('region', { name: 'Contact us' });
    await expect(contact.locator('a[href^="tel:"]')).toHaveCount(1);
    // One email address is for everyone, the other for partners.
    await expect(contact.locator('a[href^="mailto:"]')).toHaveCount(2);
  });

  test('NS-12 the right third of wide screens shows the ways in', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.url}/search?q=school`);
    const startingPoints = await page.getByRole('navigation', { name: 'Or start here' }).boundingBox();
    expect(startingPoints?.x).toBeGreaterThan(800);
  });

  test('NS-12 the menu contains the search field on phones', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await page.locator('summary', { hasText: 'Menu' }).click();
    await page.locator('details').getByRole('searchbox').fill('school');
    await page.locator('details').getByRole('searchbox').press('Enter');

    await expect(page.getByRole('heading', { name: /results for “school”$/ })).toBeVisible();
  });

  test('NS-12 search engines are asked not to index results', async ({ site }) => {
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain('Disallow: /search?\n');
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain('/search');
  });
});
