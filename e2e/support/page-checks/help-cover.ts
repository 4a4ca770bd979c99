import type { Page } from '@playwright/test';

/** Finds text and controls that the help button covers at some scroll position of the page. */
export const findCoveredByHelp = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const button = [...document.querySelectorAll('a,button')].find(({ textContent }) => textContent?.trim() === 'Help Need to talk?');
    if (button === undefined) return ['no help button'];
    const names = new Set<string>();
    for (let top = 0; top < document.documentElement.scrollHeight; top += 40) {
      window.scrollTo(0, top);
      const box = button.getBoundingClientRect();
      if (button.closest('nav')?.contains(document.elementFromPoint(box.x - 4, box.y + box.height / 2))) continue;
      for (const element of document.querySelectorAll('main :is(a, button, label, h1, h2, h3, p, input), footer :is(a, button, p)')) {
        const { left, right, top: elementTop, bottom } = element.getBoundingClientRect();
        if (right > left && left < box.right && right > box.left && elementTop < box.bottom && bottom > box.top)
          names.add(element.textContent?.trim().slice(0, 30) || element.outerHTML.slice(0, 90));
      }
    }
    return [...names];
  });
