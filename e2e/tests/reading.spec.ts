import type { Page } from '@playwright/test';
import { openHydrated, PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

/** Text that is outside the window or clipped by its box, and the page's width if it scrolls horizontally. */
const findClippedText = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const clipped: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) clipped.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const box = node.parentElement;
      if (box === null || node.textContent?.trim() === '' || box.closest('[aria-hidden="true"],[inert],[popover],script,style,noscript') !== null) continue;
      if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      // Visually hidden text is one pixel large.
      if (box.getBoundingClientRect().width <= 1 || text.width === 0) continue;
      if (text.left < -1 || text.right > width + 1) clipped.push(`outside: ${node.textContent}`);
      for (let ancestor: Element | null = box; ancestor !== null && ancestor !== document.body; ancestor = ancestor.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(ancestor);
        const edge = ancestor.getBoundingClientRect();
        const isClippedHorizontally = (overflowX === 'hidden' || overflowX === 'clip') && (text.right > edge.right + 2 || text.left < edge.left - 2);
        const isClippedVertically = (overflowY === 'hidden' || overflowY === 'clip') && (text.bottom > edge.bottom + 4 || text.top < edge.top - 4);
        if (isClippedHorizontally || isClippedVertically) clipped.push(`clipped: ${node.textContent}`);
      }
    }
    return clipped;
  });

/** Controls smaller than 44 x 44 px. WCAG 2.5.8 exempts links within a sentence. */
const findSmallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const small: string[] = [];
    const getAreas = (element: Element) => {
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
      if (!getAreas(control).some(({ width, height }) => width >= 43.5 && height >= 43.5)) {
        small.push(`${control.textContent?.trim() || control.getAttribute('aria-label')}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
    }
    return small;
  });

test.describe('Reading', () => {
  test.use({ reducedMotion: 'reduce' });
  test.describe.configure({ mode: 'parallel' });

  for (const path of PUBLIC_PATHS) {
    test(`${path} fits 320 px, 200 % zoom and text at twice the size, and its targets on a phone are at least 44 px`, async ({ site, page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openHydrated(page, `${site.url}${path}`);
      await expect(page.locator('html[data-whole]')).toBeAttached();
      expect.soft(await findSmallTargets(page), 'targets').toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await findClippedText(page), 'in a window of 320 px').toEqual([]);
      // 1280 px at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      expect.soft(await findClippedText(page), 'at 200 % zoom').toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect.soft(await findClippedText(page), 'with text at twice the size').toEqual([]);
    });
  }

  test('the dark and the light theme have the same values whether chosen by the visitor or by the system', async ({ site, page }) => {
    await page.goto(site.url);
    const readTokens = async (colorScheme: 'light' | 'dark', chosen?: 'light' | 'dark'): Promise<Record<string, string>> => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate((theme) => {
        const root = document.documentElement;
        if (theme === undefined) delete root.dataset.theme;
        else root.dataset.theme = theme;
        const probe = document.createElement('i');
        root.append(probe);
        const names = [...root.computedStyleMap().keys()].filter((name) => name.startsWith('--') && !name.startsWith('--lightningcss'));
        const values = names.map((name) => {
          probe.style.cssText = `background-color: var(${name}); box-shadow: var(${name}); background-image: var(${name})`;
          const { backgroundColor, boxShadow, backgroundImage } = getComputedStyle(probe);
          return [name, `${backgroundColor} ${boxShadow} ${backgroundImage}`] as const;
        });
        probe.remove();
        return Object.fromEntries(values);
      }, chosen);
    };
    const light = await readTokens('light');
    const dark = await readTokens('dark');
    expect(Object.keys(light).filter((name) => light[name] !== dark[name]).length).toBeGreaterThan(30);
    expect(await readTokens('light', 'dark')).toEqual(dark);
    expect(await readTokens('dark', 'dark')).toEqual(dark);
    expect(await readTokens('dark', 'light')).toEqual(light);
  });

  test('printed pages show text only, black on white', async ({ site, page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const path of ['/', '/about', '/volunteer', '/programs/navigate']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo').getByRole('navigation').first()).toBeHidden();
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
