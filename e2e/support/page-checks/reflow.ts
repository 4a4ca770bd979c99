import type { Page } from '@playwright/test';

/** Finds text that is outside the window or clipped by its box. Also reports the page's width if the page scrolls horizontally. */
export const findClippedText = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const clippedTexts: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) clippedTexts.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const clippingByElement = new Map<Element, { readonly clipsHorizontally: boolean; readonly clipsVertically: boolean; readonly bounds: DOMRect }>();
    const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const getClipping = (element: Element) => {
      const cachedClipping = clippingByElement.get(element);
      if (cachedClipping !== undefined) return cachedClipping;
      const { overflowX, overflowY } = getComputedStyle(element);
      const clipping = { clipsHorizontally: clips(overflowX), clipsVertically: clips(overflowY), bounds: element.getBoundingClientRect() };
      clippingByElement.set(element, clipping);
      return clipping;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const box = node.parentElement;
      if (box === null || node.textContent?.trim() === '' || box.closest('[aria-hidden="true"],[inert],[popover],script,style,noscript') !== null) continue;
      // The name next to the logo is hidden on purpose if it does not fit. Screen readers still read it.
      if (box.closest('nav a[href="/"]') !== null) continue;
      if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      // Visually hidden text is one pixel wide.
      if (box.getBoundingClientRect().width <= 1 || text.width === 0) continue;
      if (text.left < -1 || text.right > width + 1) clippedTexts.push(`outside: ${node.textContent}`);
      for (let ancestor: Element | null = box; ancestor !== null && ancestor !== document.body; ancestor = ancestor.parentElement) {
        const { clipsHorizontally, clipsVertically, bounds } = getClipping(ancestor);
        const isClippedHorizontally = clipsHorizontally && (text.right > bounds.right + 2 || text.left < bounds.left - 2);
        const isClippedVertically = clipsVertically && (text.bottom > bounds.bottom + 4 || text.top < bounds.top - 4);
        if (isClippedHorizontally || isClippedVertically) clippedTexts.push(`clipped: ${node.textContent}`);
      }
    }
    return clippedTexts;
  });

/** Windows in which a page must be readable without horizontal scrolling (WCAG 1.4.10): a small phone, and 1280 x 1024 px at 400% and 200%. */
const WINDOW_SIZES = [
  { name: 'in a window of 320 px', width: 320, height: 640 },
  { name: 'at 400% zoom', width: 320, height: 256 },
  { name: 'at 200% zoom', width: 640, height: 512 },
] as const;

/** Text settings: larger text, as on many phones; text at twice the size (WCAG 1.4.4); and more spacing (WCAG 1.4.12). */
const TEXT_SETTINGS = [
  { name: 'with text at 130%', styles: 'html { font-size: 130% !important }', widths: [390] },
  { name: 'with text at twice the size', styles: 'html { font-size: 200% !important }', widths: [360, 1280] },
  {
    name: 'with more spacing',
    styles: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    widths: [360, 1280],
  },
] as const;

const setTextStyles = (page: Page, text: string): Promise<void> =>
  page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
  }, text);

const findControlsOutside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const controls = {
      menu: [...document.querySelectorAll('header summary')],
      help: [...document.querySelectorAll('a, button')].filter(({ textContent }) => textContent?.trim().endsWith('Need to talk?')),
    };
    return Object.entries(controls).flatMap(([name, elements]) => {
      const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
      const isWithin = boxes.length > 0 && boxes.every(({ left, right }) => left >= 0 && right <= window.innerWidth);
      return isWithin ? [] : [`the control of the ${name} is not within ${window.innerWidth} px`];
    });
  });

export const findReflowFaults = async (page: Page): Promise<readonly string[]> => {
  const faults: string[] = [];
  const collectClippedText = async (name: string, width: number, height: number): Promise<void> => {
    await page.setViewportSize({ width, height });
    const controls = width < 600 ? await findControlsOutside(page) : [];
    faults.push(...[...(await findClippedText(page)), ...controls].map((fault) => `${name}, ${width} px wide: ${fault}`));
  };
  for (const { name, width, height } of WINDOW_SIZES) await collectClippedText(name, width, height);
  for (const { name, styles, widths } of TEXT_SETTINGS) {
    await setTextStyles(page, styles);
    for (const width of widths) await collectClippedText(name, width, 800);
  }
  return faults;
};
