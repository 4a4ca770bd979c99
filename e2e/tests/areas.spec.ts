import { expect, test, UPCOMING_EVENT } from '../support/area-test.ts';
import { findAxeViolations } from '../support/axe.ts';
import { expectHydrated } from '../support/public-pages.ts';

test.describe('News, events and gallery', () => {
  test.use({ reducedMotion: 'reduce' });
  test.beforeEach(({ area }) => area.stub.reset());

  test('EVD-03 NEWS-13 a pending navigation is announced', async ({ area: { url, stub }, page }) => {
    await page.goto(`${url}/events`);
    await expectHydrated(page);
    stub.respond('/events/coming', { data: UPCOMING_EVENT, delayMs: 700 });
    await page.getByRole('link', { name: 'Xpression Night' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Xpression Night' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  });

  test('GAL-03 GAL-05 an empty album says that it is empty, and an unknown album responds with 404', { tag: '@whole' }, async ({ area: { url }, page }) => {
    await page.goto(`${url}/gallery`);
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Bare album' }).click();
    await expect(page).toHaveURL(`${url}/gallery?album=bare`);
    await expect(page.getByRole('heading', { name: 'Empty Album' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Bare album' })).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(page.getByText('Photo 1')).toBeVisible();
    expect((await page.goto(`${url}/gallery?album=nothing`))?.status()).toBe(404);
    await expect(page.getByText('Album not found')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test('GAL-04 the lightbox opens, steps and closes by keyboard, and returns the focus', async ({ area: { url }, page }) => {
    await page.goto(`${url}/gallery`);
    await expectHydrated(page);
    await page.getByRole('link', { name: /Photo 2/ }).focus();
    await expect(page.getByRole('link', { name: /Photo 2/ }).getByText('October 3, 2026')).toBeVisible();
    await page.keyboard.press('Enter');
    const lightbox = page.getByRole('dialog', { name: 'Photo 2 of 3' });
    await expect(lightbox).toMatchAriaSnapshot(`
      - dialog "Photo 2 of 3":
        - figure:
          - img "Scene 2"
          - paragraph: Photo 2
          - paragraph: October 3, 2026 · Full album
          - paragraph: 2 of 3
          - button "Copy link"
        - button "Previous photo"
        - button "Next photo"
        - button "Close"
    `);
    expect(await findAxeViolations(page)).toEqual([]);
    await expect(page.locator('dialog:modal')).toHaveCount(1);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body)).toBe(true);
    }
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('dialog', { name: 'Photo 3 of 3' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Next photo' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${url}/gallery`);
    await expect(page.getByRole('link', { name: /Photo 3/ })).toBeFocused();
  });

  test('POST-01 EVD-01 the top images are as wide as the window, and 400 px high on event pages', { tag: '@whole' }, async ({ area: { url }, page }) => {
    for (const path of ['/news/first-post', '/events/coming']) {
      await page.goto(`${url}${path}`);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const box = await page.getByRole('main').locator('img').first().boundingBox();
        expect([box?.x, box?.width], `${path} at ${width} px`).toEqual([0, width]);
        if (path.startsWith('/events')) expect(box?.height).toBe(400);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`).toBe(width);
      }
    }
  });

  test('reduced motion disables all animations in the three areas', { tag: '@whole' }, async ({ area: { url }, page }) => {
    for (const path of ['/news', '/news/first-post', '/events', '/events/coming', '/gallery', '/gallery?photo=image-1']) {
      await page.goto(`${url}${path}`);
      await expectHydrated(page);
      const animations = await page.evaluate(
        () => document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1).length,
      );
      expect(animations, path).toBe(0);
    }
  });
});

test.describe('News, events and gallery without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ area }) => area.stub.reset());

  test('ROUTE-06 ROUTE-07 ROUTE-08 ROUTE-09 all content is readable and reachable by links', async ({ area: { url }, page }) => {
    await page.goto(`${url}/news`);
    await page.getByRole('link', { name: 'First post', exact: true }).click();
    await expect(page.getByText('We asked, and they answered.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Events' }).click();
    await page.getByRole('link', { name: 'Xpression Night', exact: true }).click();
    await expect(page.getByText('Three minutes, one microphone.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', '/events/coming/event.ics');
  });

  test('ROUTE-10 GAL-02 GAL-03 the album filter, the lightbox and its close link work by URL', async ({ area: { url }, page }) => {
    await page.goto(`${url}/gallery`);
    await page.getByRole('button', { name: 'Full album' }).click();
    await expect(page).toHaveURL(`${url}/gallery?album=full`);
    await expect(page.getByRole('button', { name: 'Full album' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: /Photo 1/ }).click();
    await expect(page.getByText('1 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Next photo' }).click();
    await expect(page.getByText('2 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/gallery\?album=full/);
    await expect(page.getByText('2 of 3')).toHaveCount(0);
  });

  test('ERR-01 a failed section can be retried', async ({ area: { url, stub }, page }) => {
    stub.respond('/posts', { status: 500 });
    // The host checks the content revision once a second, so the first response may still come from its cache.
    await expect(async () => {
      expect((await page.goto(`${url}/news`))?.status()).toBe(503);
    }).toPass({ timeout: 8000 });
    await expect(page.getByText('Failed to load news')).toBeVisible();
    stub.reset();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'First post', exact: true })).toBeVisible();
  });
});
