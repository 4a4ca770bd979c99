import type { Page } from '@playwright/test';

interface TabStop {
  readonly name: string;
  readonly area: string;
  readonly fault: string;
}

/** Maximum number of tab stops, to detect focus that never leaves the page. The help page has the most stops, but fewer than this. */
const MAX_STOPS = 300;
const MAX_FRAMES_TO_SETTLE = 120;

const readCurrentStop = (page: Page): Promise<TabStop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const box = element.getBoundingClientRect();
    const hasRing = [element, element.closest('article,li,label,div')].some((candidate) => {
      if (candidate === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const elementAtCentre = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const cover = elementAtCentre?.closest('header, aside[aria-label="Shortcuts"]') ?? null;
    const isCovered = cover !== null && !cover.contains(element);
    const isInWindow = box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
    // Elements of an `aside` inside `main` count as part of `main`.
    const area = (element.closest('main') ?? element.closest('header, footer, aside'))?.tagName.toLowerCase() ?? 'start';
    const faults = [!isInWindow && 'not in the window', isCovered && 'covered', !hasRing && 'no focus ring'].filter(Boolean);
    return { name: element.textContent?.trim() || element.getAttribute('aria-label') || element.tagName, area, fault: faults.join(', ') };
  });

/** Returns the focused element and its faults once the page has stopped scrolling, or null at the end of the page. */
export const readStop = async (page: Page): Promise<TabStop | null> => {
  let stop = await readCurrentStop(page);
  for (let frame = 0; frame < MAX_FRAMES_TO_SETTLE && stop !== null && stop.fault !== ''; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    stop = await readCurrentStop(page);
  }
  return stop;
};

/** Presses Tab from the start to the end of the page. Throws if the focus never leaves the page. */
export const tabThrough = async (page: Page): Promise<readonly TabStop[]> => {
  const stops: TabStop[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    // At the end, the focus leaves the page or wraps around.
    if (stop === null || (stops.length > 0 && stop.name === stops[0]?.name)) return stops;
    stops.push(stop);
  }
  throw new Error(`The focus does not leave the page: ${stops.map(({ name }) => name).join(' · ')}`);
};

const ORDER = ['start', 'header', 'main', 'footer', 'aside'];

export const findTabFaults = async (page: Page): Promise<readonly string[]> => {
  const stops = await tabThrough(page);
  const faults = stops.filter(({ fault }) => fault !== '').map(({ name, fault }) => `${name}: ${fault}`);
  if (stops[0]?.name !== 'Skip to main content') faults.push(`begins at ${stops[0]?.name}`);
  for (const [index, { name, area }] of stops.entries()) {
    const before = stops[index - 1]?.area;
    if (before !== undefined && ORDER.indexOf(area) < ORDER.indexOf(before)) faults.push(`${name}: ${area} after ${before}`);
  }
  return faults;
};
