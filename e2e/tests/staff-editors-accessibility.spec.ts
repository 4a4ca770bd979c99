import { scanLooks } from '../support/axe.ts';
import { getLooks } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff } from '../support/staff.ts';

test.describe('Editors', () => {
  test.describe.configure({ timeout: 120_000 });
  // axe is injected into the page, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('STAFF-23 no axe violation in any editor and its dialogs, in any look', async ({ contentSite, page }) => {
    const found: string[] = [];
    let scanned = 0;
    const scan = async (name: string): Promise<void> => void found.push(...(await scanLooks(page, name, getLooks(scanned++))));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', {
      title: 'Looked at closely',
      category: 'Schools',
      content:
        '<h2>Here</h2><p>Words</p><blockquote><p>Said</p></blockquote><ul><li>one</li></ul><table><tbody><tr><td>cell</td></tr></tbody></table><iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></iframe>',
    });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    const content = page.getByRole('textbox', { name: 'Content' });
    await expect(content).toBeVisible();
    await scan('post');
    await button('Link').click();
    await button('Add link').click();
    await scan('link dialog');
    await page.keyboard.press('Escape');
    await content.locator('td').click();
    await button('Table caption').click();
    await scan('table and its caption');
    await page.keyboard.press('Escape');
    await button('Go to anything').click();
    await expect(page.getByRole('option', { name: 'New post' })).toBeVisible();
    await scan('command palette');
    await page.keyboard.press('Escape');
    await content.getByText('Words').click();
    await button('Image').click();
    await button('Add image').click();
    await scan('image dialog');
    await page.keyboard.press('Escape');
    await button('Publish').click();
    await page.getByRole('radio', { name: 'Schedule' }).check();
    await button('Schedule').click();
    await scan('publish step');
    await page.keyboard.press('Escape');
    await page.getByLabel('Title', { exact: true }).fill('');
    await button('Publish').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await scan('errors');
    await page.getByLabel('Title', { exact: true }).fill('Looked at closely');
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText(/^Saved /);
    await button('Delete').click();
    await scan('delete dialog');
    await page.keyboard.press('Escape');
    await staff.put(`/posts/${post._id}`, { content: '<p>Changed meanwhile.</p>' });
    await content.fill('Mine.');
    await expect(page.getByRole('dialog')).toBeVisible();
    await scan('conflict dialog');
    await page.reload();
    await expect(button('Restore')).toBeVisible();
    await scan('unsaved work');

    await page.goto(`${contentSite.url}/admin/events/new`);
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await scan('event');
    await page.goto(`${contentSite.url}/admin/programs/navigate`);
    await expect(content).toBeVisible();
    await scan('program');
    expect(found).toEqual([]);
  });
});
