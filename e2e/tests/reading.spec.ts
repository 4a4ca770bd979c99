import { getHelpControl, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Reading', () => {
  test.use({ reducedMotion: 'reduce' });
  test.describe.configure({ mode: 'parallel' });

  test('the dark and light themes have the same values whether the visitor or the system chooses them', async ({ site, page }) => {
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
    const lightTokens = await readTokens('light');
    const darkTokens = await readTokens('dark');
    expect(Object.keys(lightTokens).filter((name) => lightTokens[name] !== darkTokens[name]).length).toBeGreaterThan(30);
    expect(await readTokens('light', 'dark')).toEqual(darkTokens);
    expect(await readTokens('dark', 'dark')).toEqual(darkTokens);
    expect(await readTokens('dark', 'light')).toEqual(lightTokens);
  });

  test('printed pages show text only, black on white', async ({ site, page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const path of ['/', '/about', '/volunteer', '/programs/navigate']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo').getByRole('navigation').first()).toBeHidden();
      await expect(getHelpControl(page)).toBeHidden();
      const heading = page.getByRole('heading', { level: 1 }).first();
      await expect(heading, path).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.locator('body'), path).toHaveCSS('background-color', /^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/);
    }
  });

  test('on a 360 px phone, codes to dial stay on one line, and email addresses wrap only after the @', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/donate', '/safeguarding', '/school-visit', '/impact']) {
      await page.goto(`${site.url}${path}`);
      const broken = await page.evaluate(() => {
        const countLines = (text: Node): number => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        };
        const codes = [...document.querySelectorAll('main dd')].filter(({ textContent }) => /^[*][\d*]+#$/.test(textContent ?? ''));
        const parts = [...document.querySelectorAll('main a[href^="mailto:"]')].flatMap(({ childNodes }) =>
          [...childNodes].filter(({ nodeName }) => nodeName === '#text'),
        );
        return [...codes, ...parts].filter((text) => countLines(text) > 1).map(({ textContent }) => textContent);
      });
      expect(broken, path).toEqual([]);
    }
  });

  test('carousels are paused with reduced motion, and can be started', { tag: '@whole' }, async ({ site, page }) => {
    for (const path of ['/', '/ebook']) {
      await openAndHydrate(page, `${site.url}${path}`);
      await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
    }
  });
});
