import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';
import { callApi, signIn, storeSession } from '../support/staff.ts';

const SCREENS = ['dashboard', 'posts', 'events', 'programs', 'gallery', 'applications', 'users', 'trash', 'profile'] as const;

const titles = (page: Page) => page.getByRole('rowheader');

test.describe('Lists of the staff area', () => {
  test('NS-07 an application is read, marked as handled and exported as CSV', { tag: '@whole' }, async ({ contentSite, context, page }) => {
    const application = {
      name: 'Ọmọlará Adébáyọ̀',
      email: 'omolara@example.com',
      phone: '+2348031234567',
      qualification: 'BSc',
      location: 'Lagos',
      skills: 'Talking, "listening"',
      interests: '@SUM(A1)',
      motivation: '=HYPERLINK("https://evil.example")\nand a second line',
    };
    await fetch(`${contentSite.url}/api/forms/volunteer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(application),
    });
    await storeSession(context, await signIn(contentSite));
    await page.goto(`${contentSite.url}/admin/dashboard`);
    await page.getByRole('link', { name: 'Read the new applications' }).click();
    await page.getByRole('link', { name: application.name }).click();

    await expect(page.getByRole('heading', { level: 1, name: application.name })).toBeVisible();
    await expect(page.getByRole('link', { name: application.email })).toHaveAttribute('href', `mailto:${application.email}`);
    await expect(page.getByRole('link', { name: application.phone })).toHaveAttribute('href', `tel:${application.phone}`);
    await expect(page.getByText('and a second line')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(page.getByRole('button', { name: 'Mark as new' })).toBeVisible();

    await page.getByRole('link', { name: 'All applications' }).click();
    await page.getByRole('button', { name: 'Handled', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('omolara');
    await expect(page).toHaveURL(/\?q=omolara&show=handled$/);
    await page.getByRole('checkbox', { name: `Select ${application.name}` }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('applications.csv');
    const bytes = await readFile(await file.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').slice(1).split('\r\n');
    expect(lines[0]).toBe(
      '"Received","Name","Email","Phone","Qualification","Location","Skills","Interests","Motivation","Read","Age","Guardian","Privacy notice","Stage","Assigned to","Kind","School","Role","Pupils","Preferred weeks","Message"',
    );
    expect(lines[1]).toContain(
      `"Ọmọlará Adébáyọ̀","omolara@example.com","'+2348031234567","BSc","Lagos","Talking, ""listening""","'@SUM(A1)","'=HYPERLINK(""https://evil.example"")\nand a second line",`,
    );
    expect(lines).toHaveLength(3);
  });

  test('NS-01 posts are deleted, restored and published with the keyboard only', async ({ contentSite, context, page }) => {
    const session = await signIn(contentSite);
    for (const title of ['Keyboard one', 'Keyboard two']) {
      await callApi(contentSite, session.token, 'POST', '/posts', { title, category: 'Schools', content: '<p>Words</p>', excerpt: 'Short' });
    }
    await storeSession(context, session);
    await page.goto(`${contentSite.url}/admin/posts`);
    await expect(titles(page).first()).toBeVisible();

    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('keyboard j');
    await expect(page.getByRole('heading', { name: 'No posts match' })).toBeVisible();
    for (let letter = 0; letter < 2; letter += 1) await page.keyboard.press('Backspace');
    await expect(titles(page)).toHaveText(['Keyboard two', 'Keyboard one']);
    await page.getByRole('button', { name: 'Title' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(titles(page)).toHaveText(['Keyboard one', 'Keyboard two']);

    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Keyboard one' })).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await expect(titles(page)).toHaveText(['Keyboard one']);
    await expect(page.getByRole('status').filter({ hasText: '1 post deleted' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(titles(page)).toHaveText(['Keyboard one', 'Keyboard two']);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

    await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 posts published')).toBeVisible();
    await expect.poll(async () => (await fetch(`${contentSite.url}/news`)).text()).toContain('Keyboard one');
  });

  test('pressing ? lists the keyboard shortcuts, which can be disabled permanently', { tag: '@whole' }, async ({ site, context, page }) => {
    await storeSession(context, await signIn(site));
    await page.goto(`${site.url}/admin/dashboard`);
    await expect(page.getByRole('list', { name: 'Counts' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('?');
    await expect(page.getByRole('searchbox', { name: 'Search' })).not.toBeFocused();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeChecked();
  });

  test('GEN-12 STAFF-24 every screen fits a 360 px phone with the navigation at the bottom, and its title does not shift at 1280 px', {
    tag: '@whole',
  }, async ({ site, context, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await storeSession(context, await signIn(site));
    const tooWideScreens: string[] = [];
    const places = new Set<string>();
    for (const screen of SCREENS) {
      await page.goto(`${site.url}/admin/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) tooWideScreens.push(screen);
      await page.setViewportSize({ width: 1280, height: 800 });
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      places.add(`${title?.x}, ${title?.y}`);
      await page.setViewportSize({ width: 360, height: 740 });
    }
    expect(tooWideScreens).toEqual([]);
    expect([...places], 'places of the titles at 1280 px').toHaveLength(1);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('navigation', { name: 'Staff area' }).getByRole('link', { name: 'Applications' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'View site' })).toBeHidden();
  });
});
