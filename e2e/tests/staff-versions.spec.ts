import type { Page } from '@playwright/test';
import { scanDisplayModes } from '../support/axe.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff } from '../support/staff.ts';

const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });

const createPost = async (site: { readonly url: string }, title: string) => {
  const staff = await createStaffClient(site);
  const post = await staff.post('/posts', { title, excerpt: 'E', category: 'Schools', content: '<p>We came, and they asked.</p>', status: 'published' });
  return { staff, id: String(post._id) };
};

test.describe('Versions', () => {
  test.describe.configure({ timeout: 90_000 });
  test.use({ bypassCSP: true });

  test('STAFF-06 NS-20 NS-21 a post is written, published and corrected, and a version is restored in two clicks', async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/posts/new');
    await page.getByLabel('Title', { exact: true }).fill('A walk against drugs');
    await page.getByLabel('Excerpt').fill('What we saw.');
    await page.getByLabel('Category').fill('Schools');
    await content(page).fill('We came, and they asked.');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await press(page, 'Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
    await content(page).fill('We came, and nobody asked.');
    await page.keyboard.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);

    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of “A walk against drugs”');
    await expect(page.locator('del')).toHaveText('they');
    await expect(page.locator('ins')).toHaveText('nobody');
    await expect(page.getByText('Published by').first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Restore as draft/ })
      .first()
      .click();

    await expect(content(page)).toHaveText('We came, and they asked.');
    await expect(saveState(page)).toHaveText('Saved as your draft, not public yet');
    const staff = await createStaffClient(contentSite);
    const id = page.url().split('/').at(-1);
    expect((await staff.get(`/posts/${id}`)).content).toBe('<p>We came, and nobody asked.</p>');
    await press(page, 'Save');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect((await staff.get(`/posts/${id}`)).content).toBe('<p>We came, and they asked.</p>');
    await expect.poll(() => staff.get(`/drafts/post/${id}`)).toBeNull();
  });

  test('NS-22 an edit to a published post can be continued in another browser', { tag: '@whole' }, async ({ contentSite, page, browser }) => {
    const { staff, id } = await createPost(contentSite, 'Begun on the phone');
    await openAsStaff(page, contentSite, `/admin/posts/${id}`);
    await page.getByLabel('Title', { exact: true }).fill('Begun on the phone, in a bus');
    await expect(saveState(page)).toHaveText('Saved as your draft, not public yet');
    expect((await staff.get(`/posts/${id}`)).title).toBe('Begun on the phone');

    // Another profile: the same editor on another computer.
    const otherDevice = await (await browser.newContext()).newPage();
    await openAsStaff(otherDevice, contentSite, `/admin/posts/${id}`);
    await expect(otherDevice.getByLabel('Title', { exact: true })).toHaveValue('Begun on the phone, in a bus');
    await otherDevice.getByLabel('Excerpt').fill('Finished at the desk.');
    await otherDevice.keyboard.press('Control+s');
    await expect(saveState(otherDevice)).toHaveText(/^Saved \d/);
    expect(await staff.get(`/posts/${id}`)).toMatchObject({ title: 'Begun on the phone, in a bus', excerpt: 'Finished at the desk.' });
    await expect.poll(() => staff.get(`/drafts/post/${id}`)).toBeNull();
  });

  test('A11Y-04 axe finds no violation in the history, in two themes and three widths', { tag: '@whole' }, async ({ contentSite, page }) => {
    const { staff, id } = await createPost(contentSite, 'Looked at');
    await staff.put(`/posts/${id}`, { title: 'Looked at twice', content: '<p>We went.</p>' });
    await openAsStaff(page, contentSite, `/admin/posts/${id}/history`);
    await expect(page.locator('ins').first()).toBeVisible();
    expect(await scanDisplayModes(page, 'history')).toEqual([]);
  });
});
