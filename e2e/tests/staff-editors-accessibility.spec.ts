import { scanDisplayModes } from '../support/axe.ts';
import { visitEditors } from '../support/editor-states.ts';
import { getDisplayModes } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Editors', { tag: '@whole' }, () => {
  test.describe.configure({ timeout: 120_000 });
  // The page's Content-Security-Policy would block axe, which the test injects into the page.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('STAFF-23 axe finds no violation in the editors and their dialogs, in any display mode', async ({ contentSite, page }) => {
    const problems: string[] = [];
    let scanCount = 0;
    const scan = async (name: string): Promise<void> => void problems.push(...(await scanDisplayModes(page, name, getDisplayModes(scanCount++))));
    await visitEditors(page, contentSite, scan);
    expect(problems).toEqual([]);
  });
});
