import type { Page } from '@playwright/test';
import { AUDITED_PAGES } from '../support/audited-pages.ts';
import { findAxeViolations, finishTransitions } from '../support/axe.ts';
import { findCoveredByHelp } from '../support/page-checks/help-cover.ts';
import { findFaintIcons } from '../support/page-checks/icon-contrast.ts';
import { findClippedText, findReflowFaults } from '../support/page-checks/reflow.ts';
import { findSmallTargets } from '../support/page-checks/small-targets.ts';
import { findTabFaults } from '../support/page-checks/tab-order.ts';
import { getHelpControl, loadFooterSettings, openAndHydrate } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';

const THEMES = ['light', 'dark'] as const;

/** Replaces the placeholders in event paths, because event ids are generated. */
const resolve = async (path: string, { url }: Site): Promise<string> => {
  const [, position] = /^\/events\/(first|last)$/.exec(path) ?? [];
  if (position === undefined) return path;
  const { data }: { data: readonly { readonly _id: string }[] } = await (await fetch(`${url}/api/events`)).json();
  return `/events/${data.at(position === 'first' ? 0 : -1)?._id}`;
};

/** Records a failed check under its name, and continues with the next check. */
const check = (name: string, find: () => Promise<readonly string[]>): Promise<void> => test.step(name, async () => expect.soft(await find(), name).toEqual([]));

const changeTheme = async (page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await finishTransitions(page);
};

test.describe('Page audit', () => {
  test.describe.configure({ mode: 'parallel' });

  for (const { path, width, colorScheme, closingCall, isRepeated } of AUDITED_PAGES) {
    test(`ROUTE-19 ROUTE-20 SHELL-10 NS-02 NS-03 HOME-21 WHAT-05 DON-06 X-13 CONF-04 the audit of ${path}, opened ${colorScheme}, ${width} px wide`, {
      tag: isRepeated ? '@whole' : [],
    }, async ({ site, page, consoleErrors }) => {
      const staffFiles: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/_mf/auth-admin/')) staffFiles.push(request.url());
      });
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await openAndHydrate(page, `${site.url}${await resolve(path, site)}`);
      await expect(page.locator('html[data-whole]')).toBeAttached();
      // An area rendered in the browser appears after the shell and would move the focused element.
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();

      await test.step('frame', async () => {
        for (const landmark of ['banner', 'main', 'contentinfo'] as const) await expect.soft(page.getByRole(landmark)).toHaveCount(1);
        await expect.soft(page.getByRole('navigation', { name: 'Main' }).first()).toBeAttached();
        await expect.soft(page).toHaveTitle(/\S/);
        await expect.soft(page.getByRole('heading', { name: 'Stand beside one young person' })).toHaveCount(closingCall ? 1 : 0);
        await expect.soft(getHelpControl(page)).toBeAttached();
        await expect.soft(page.locator('canvas'), 'confetti').toHaveCount(path === '/donation-success' ? 1 : 0);
      });
      await check('no text is clipped', () => findClippedText(page));

      // The following checks need a page without animations.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await check('Tab', () => findTabFaults(page));
      await test.step('settings of the footer', () => loadFooterSettings(page));
      await check('the help button covers nothing', () => findCoveredByHelp(page));
      await check('axe', () => findAxeViolations(page));
      await check(`icons, ${colorScheme}`, () => findFaintIcons(page));
      for (const other of THEMES.filter((theme) => theme !== colorScheme)) {
        await changeTheme(page, other);
        await check(`axe, ${other}`, () => findAxeViolations(page, 'colours'));
        await check(`icons, ${other}`, () => findFaintIcons(page));
      }
      await page.setViewportSize({ width: 360, height: 740 });
      await check('targets', () => findSmallTargets(page));
      await check('reflow', () => findReflowFaults(page));

      // The browser reports the page's own 404 as a failed request.
      expect.soft(consoleErrors.filter((line) => !(path === '/nope' && line.includes('404')))).toEqual([]);
      if (path !== '/login') expect.soft(staffFiles, 'files of the staff area').toEqual([]);
    });
  }
});
