import { scanLooks } from '../support/axe.ts';
import { getLooks } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';
import { type StaffSession, signIn, storeSession } from '../support/staff.ts';
import { prepareScreens, SCREEN_STATES } from '../support/staff-screens.ts';

test.describe('Accessibility of the staff area', () => {
  test.describe.configure({ mode: 'parallel' });
  // axe is injected into the page, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  let session: StaffSession;
  test.beforeAll(async ({ contentSite }) => {
    session = await signIn(contentSite);
    await prepareScreens(contentSite, session);
  });

  for (const [index, { name, path, open }] of SCREEN_STATES.entries()) {
    test(`STAFF-23 no axe violation in any look: ${name}`, async ({ contentSite, context, page }) => {
      await storeSession(context, session);
      await page.goto(`${contentSite.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await open?.(page);
      expect(await scanLooks(page, name, getLooks(index))).toEqual([]);
    });
  }
});
