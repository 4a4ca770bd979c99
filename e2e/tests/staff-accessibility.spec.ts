import type { BrowserContext } from '@playwright/test';
import { scanDisplayModes } from '../support/axe.ts';
import { getDisplayModes } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';
import { signIn, storeSession } from '../support/staff.ts';
import { prepareScreens, SCREEN_STATES } from '../support/staff-screens.ts';

/**
 * Screens that every run checks: cards and a chart on a phone, and a table with its filters in a wide window. The other screens are built from the same
 * components.
 */
const ALWAYS_CHECKED: readonly string[] = ['dashboard', 'posts'];

test.describe('Accessibility of the staff area', () => {
  test.describe.configure({ mode: 'parallel' });

  /** One profile for all screens, so that their code is cached. Each state has its own tab and session. */
  let context: BrowserContext;
  test.beforeAll(async ({ contentSite, browser }) => {
    const session = await signIn(contentSite);
    await prepareScreens(contentSite, session);
    // Another profile: the staff member who opens all screens.
    context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
    await storeSession(context, session);
  });
  // `context` is undefined if its setup failed.
  test.afterEach(() => Promise.all(context?.pages().map((page) => page.close()) ?? []));
  test.afterAll(() => context?.close());

  for (const [index, { name, path, open }] of SCREEN_STATES.entries()) {
    test(`STAFF-23 axe finds no violation in any display mode: ${name}`, { tag: ALWAYS_CHECKED.includes(name) ? [] : '@whole' }, async ({ contentSite }) => {
      const page = await context.newPage();
      await page.goto(`${contentSite.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await open?.(page);
      expect(await scanDisplayModes(page, name, getDisplayModes(index))).toEqual([]);
    });
  }
});
