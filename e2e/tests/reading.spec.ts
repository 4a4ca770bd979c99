import type { Page } from '@playwright/test';
import { openHydrated, PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Words that stand outside of the window or are cut by their box, and how far the page scrolls sideways. */
const findCutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) cut.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const box = node.parentElement;
      if (box === null || node.textContent?.trim() === '' || box.closest('[aria-hidden="true"],[inert],[popover],script,style,noscript') !== null) continue;
      if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      // What only screen readers hear is one pixel large.
      if (box.getBoundingClientRect().width <= 1 || words.width === 0) continue;
      if (words.left < -1 || words.right > width + 1) cut.push(`outside: ${node.textContent}`);
      for (let around: Element | null = box; around !== null && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        const isCutAcross = (overflowX === 'hidden' || overflowX === 'clip') && (words.right > edge.right + 2 || words.left < edge.left - 2);
        const isCutDown = (overflowY === 'hidden' || overflowY === 'clip') && (words.bottom > edge.bottom + 4 || words.top < edge.top - 4);
        if (isCutAcross || isCutDown) cut.push(`cut: ${node.textContent}`);
      }
    }
    return cut;
  });

/** Controls of less than 44 x 44 px: links within a sentence may be as high as its line, as WCAG 2.5.8 says. */
const findSmallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const small: string[] = [];
    const size = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const areas = [{ width, height }];
      for (const part of ['::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (style.content !== 'none' && style.position === 'absolute')
          areas.push({ width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) });
      }
      for (const label of element instanceof HTMLInputElement ? (element.labels ?? []) : []) areas.push(label.getBoundingClientRect());
      return areas;
    };
    for (const control of document.querySelectorAll('a[href],button,input,select,textarea,summary')) {
      if (control.closest('[inert],[aria-hidden="true"],[popover]') !== null || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const isInSentence = getComputedStyle(control).display === 'inline' && control.parentElement?.textContent?.trim() !== control.textContent?.trim();
      const box = control.getBoundingClientRect();
      if (isInSentence || box.width <= 1 || box.right < 0 || box.bottom + window.scrollY < 0) continue;
      if (!size(control).some(({ width, height }) => width >= 43.5 && height >= 43.5)) {
        small.push(`${control.textContent?.trim() || control.getAttribute('aria-label')}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
    }
    return small;
  });

const onEveryPage = async (page: Page, url: string, find: (page: Page) => Promise<readonly string[]>, prepare?: () => Promise<void>): Promise<void> => {
  for (const path of PUBLIC_PATHS) {
    await openHydrated(page, `${url}${path}`);
    await expect(page.locator('html[data-whole]')).toBeAttached();
    await prepare?.();
    expect.soft(await find(page), path).toEqual([]);
  }
};

test.describe('Reading', () => {
  test.use({ reducedMotion: 'reduce' });
  test.describe.configure({ timeout: 90_000 });

  test('every page fits a 320 px window without horizontal scrolling or clipped text', async ({ site, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await onEveryPage(page, site.url, findCutWords);
  });

  test('every page fits a 1280 px window at 200 % zoom', async ({ site, page }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await onEveryPage(page, site.url, findCutWords);
  });

  test('every page fits text at twice the size', async ({ site, page }) => {
    await onEveryPage(page, site.url, findCutWords, async () => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
    });
  });

  test('every target is at least 44 px on a phone', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await onEveryPage(page, site.url, findSmallTargets);
  });

  test('printed pages show text only, black on white', async ({ site, page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const path of ['/', '/about', '/volunteer', '/programs/navigate']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Need to talk?' })).toBeHidden();
      const heading = page.getByRole('heading', { level: 1 }).first();
      await expect(heading, path).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.locator('body'), path).toHaveCSS('background-color', /^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/);
    }
  });

  test('with reduced motion carousels are paused and can be started', async ({ site, page }) => {
    for (const path of ['/', '/ebook']) {
      await openHydrated(page, `${site.url}${path}`);
      await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
    }
  });
});
