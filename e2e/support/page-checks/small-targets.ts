import type { Page } from '@playwright/test';

/** Finds controls smaller than 44 x 44 px. Links within a sentence are exempt (WCAG 2.5.8). */
export const findSmallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const smallTargets: string[] = [];
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
        smallTargets.push(`${control.textContent?.trim() || control.getAttribute('aria-label')}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
    }
    return smallTargets;
  });
