import type { Page } from '@playwright/test';
import { CHECKED_PATHS, getHelpOpener, openHydrated } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';

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
      // Where it does not fit, the name next to the logo is out of sight on purpose, and read out all the same.
      if (box.closest('nav a[href="/"]') !== null) continue;
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

const ARTICLE = '/news/what-cough-syrup-does';

/** Windows in which a page has to be read without scrolling sideways (WCAG 1.4.10): a small phone, and 1280 x 1024 px at 400 % and 200 %. */
const WINDOWS = [
  { name: 'in a window of 320 px', width: 320, height: 640 },
  { name: 'at 400 % zoom', width: 320, height: 256 },
  { name: 'at 200 % zoom', width: 640, height: 512 },
] as const;

/** Text at twice the size (WCAG 1.4.4), and with the spacing of WCAG 1.4.12. */
const TEXTS = [
  { name: 'with text at twice the size', styles: 'html { font-size: 200% !important }' },
  {
    name: 'with more spacing',
    styles: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  },
] as const;

const setTextStyles = (page: Page, text: string): Promise<void> =>
  page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
  }, text);

const expectReflow = async (page: Page): Promise<void> => {
  for (const { name, width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    expect.soft(await findClippedText(page), name).toEqual([]);
  }
  for (const { name, styles } of TEXTS) {
    await setTextStyles(page, styles);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findClippedText(page), `${name}, ${width} px wide`).toEqual([]);
    }
  }
};

const findEvents = async ({ url }: Site): Promise<readonly string[]> => {
  const { data }: { data: readonly { readonly _id: string }[] } = await (await fetch(`${url}/api/events`)).json();
  return [data.at(0), data.at(-1)].map((event) => `/events/${event?._id}`);
};

const openPage = async (page: Page, address: string): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, address);
  await expect(page.locator('html[data-whole]')).toBeAttached();
};

test.describe('Reading', () => {
  test.use({ reducedMotion: 'reduce' });
  test.describe.configure({ mode: 'parallel' });

  for (const path of CHECKED_PATHS) {
    test(`${path} fits 320 px, 400 % zoom, text at twice the size and with more spacing, and its targets on a phone are at least 44 px`, async ({
      site,
      page,
    }) => {
      await openPage(page, `${site.url}${path}`);
      expect.soft(await findSmallTargets(page), 'targets').toEqual([]);
      await expectReflow(page);
    });
  }

  // Their addresses are generated.
  test('so do an article, an event that is over and one to come, and more photos', async ({ site, page }) => {
    for (const path of [ARTICLE, ...(await findEvents(site)), '/gallery?page=2']) {
      await openPage(page, `${site.url}${path}`);
      expect.soft(await findSmallTargets(page), `targets of ${path}`).toEqual([]);
      await test.step(path, () => expectReflow(page));
    }
  });

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
      await expect(getHelpOpener(page)).toBeHidden();
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
