import { expect, type Page } from '@playwright/test';
import type { Site } from './site-test.ts';
import { createStaffClient, openAsStaff } from './staff.ts';

export const visitEditors = async (page: Page, site: Pick<Site, 'url'>, check: (state: string) => Promise<void>): Promise<void> => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const staff = await createStaffClient(site);
  const post = await staff.post('/posts', {
    title: 'Looked at closely',
    category: 'Schools',
    content:
      '<h2>Here</h2><p>Words</p><blockquote><p>Said</p></blockquote><ul><li>one</li></ul><table><tbody><tr><th>head</th></tr><tr><td>cell</td></tr></tbody></table><iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></iframe>',
  });
  await openAsStaff(page, site, `/admin/posts/${post._id}`);
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toBeVisible();
  await check('post');
  await button('Link').click();
  await button('Add link').click();
  await check('link dialog');
  await page.keyboard.press('Escape');
  await content.locator('td').click();
  await button('Table caption').click();
  await check('table and its caption');
  await page.keyboard.press('Escape');
  await button('Search or jump to…').click();
  await expect(page.getByRole('option', { name: 'New post' })).toBeVisible();
  await check('command palette');
  await page.keyboard.press('Escape');
  await content.getByText('Words').click();
  await button('Photo').click();
  await button('Add photo').click();
  await check('image dialog');
  await page.keyboard.press('Escape');
  await button('Publish').click();
  await page.getByRole('radio', { name: 'Schedule' }).check();
  await button('Schedule').click();
  await check('publish step');
  await page.keyboard.press('Escape');
  await page.getByLabel('Title', { exact: true }).fill('');
  await button('Publish').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await check('errors');
  await page.getByLabel('Title', { exact: true }).fill('Looked at closely');
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText(/^Saved \d/);
  await button('Delete').click();
  await check('delete dialog');
  await page.keyboard.press('Escape');
  await staff.put(`/posts/${post._id}`, { content: '<p>Changed meanwhile.</p>' });
  await content.fill('Mine.');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('conflict dialog');
  await page.reload();
  await expect(button('Restore')).toBeVisible();
  await check('unsaved work');

  await page.goto(`${site.url}/admin/events/new`);
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  await check('event');
  await page.goto(`${site.url}/admin/programs/navigate`);
  await expect(content).toBeVisible();
  await check('program');
};
