import type { Page } from '@playwright/test';

/** Minimum contrast ratio for meaningful graphics (WCAG 1.4.11). */
const GRAPHICS_CONTRAST = 3;

export const findFaintIcons = (page: Page): Promise<readonly string[]> =>
  page.evaluate((minimum) => {
    const parse = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const getLuminance = (color: string): number =>
      parse(color)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
    const isOpaque = (color: string): boolean => color.startsWith('rgb(') || parse(color)[3] === 1;
    const results: string[] = [];
    const icons = document.querySelectorAll<SVGElement>('svg[viewBox="0 0 24 24"]');
    if (icons.length === 0) return ['no icon'];
    for (const icon of icons) {
      if (!icon.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Skip an icon that is drawn on a sun image, which has no background colour to compare with.
      if (icon.previousElementSibling !== null && getComputedStyle(icon.previousElementSibling).backgroundImage !== 'none') continue;
      const { stroke, fill } = getComputedStyle(icon);
      let background: Element | null = icon;
      while (background !== null && !isOpaque(getComputedStyle(background).backgroundColor)) background = background.parentElement;
      const backgroundLuminance = getLuminance(background === null ? 'rgb(255, 255, 255)' : getComputedStyle(background).backgroundColor);
      const ratios = [stroke, fill]
        .filter((color) => color !== 'none')
        .map((color) => getLuminance(color))
        .map((luminance) => (Math.max(luminance, backgroundLuminance) + 0.05) / (Math.min(luminance, backgroundLuminance) + 0.05));
      const ratio = Math.max(...ratios);
      if (ratio < minimum) results.push(`${ratio.toFixed(2)} ${icon.parentElement?.textContent?.trim()}`);
    }
    return results;
  }, GRAPHICS_CONTRAST);
