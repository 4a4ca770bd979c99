import type { Page } from '@playwright/test';
import { scanDisplayModes } from '../support/axe.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, inviteColleague, openAsStaff } from '../support/staff.ts';

const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const getStatus = async (page: Page, url: string): Promise<number> => (await page.request.get(url)).status();

test.describe('From a draft to the site', { tag: '@whole' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.use({ bypassCSP: true });

  test('STAFF-10 STAFF-11 a contributor requests a review, an editor returns, approves and publishes the draft, and an outside reviewer opens it', async ({
    contentSite,
    page: writer,
    browser,
  }) => {
    const url = `${contentSite.url}/news/what-the-hub-heard`;
    await openAsStaff(writer, contentSite, '/admin/posts/new', await inviteColleague(contentSite, 'contributor', 'Amina Bello'));
    await writer.getByLabel('Title', { exact: true }).fill('What the hub heard');
    await writer.getByLabel('Category').fill('Schools');
    await content(writer).fill('Sixty questions in one afternoon.');
    await expect(saveState(writer)).toHaveText(/^Saved \d/);
    await press(writer, 'Submit for review');
    await expect(writer.getByText('Amina Bello requested a review')).toBeVisible();

    // Another profile: the editor who reviews the draft.
    const editor = await (await browser.newContext()).newPage();
    await openAsStaff(editor, contentSite, '/admin/dashboard', await inviteColleague(contentSite, 'editor', 'Ngozi Okafor'));
    await editor.getByRole('link', { name: 'Review: “What the hub heard” is waiting for review' }).click();
    await editor.getByLabel('Comment').fill('Which hub?');
    await press(editor, 'Request changes');
    await expect(editor.getByText('Ngozi Okafor requested changes')).toBeVisible();

    await writer.reload();
    await expect(writer.getByRole('list', { name: 'Comments' })).toContainText('Which hub?');
    await content(writer).fill('Sixty questions in one afternoon, at Yaba.');
    await expect(saveState(writer)).toHaveText(/^Saved \d/);
    await press(writer, 'Submit for review');
    await writer.getByText('Share a preview link').click();
    await press(writer, 'Create link');
    const link = await writer.getByRole('textbox', { name: 'Review link' }).inputValue();
    expect(await scanDisplayModes(writer, 'review')).toEqual([]);

    // Another profile: a reviewer who is not a staff member.
    const reader = await (await browser.newContext()).newPage();
    await reader.goto(link);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('What the hub heard');
    await expect(reader.getByText('Sixty questions in one afternoon, at Yaba.')).toBeVisible();
    await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(await getStatus(reader, url)).toBe(404);
    await writer.getByRole('button', { name: /^Revoke the link/ }).click();
    await expect(writer.getByRole('textbox', { name: 'Review link' })).toHaveCount(0);
    await reader.reload();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid');

    const staff = await createStaffClient(contentSite);
    const program = await staff.post('/programs', { title: 'What the hub teaches', content: '<p>Nine weeks.</p>', status: 'draft' });
    const programLink = await staff.post(`/reviews/program/${program._id}/links`, { days: 1 });
    const shell = await reader.goto(`${contentSite.url}${programLink.path}`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('What the hub teaches');
    await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(await shell?.text()).not.toContain('What the hub teaches');
    expect(await shell?.allHeaders()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin-when-cross-origin' });

    await editor.reload();
    await press(editor, 'Approve');
    await expect(editor.getByText('Ngozi Okafor approved it')).toBeVisible();
    await content(editor).focus();
    await editor.keyboard.press('Control+Enter');
    const step = editor.getByRole('dialog', { name: 'Publish this post' });
    await expect(step.getByText('all links work')).toBeVisible();
    expect(await scanDisplayModes(editor, 'publish step')).toEqual([]);
    await editor.keyboard.press('Enter');
    await expect(editor.getByRole('region', { name: 'Published' }).getByRole('link', { name: /WhatsApp/ })).toBeVisible();
    expect(await scanDisplayModes(editor, 'published')).toEqual([]);
    await expect.poll(() => getStatus(editor, url)).toBe(200);

    await writer.reload();
    await expect(writer.getByText('This post is published. You can read it; editors can change it.')).toBeVisible();
    await expect(writer.getByLabel('Title', { exact: true })).toHaveCount(0);
    expect(await scanDisplayModes(writer, 'read only')).toEqual([]);
  });

  test('two editors in one document see each other, and one takes over', async ({ contentSite, page: first, browser }) => {
    const staff = await createStaffClient(contentSite);
    const { _id: id } = await staff.post('/posts', { title: 'Two at once', category: 'Schools', content: '<p>Words.</p>' });
    const path = `/admin/posts/${id}`;
    await openAsStaff(first, contentSite, path, await inviteColleague(contentSite, 'editor', 'Ngozi Okafor'));
    await expect(first.getByLabel('Title', { exact: true })).toBeVisible();
    // Another profile: a second editor.
    const second = await (await browser.newContext()).newPage();
    await openAsStaff(second, contentSite, path, await inviteColleague(contentSite, 'editor', 'Chidi Nwosu'));
    await expect(second.getByRole('status', { name: 'Who else is here' })).toContainText('Ngozi Okafor');
    await first.getByLabel('Excerpt').fill('Typed by the first.');
    await press(second, 'Take over');
    // The first editor's next poll runs immediately when the tab becomes visible again.
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(first.getByText('Chidi Nwosu has taken over editing.')).toBeVisible();
    await expect(first.getByText('Typed by the first.')).toBeVisible();
    await expect(first.getByLabel('Excerpt')).toHaveCount(0);

    await press(second, 'Let others edit');
    await expect(second.getByRole('button', { name: 'Take over' })).toBeVisible();
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(first.getByLabel('Excerpt')).toHaveValue('Typed by the first.');
  });
});
