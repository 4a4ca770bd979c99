import type { Locator, Page } from '@playwright/test';
import { loadFooterSettings, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);

const getBox = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test.describe('Layout of the shell', () => {
  test.use({ reducedMotion: 'reduce' });

  for (const percent of [150, 200]) {
    test(`WCAG 1.4.4 the display settings fit a 360 px screen with text at ${percent}%`, { tag: '@whole' }, async ({ site, page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openAndHydrate(page, `${site.url}/about`);
      await loadFooterSettings(page);
      await setTextSize(page, percent);

      for (const button of await page.getByRole('contentinfo').getByRole('button').all()) {
        const { x, right } = await getBox(button);
        expect(x, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(0);
        expect(right, (await button.textContent()) ?? '').toBeLessThanOrEqual(360);
      }
    });
  }

  for (const width of [1024, 1280, 1920]) {
    test(`the last rows of the footer are aligned at ${width} px`, { tag: '@whole' }, async ({ site, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openAndHydrate(page, `${site.url}/about`);
      await loadFooterSettings(page);

      const footer = page.getByRole('contentinfo');
      const leftEdges = await Promise.all(
        [footer.getByText('©'), footer.getByRole('link', { name: 'Privacy' }), footer.getByRole('group', { name: 'Theme' })].map(
          async (first) => (await getBox(first)).x,
        ),
      );
      expect(new Set(leftEdges.map(Math.round)).size, leftEdges.join(' ')).toBe(1);
      const [first, last] = await Promise.all(['Privacy', 'Annual reports'].map((name) => getBox(footer.getByRole('link', { name }))));
      expect(last?.y).toBe(first?.y);
    });
  }

  for (const [state, percent, link] of [
    ['as it is', 100, undefined],
    ['with one more page', 100, 'Reports'],
    ['with text of 200%', 200, undefined],
  ] as const) {
    test(`the contact bar shows all of its text at 1280 px, ${state}`, { tag: '@whole' }, async ({ site, page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openAndHydrate(page, site.url);
      const bar = page.getByRole('banner').locator('> div').first();
      if (link !== undefined)
        await bar.evaluate((element, text) => {
          const item = element.querySelector('li');
          const copy = item?.cloneNode(true);
          if (copy?.firstChild) copy.firstChild.textContent = text;
          if (copy) item?.after(copy);
        }, link);
      await setTextSize(page, percent);

      for (const text of ['Need to talk? Call 0800 000 0000', 'Free call · 24 hours', '+234 800 000 0000']) {
        const shown = bar.getByText(text);
        const { x, right } = await getBox(shown);
        expect(x, text).toBeGreaterThanOrEqual(0);
        expect(right, text).toBeLessThanOrEqual(1280);
        expect(await shown.evaluate((element) => element.scrollWidth <= element.clientWidth || getComputedStyle(element).overflowX === 'visible'), text).toBe(
          true,
        );
      }
      // The bar fits on one line unless its content is larger or longer than usual.
      if (state === 'as it is') expect((await getBox(bar)).height).toBeLessThanOrEqual(48);
    });
  }

  test('the three buttons of the closing call fill one line at 768 px', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openAndHydrate(page, `${site.url}/about`);
    const call = page.getByRole('region', { name: /one young person$/ });
    await call.scrollIntoViewIfNeeded();

    const boxes = await Promise.all(['Donate', 'Volunteer', 'Partner with us'].map((name) => getBox(call.getByRole('link', { name }))));
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    expect(boxes.at(-1)?.right).toBeGreaterThan(700);
  });

  test('the help button does not touch the text at 1280 px', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAndHydrate(page, `${site.url}/about`);

    const tab = await getBox(page.getByRole('button', { name: 'Need to talk?' }));
    const text = await getBox(page.getByRole('main').getByRole('heading', { level: 2 }).first());
    expect(text.x - tab.right).toBeGreaterThanOrEqual(12);
    expect(tab.width).toBeGreaterThanOrEqual(24);
  });

  for (const width of [360, 1280]) {
    test(`NS-12 the Copy buttons form one column beside the labels of their numbers at ${width} px`, { tag: '@whole' }, async ({ site, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openAndHydrate(page, `${site.url}/donate`);

      const codes = page.getByRole('region', { name: 'By phone, without internet' });
      await expect(codes.getByRole('button')).toHaveCount(await codes.locator('dt').count());
      const buttons = await Promise.all((await codes.getByRole('button').all()).map(getBox));
      const names = await Promise.all((await codes.locator('dt').all()).map(getBox));
      expect(new Set(buttons.map(({ right }) => Math.round(right))).size).toBe(1);
      for (const [index, { y, bottom }] of buttons.entries()) {
        const name = names[index];
        expect(name !== undefined && name.y < bottom && name.bottom > y, `Copy ${index + 1}`).toBe(true);
      }
      // An account number stays on one line, so that visitors can read it aloud or type it.
      const lines = await codes.locator('dt + dd').evaluateAll((texts) =>
        texts.map((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }),
      );
      expect(lines).toEqual([1, 1]);
    });
  }

  test('VOL-04 the image beside the form stays in view until the end of the form at 1280 px', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAndHydrate(page, `${site.url}/volunteer`);
    await page.getByRole('button', { name: 'Send application' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('main').getByRole('img').last()).toBeInViewport({ ratio: 0.9 });
  });

  test('VOL-04 entries of the error summary are evenly spaced at 360 px, whether they take one line or two', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAndHydrate(page, `${site.url}/volunteer`);
    await page.getByRole('button', { name: 'Send application' }).click();
    const entries = page.getByRole('alert').getByRole('link');
    await expect(entries.first()).toBeVisible();
    await entries.first().evaluate((link) => {
      link.textContent = 'A message that is so long that it needs a second line on a phone, or even a third one.';
    });
    // Measure the gap between the last line of each entry and the first line of the next.
    const gaps = await entries.evaluateAll((links) => {
      const boxes = links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getBoundingClientRect();
      });
      return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
    });
    expect(gaps.length).toBeGreaterThan(1);
    expect(new Set(gaps).size, gaps.join(' ')).toBe(1);
    expect(gaps[0]).toBeGreaterThanOrEqual(16);
  });

  test('the payment link is on the first screen of the donation page at 360 px', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAndHydrate(page, `${site.url}/donate`);
    await expect(page.getByRole('link', { name: /^Continue to payment/ })).toBeInViewport({ ratio: 1 });
  });
});
