import type { Page } from '@playwright/test';
import { getWidths } from '../support/long-drills.ts';
import { CHECKED_PATHS, openHydrated, submitInvalidApplication } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

interface TabStop {
  readonly name: string;
  readonly area: string;
  readonly fault: string;
}

const MAX_STOPS = 150;
const MAX_FRAMES_TO_SETTLE = 120;

const readStopNow = (page: Page): Promise<TabStop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const box = element.getBoundingClientRect();
    const hasRing = [element, element.closest('article,li,label,div')].some((candidate) => {
      if (candidate === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const cover = middle?.closest('header, aside[aria-label="Shortcuts"]') ?? null;
    const isCovered = cover !== null && !cover.contains(element);
    const isInWindow = box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
    const area = element.closest('header, main, footer, aside')?.tagName.toLowerCase() ?? 'start';
    const faults = [!isInWindow && 'not in the window', isCovered && 'covered', !hasRing && 'no focus ring'].filter(Boolean);
    return { name: element.textContent?.trim() || element.getAttribute('aria-label') || element.tagName, area, fault: faults.join(', ') };
  });

/** The focused element and its faults once the page has stopped scrolling; null at the end of the page. */
const readStop = async (page: Page): Promise<TabStop | null> => {
  let stop = await readStopNow(page);
  // The page may still be scrolling to it.
  for (let frame = 0; frame < MAX_FRAMES_TO_SETTLE && stop !== null && stop.fault !== ''; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    stop = await readStopNow(page);
  }
  return stop;
};

/** Tabs through the page to its end. Throws if the focus never leaves the page. */
const tabThrough = async (page: Page): Promise<readonly TabStop[]> => {
  const stops: TabStop[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    // At the end the focus leaves the page or wraps around.
    if (stop === null || (stops.length > 0 && stop.name === stops[0]?.name)) return stops;
    stops.push(stop);
  }
  throw new Error(`The focus does not leave the page: ${stops.map(({ name }) => name).join(' · ')}`);
};

const ORDER = ['start', 'header', 'main', 'footer', 'aside'];

test.describe('Keyboard', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ reducedMotion: 'reduce' });

  for (const [index, path] of CHECKED_PATHS.entries()) {
    const widths = getWidths(index);
    test(`Tab goes through ${path} in order, from the skip link to the end, with a visible focus, ${widths.join(' and ')} px wide`, async ({ site, page }) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await openHydrated(page, `${site.url}${path}`);
        // An area that the browser renders appears after the shell and would move the focused element.
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        const stops = await tabThrough(page);
        expect.soft(stops[0]?.name, `${width} px`).toBe('Skip to main content');
        expect
          .soft(
            stops.filter(({ fault }) => fault !== '').map(({ name, fault }) => `${name}: ${fault}`),
            `${width} px`,
          )
          .toEqual([]);
        const areas = stops.map(({ area }) => ORDER.indexOf(area));
        expect.soft(areas, `${width} px`).toEqual([...areas].sort((a, b) => a - b));
      }
    });
  }

  test('the skip link is visible immediately, with reduced motion as well', async ({ site, page }) => {
    await openHydrated(page, `${site.url}/donation-success`);
    const bottom = await page.getByRole('link', { name: 'Skip to main content' }).evaluate((link) => {
      link.focus();
      // Measured synchronously: during a transition, however short, the link would still be out of view.
      return link.getBoundingClientRect().bottom;
    });
    expect(bottom).toBeGreaterThan(0);
  });

  test('the skip link leads past the navigation', async ({ site, page }) => {
    await openHydrated(page, `${site.url}/about`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect((await readStop(page))?.area).toBe('main');
  });

  test('SHELL-10 the menu opens, traps the focus, closes on Escape and returns it', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, site.url);
    const control = page.getByRole('banner').locator('summary');
    await control.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('link', { name: 'About Us' })).toBeVisible();
    const stops = await tabThrough(page);
    expect(new Set(stops.map(({ area }) => area))).toEqual(new Set(['header']));
    expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining(['Home', 'Volunteer', 'Gallery']));

    await control.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Gallery' })).toBeHidden();
    await expect(control).toBeFocused();
  });

  test('NS-02 the helplines open, take the focus, close on Escape and return it', async ({ site, page }) => {
    await openHydrated(page, site.url);
    const opener = page.getByRole('button', { name: 'Need to talk?' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('a carousel is started, paused and moved by keyboard', async ({ site, page }) => {
    await openHydrated(page, site.url);
    const reviews = page.locator('section[aria-label="Success stories"]');
    const toggle = reviews.getByRole('button', { name: /^(Play|Pause)/ });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveAccessibleName(/^Pause/);
    await page.keyboard.press('Space');
    await expect(toggle).toHaveAccessibleName(/^Play/);
    await reviews.getByRole('button', { name: 'Go to slide 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(reviews.getByRole('group', { name: '2 of 5' })).toBeVisible();
  });

  test('NS-05 the form lists its errors, links to the fields, and a country is chosen by keyboard', async ({ site, page }) => {
    await openHydrated(page, `${site.url}/volunteer`);
    await submitInvalidApplication(page);
    const summary = page.getByRole('main').locator(':focus');
    await expect(summary).toContainText('There is a problem');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();

    const country = page.getByRole('main').locator('select').first();
    await country.focus();
    await page.keyboard.press('ArrowDown');
    await expect(country).not.toHaveValue('NG');
    await page.keyboard.press('Tab');
    await expect(page.locator('input[type=tel]')).toBeFocused();
  });
});
