import type { BrowserContext, Page } from '@playwright/test';
import { createRandom, SEED } from '@site/shared/testing/random';
import { getPagesForTest, isLongRun } from '../support/long-drills.ts';
import { renameNewerNames } from '../support/newer-names.ts';
import { getHelpControl, openAndHydrate, PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const EXIT_PAGE = 'https://www.bbc.com/weather';
const BLANK_MS = 100;
const EXIT_PAGE_TEXT = 'Somebody else';

const serveExitPage = (context: BrowserContext): Promise<unknown> =>
  context.route(EXIT_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: `<title>Weather</title><p>${EXIT_PAGE_TEXT}</p>` }));

const holdScripts = (page: Page): Promise<unknown> => page.route(/\.js(\?|$)/, () => {});

const openHelp = async (page: Page): Promise<void> => {
  await getHelpControl(page).click();
  const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Call / })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Exit this page' })).toHaveAttribute('href', EXIT_PAGE);
};

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'About Us' })).toBeVisible();
};

/** Presses the quick exit after `delayMs`. The exit page is delayed until the test has read the state of this page. */
const pressExit = async (page: Page, delayMs: number): Promise<{ ms: number; height: number; title: string }> => {
  let release = (): void => undefined;
  const stateRead = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(EXIT_PAGE, async (route) => {
    await stateRead;
    await route.fallback();
  });
  const exit = await page.evaluate(
    ([url, delay]) =>
      new Promise<{ ms: number; height: number; title: string }>((resolve) => {
        setTimeout(() => {
          const start = performance.now();
          document.querySelector<HTMLElement>(`a[href="${url}"]`)?.click();
          const { height } = document.documentElement.getBoundingClientRect();
          resolve({ ms: performance.now() - start, height, title: document.title });
        }, delay);
      }),
    [EXIT_PAGE, delayMs] as const,
  );
  release();
  await expect(page.getByText(EXIT_PAGE_TEXT)).toBeVisible();
  await page.unroute(EXIT_PAGE);
  return exit;
};

const leave = async (page: Page, delayMs = 0): Promise<number> => {
  const { ms, height, title } = await pressExit(page, delayMs);
  expect(height).toBe(0);
  expect(title).not.toContain('Better Tomorrow');
  return ms;
};

/** Checks that "Back" does not show the previous page again. The page's URL must redirect to the exit page. */
const expectHistoryReplaced = async (page: Page): Promise<void> => {
  const exitPageResponse = page.waitForResponse(EXIT_PAGE);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await exitPageResponse;
  await expect(page.getByText(EXIT_PAGE_TEXT)).toBeVisible();
};

test.describe('Help', () => {
  for (const [part, { title, javaScriptEnabled }] of [
    { title: 'without script', javaScriptEnabled: false },
    { title: 'before the script has arrived', javaScriptEnabled: true },
  ].entries()) {
    test.describe(title, () => {
      test.use({ javaScriptEnabled, bypassCSP: true });

      test(`NS-02 the helplines open on every page in browsers without popover, dialog, inert, :has and subgrid, ${title}`, {
        tag: javaScriptEnabled ? '@whole' : [],
      }, async ({ site, page }) => {
        test.setTimeout(120_000);
        await renameNewerNames(page, site.url, { withScripts: false });
        for (const path of getPagesForTest(PUBLIC_PATHS, part, 2)) {
          await page.goto(`${site.url}${path}`);
          await openHelp(page);
          await page.getByRole('dialog').getByLabel('Close').click();
          await expect(page.getByRole('dialog')).toBeHidden();
        }
      });
    });
  }

  test('NS-02 the exit is in view on a 360 px phone as soon as the helplines open', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.url}/about`);
    await openHelp(page);
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Exit this page' })).toBeInViewport({ ratio: 1 });
  });

  test('NS-02 the helplines open with script, also on the sign-in and the 404 page, and the desktop header shows one', async ({ site, page }) => {
    for (const path of ['/', '/login', '/nope']) {
      await openAndHydrate(page, `${site.url}${path}`);
      await expect(page.getByRole('banner').getByRole('link', { name: /Call 0800 000 0000/ })).toBeVisible();
      await openHelp(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(getHelpControl(page)).toBeFocused();
    }
  });

  test('NS-02 the controls of the helplines are links without script, and buttons that react to Space with script', async ({ site, page, browser }) => {
    // Another profile: a visitor whose browser runs no script.
    const context = await browser.newContext({ javaScriptEnabled: false });
    const pageWithoutScript = await context.newPage();
    await pageWithoutScript.goto(site.url);
    await pageWithoutScript.getByRole('link', { name: 'Need to talk?', exact: true }).click();
    await pageWithoutScript.getByRole('dialog', { name: 'Need to talk?' }).getByRole('link', { name: 'Close' }).click();
    await expect(pageWithoutScript.getByRole('dialog')).toBeHidden();
    await context.close();

    await openAndHydrate(page, site.url);
    await page.getByRole('button', { name: 'Need to talk?' }).press('Space');
    await page.getByRole('dialog', { name: 'Need to talk?' }).getByRole('button', { name: 'Close' }).press('Space');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('NS-02 phones show the note about the exit button instead of the Shift key', async ({ site, browser }) => {
    // Another profile: a phone with touch.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.goto(site.url);
    await openHelp(page);
    await expect(page.getByRole('dialog').getByText(/Shift/)).toBeHidden();
    await expect(page.getByRole('dialog').getByText('One tap leaves this page. “Back” will not bring you here again.')).toBeVisible();
    await context.close();
  });

  for (const isBeforeHydration of [true, false]) {
    test(`NS-02 the exit leaves a blank page within 100 ms, and "Back" does not show the site again, ${isBeforeHydration ? 'before' : 'after'} hydration`, {
      tag: '@time',
    }, async ({ site, page, context }) => {
      await serveExitPage(context);
      if (isBeforeHydration) await holdScripts(page);
      await page.goto(`${site.url}/news`);
      await page.goto(`${site.url}/about`);
      if (!isBeforeHydration) await openAndHydrate(page, `${site.url}/about`);
      await openHelp(page);
      expect(await leave(page)).toBeLessThan(BLANK_MS);
      await expectHistoryReplaced(page);
    });
  }

  const MOMENT_COUNT = isLongRun ? 30 : 3;
  test(`NS-02 the exit leaves a blank page within 100 ms at ${MOMENT_COUNT} random moments after the first paint`, { tag: '@time' }, async ({
    site,
    browser,
  }) => {
    test.setTimeout(240_000);
    const random = createRandom(SEED);
    const times: number[] = [];
    for (let moment = 0; moment < MOMENT_COUNT; moment += 1) {
      // Another profile: the next visitor, so that each exit happens on a first visit.
      const context = await browser.newContext({ viewport: { width: moment % 2 === 0 ? 360 : 1280, height: 740 } });
      await serveExitPage(context);
      const page = await context.newPage();
      await page.goto(`${site.url}${PUBLIC_PATHS[(3 * moment + 1) % PUBLIC_PATHS.length]}`);
      const scriptDelayMs = random() * 1500;
      await page.route(/\.js(\?|$)/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, scriptDelayMs));
        await route.continue();
      });
      const path = PUBLIC_PATHS[(3 * moment) % PUBLIC_PATHS.length] ?? '/';
      await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const delayMs = random() * 2500;
      await test.step(`${path}, ${Math.round(delayMs)} ms after the first paint, scripts ${Math.round(scriptDelayMs)} ms late`, async () => {
        times.push(await leave(page, delayMs));
        await expectHistoryReplaced(page);
      });
      await context.close();
    }
    expect(Math.max(...times), times.join(' ')).toBeLessThan(BLANK_MS);
  });

  test('NS-02 pressing Shift three times leaves the page before its script has arrived', async ({ site, page, context }) => {
    await serveExitPage(context);
    await holdScripts(page);
    await page.goto(`${site.url}/about`);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    await expect(page.getByText(EXIT_PAGE_TEXT)).toBeVisible();
  });

  for (const { panel, open, selector } of [
    { panel: 'menu', open: openMenu, selector: 'details[open]' },
    { panel: 'help panel', open: openHelp, selector: '#help' },
  ]) {
    test(`SHELL-10 NS-02 Tab does not leave the open ${panel} and Escape closes it, even before hydration`, {
      tag: panel === 'menu' ? '@whole' : [],
    }, async ({ site, page }) => {
      if (isLongRun) test.setTimeout(300_000);
      await page.setViewportSize({ width: 360, height: 740 });
      // The host's own script arrives, but the remotes' scripts do not.
      await page.route(/\/_mf\/.*\.js(\?|$)/, () => {});
      for (const path of isLongRun ? PUBLIC_PATHS : ['/']) {
        const script = page.waitForResponse(/\/assets\/main\.[^/]*\.js$/);
        await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
        await (await script).finished();
        await open(page);
        for (const key of ['Tab', 'Shift+Tab']) {
          for (let press = 0; press < 30; press += 1) {
            await page.keyboard.press(key);
            const isInside = await page.evaluate(
              (panelSelector) => document.activeElement === document.body || document.querySelector(panelSelector)?.contains(document.activeElement) === true,
              selector,
            );
            expect(isInside, `${path}: ${key} ${press}`).toBe(true);
          }
        }
        await page.keyboard.press('Escape');
        await expect(page.locator(selector)).toBeHidden();
      }
    });
  }
});
