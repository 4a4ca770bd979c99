import { expectHydrated, fillApplication, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Texts that a visitor must find within two clicks of the home page (GEN-04). */
const READABLE_TEXTS: readonly (readonly [text: string, path: string])[] = [
  ['Our Mission', '/about'],
  ['Our Vision', '/about'],
  ['Our Story', '/about'],
  ['Our Philosophy and Why We Exist', '/about'],
  ['Our Values', '/about'],
  ['Our Hubs', '/about'],
  ['Executive Team', '/team'],
  ['NAVIGATE', '/what-we-do'],
  ['1000+', '/impact'],
];

test.describe('Public pages', () => {
  test('GEN-04 GEN-05 GEN-06 GEN-09 mission, team, programs, statistics, reviews, news, events, photos and the ebook are at most two clicks away', async ({
    site,
    page,
  }) => {
    await page.goto(site.url);
    await expect(page.getByText('Google Review').first()).toBeAttached();
    const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const [text, path] of READABLE_TEXTS) {
      expect(hrefs, path).toContain(path);
      expect(await (await fetch(`${site.url}${path}`)).text(), path).toContain(text);
    }
    for (const path of ['/news', '/events', '/gallery', '/ebook', '/volunteer']) expect(hrefs).toContain(path);
  });

  test('GEN-06 GEN-14 news, events, gallery and programs show the content of the provider', async ({ site }) => {
    const getData = async (path: string) => (await (await fetch(`${site.url}/api${path}`)).json()).data;
    const html = async (path: string) => (await fetch(`${site.url}${path}`)).text();
    const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
    const [post] = await getData('/posts');
    const [event] = await getData('/events');
    const [image] = await getData('/gallery/published');
    const program = await getData('/programs/navigate');
    expect(await html('/news')).toContain(escapeHtml(post.title));
    expect(await html(`/events/${event._id}`)).toContain(escapeHtml(event.title));
    expect(await html('/gallery')).toContain(escapeHtml(image.title));
    expect(await html('/programs/navigate')).toContain(escapeHtml(program.title));
  });

  test('SHELL-12 HOME-04 X-14 the hero is 600 px high on a desktop below the navigation, and fits a phone', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(site.url);
    const hero = page.locator('section[aria-label="Highlights"]');
    expect((await hero.boundingBox())?.height).toBe(600);
    const navigation = await page.getByRole('navigation', { name: 'Main' }).first().boundingBox();
    const telephone = await page.getByRole('banner').getByRole('link', { name: /\+234/ }).boundingBox();
    expect(navigation?.y ?? 0).toBeGreaterThanOrEqual((telephone?.y ?? 0) + (telephone?.height ?? 0));

    await page.setViewportSize({ width: 360, height: 640 });
    expect((await hero.boundingBox())?.height ?? 0).toBeLessThanOrEqual(640);
  });

  test('HOME-17 the dots of the reviews carousel select its slides', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(site.url);
    await expectHydrated(page);
    const reviews = page.locator('section[aria-label="Success stories"]');
    await expect(reviews.getByRole('button', { name: /^Go to slide \d$/ })).toHaveCount(5);
    await reviews.getByRole('button', { name: 'Go to slide 3' }).click();
    await expect(reviews.getByRole('button', { name: 'Go to slide 3' })).toHaveAttribute('aria-current', /.+/);
    await expect(reviews.getByRole('group', { name: '3 of 5' })).toBeVisible();
  });

  test('TEAM-03 portraits are round', async ({ site, page }) => {
    await page.goto(`${site.url}/team`);
    const radii = await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((images) => images.slice(0, 11).map((image) => getComputedStyle(image).borderRadius));
    expect(new Set(radii)).toEqual(new Set(['50%']));
  });

  test('NEWS-03 the news list has one, two or three columns', async ({ site, page }) => {
    await page.goto(`${site.url}/news`);
    for (const [width, columns] of [
      [360, 1],
      [768, 2],
      [1200, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const leftEdges = await page
        .getByRole('main')
        .getByRole('link', { name: /Read More/ })
        .evaluateAll((links) => links.slice(2, 8).map((link) => Math.round(link.getBoundingClientRect().left)));
      expect(new Set(leftEdges).size, `${width} px`).toBe(columns);
    }
  });

  test('GEN-08 VOL-11 VOL-13 CONF-04 X-03 a volunteer application ends with a thank-you message, an empty form and confetti', async ({ site, page }) => {
    await page.goto(`${site.url}/volunteer`);
    await expectHydrated(page);
    await fillApplication(page);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByText('Thank you for your application! We will get back to you soon.').first()).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(1);
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByRole('main').getByText(/pending|in review/i)).toHaveCount(0);
  });

  test('GEN-10 DON-01 X-03 the thank-you page shows confetti once', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(`${site.url}/donation-success`);
    await expect(page.getByRole('heading', { name: 'Thank You for Your Generous Donation!' })).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(1);
    await expect(page.locator('canvas')).toHaveCount(0, { timeout: 8000 });
  });

  test('ERR-04 NS-12 unknown paths respond with the 404 page', async ({ site }) => {
    for (const path of ['/terms', '/cookies', '/programs', '/events/none/of/these']) expect((await fetch(`${site.url}${path}`)).status, path).toBe(404);
  });

  test('a visitor with too many cookies gets a page that deletes them', async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    // Wait and leave the page. Otherwise, a request from this page or the worker's installation would be rejected first, and its response would delete the
    // cookies.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.goto('about:blank');
    await page.context().addCookies(Array.from({ length: 40 }, (_, index) => ({ name: `filled-${index}`, value: 'x'.repeat(4000), url: site.url })));

    const rejectedResponse = await page.goto(`${site.url}/about`);
    expect(rejectedResponse?.status()).toBe(431);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await expectHydrated(page);
    await expect(page).toHaveURL(`${site.url}/about`);
    expect(await page.context().cookies()).toEqual([]);
  });
});
