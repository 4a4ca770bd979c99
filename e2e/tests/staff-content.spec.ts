import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, inviteColleague, openAsStaff } from '../support/staff.ts';

const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const publish = async (page: Page): Promise<void> => {
  await press(page, 'Publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
};
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });

const expectStatus = (page: Page, url: string, status: number) =>
  expect.poll(async () => (await page.request.get(url)).status(), { intervals: [200] }).toBe(status);

const deleteAndUndo = async (page: Page, kindName: string): Promise<void> => {
  await press(page, 'Delete');
  await page
    .getByRole('dialog', { name: `Delete this ${kindName}?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`Edit ${kindName}`);
};

test.describe('Staff content', { tag: '@whole' }, () => {
  test.describe.configure({ timeout: 90_000 });

  test('GEN-12 API-07 a post is written, published, read, changed, unpublished, deleted and restored', async ({ contentSite, page, browser }) => {
    await openAsStaff(page, contentSite, '/admin/posts/new');
    await page.getByLabel('Title', { exact: true }).fill('Ọjọ́ ìrètí: a day of hope');
    await page.getByLabel('Excerpt').fill('What we saw in Ilé-Ifẹ̀.');
    await page.getByLabel('Category').fill('Schools');
    await page.getByRole('combobox', { name: 'Tags' }).fill('hope, schools,');
    await content(page).fill('We came, and they asked.');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await expect(page).toHaveURL(/\/admin\/posts\/[0-9a-f]{24}$/);
    await expect(page.getByLabel('Slug')).toHaveValue('ojo-ireti-a-day-of-hope');
    await expectStatus(page, `${contentSite.url}/news/ojo-ireti-a-day-of-hope`, 404);

    await publish(page);
    await expect(page.getByRole('region', { name: 'Published' }).getByRole('link', { name: 'View on the site' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
    // Another profile: a visitor without the editor's session.
    const visitor = await (await browser.newContext()).newPage();
    await expectStatus(page, `${contentSite.url}/news/ojo-ireti-a-day-of-hope`, 200);
    await visitor.goto(`${contentSite.url}/news/ojo-ireti-a-day-of-hope`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ọjọ́ ìrètí: a day of hope');
    await expect(visitor.getByText('We came, and they asked.')).toBeVisible();

    await page.getByLabel('Title', { exact: true }).fill('A day of hope');
    await expect(saveState(page)).toHaveText('Saved on this device only, not public yet');
    await page.keyboard.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await expect(page.getByLabel('Slug')).toHaveValue('ojo-ireti-a-day-of-hope');
    await expect
      .poll(async () => (await visitor.goto(`${contentSite.url}/news/ojo-ireti-a-day-of-hope`)) && visitor.getByRole('heading', { level: 1 }).textContent())
      .toBe('A day of hope');

    await press(page, 'Unpublish');
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
    await expectStatus(page, `${contentSite.url}/news/ojo-ireti-a-day-of-hope`, 404);

    await deleteAndUndo(page, 'post');
    await expect(page.getByRole('link', { name: 'A day of hope' })).toHaveCount(0);
    await press(page, 'Undo');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A day of hope');
    await expect(content(page)).toHaveText('We came, and they asked.');
  });

  test('GEN-12 API-09 an event is written, published, read, changed, unpublished, deleted and restored', async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/events/new');
    await page.getByLabel('Title', { exact: true }).fill('Xpression Night');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await expect(page).toHaveURL(/\/admin\/events\/[0-9a-f]{24}$/);
    const url = `${contentSite.url}/events/${page.url().split('/').at(-1)}`;
    await press(page, 'Publish');
    await expect(page.getByRole('alert').getByRole('link', { name: 'Enter a location' })).toBeVisible();
    await page.getByLabel('Date', { exact: true }).fill('2030-12-12');
    await page.getByLabel('Time', { exact: true }).fill('16:00');
    await page.getByLabel('Location').fill('Yaba, Lagos');
    // STAFF-01: this shortcut is easily confused with the one for a new line, so it only opens the confirmation before publishing.
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: 'Publish this event' }).getByRole('button', { name: 'Publish' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
    await expectStatus(page, url, 200);
    expect(await (await page.request.get(url)).text()).toContain('Yaba, Lagos');

    await page.getByLabel('Location').fill('Ikeja, Lagos');
    await press(page, 'Save');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await expect.poll(async () => (await page.request.get(url)).text()).toContain('Ikeja, Lagos');

    await press(page, 'Unpublish');
    await expectStatus(page, url, 404);
    await deleteAndUndo(page, 'event');
    await press(page, 'Undo');
    await expect(page.getByLabel('Location')).toHaveValue('Ikeja, Lagos');
  });

  test('GEN-12 NS-06 a program is written, read, changed, deleted and restored', async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/programs/new');
    await page.getByLabel('Title', { exact: true }).fill('Listening Club');
    await content(page).fill('We listen on Fridays.');
    await expect(page.getByLabel('Slug')).toHaveValue('listening-club');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    const url = `${contentSite.url}/programs/listening-club`;
    await expectStatus(page, url, 404);
    await publish(page);
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
    await expectStatus(page, url, 200);

    await content(page).fill('We listen on Mondays.');
    await press(page, 'Save');
    await expect.poll(async () => (await page.request.get(url)).text()).toContain('We listen on Mondays.');
    await deleteAndUndo(page, 'program');
    await expectStatus(page, url, 404);
    await press(page, 'Undo');
    await expect(content(page)).toHaveText('We listen on Mondays.');
    await expectStatus(page, url, 200);
  });

  test('ROLE-02 NS-08 a contributor submits a draft, and an editor publishes it', async ({ contentSite, page, browser }) => {
    const contributor = await inviteColleague(contentSite, 'contributor');
    // Another profile: a contributor, who is signed in at the same time as the editor.
    const writer = await (await browser.newContext()).newPage();
    await openAsStaff(writer, contentSite, '/admin/posts/new', contributor);
    await writer.getByLabel('Title', { exact: true }).fill('From a new hand');
    await writer.getByLabel('Category').fill('Schools');
    await content(writer).fill('My first post.');
    await expect(saveState(writer)).toHaveText(/^Saved \d/);
    await expect(writer.getByRole('button', { name: 'Save draft' })).toBeVisible();
    await expect(writer.getByRole('button', { name: 'Publish' })).toHaveCount(0);
    await expect(writer.getByRole('group', { name: 'Status' })).toHaveCount(0);
    // For an editor, the shortcut opens the confirmation before publishing. For a contributor, it must not.
    await writer.keyboard.press('Control+Enter');
    await expectStatus(writer, `${contentSite.url}/news/from-a-new-hand`, 404);
    await expect(writer.getByRole('dialog', { name: /Publish/ })).toHaveCount(0);
    await expect(content(writer)).toHaveText('My first post.');

    const editor = await inviteColleague(contentSite, 'editor');
    await openAsStaff(page, contentSite, new URL(writer.url()).pathname, editor);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From a new hand');
    await publish(page);
    await expectStatus(page, `${contentSite.url}/news/from-a-new-hand`, 200);

    await writer.reload();
    await expect(writer.getByRole('button', { name: 'Unpublish' })).toHaveCount(0);
    await expect(writer.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  });

  test('NS-05 a scheduled post is published automatically', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'Later today', category: 'Schools', content: '<p>Soon.</p>' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await press(page, 'Publish');
    const step = page.getByRole('dialog', { name: 'Publish this post' });
    await step.getByRole('radio', { name: 'Schedule' }).check();
    await step.getByRole('button', { name: 'Schedule' }).click();
    await expect(step.getByText('Choose a date and time in the future')).toBeVisible();
    await step.getByLabel('Date', { exact: true }).fill('2030-01-31');
    await step.getByLabel('Time', { exact: true }).fill('08:00');
    await step.getByRole('button', { name: 'Schedule' }).click();
    await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible();
    expect(await staff.get(`/posts/${post._id}`)).toMatchObject({ status: 'scheduled', publishedAt: '2030-01-31T07:00:00.000Z' });
    await expectStatus(page, `${contentSite.url}/news/later-today`, 404);

    // Reschedule the post to the near future. The provider's scheduler publishes it within seconds.
    await staff.put(`/posts/${post._id}`, { status: 'scheduled', publishedAt: new Date(Date.now() + 1500).toISOString() });
    await expect.poll(async () => (await page.request.get(`${contentSite.url}/news/later-today`)).status(), { timeout: 25_000 }).toBe(200);

    // The scheduler also unpublishes the post, within two seconds of its end time.
    const end = Date.now() + 1500;
    await staff.put(`/posts/${post._id}`, { unpublishAt: new Date(end).toISOString() });
    await expect.poll(async () => (await page.request.get(`${contentSite.url}/news/later-today`)).status(), { timeout: 25_000, intervals: [100] }).toBe(404);
    test.info().annotations.push({ type: 'off the site after', description: `${Date.now() - end} ms` });
    expect(await staff.get(`/posts/${post._id}`)).toMatchObject({ status: 'archived' });
  });

  test('STAFF-22 exports all content as a ZIP without changing it, and rejects a file that is not an export', async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/transfer');
    const download = page.waitForEvent('download');
    await press(page, 'Export');
    const zip = await download;
    expect(zip.suggestedFilename()).toMatch(/^content-\d{4}-\d{2}-\d{2}\.zip$/);
    const file = page.locator('input[type="file"]');
    await file.setInputFiles(await zip.path());
    await page.getByRole('radio', { name: /^Keep the status from the file/ }).check();
    await press(page, 'Check the file');
    await expect(page.getByText('There is nothing to import: everything in the file is already here.')).toBeVisible({ timeout: 30_000 });

    await file.setInputFiles({ name: 'half.zip', mimeType: 'application/zip', buffer: (await readFile(await zip.path())).subarray(0, 5000) });
    await press(page, 'Check the file');
    await expect(page.getByRole('alert')).toHaveText('This is not a ZIP file, or it is incomplete.');
  });
});
