import { scanLooks } from '../support/axe.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff, uploadImage } from '../support/staff.ts';

test.describe('Media', () => {
  test.describe.configure({ timeout: 120_000 });
  // axe is injected into the page, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('NS-30 the library leads to a post that shows an image; no accessibility fault where one is chosen', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    await uploadImage(staff, { title: 'Drummers', alt: 'Four drummers under a mango tree' });
    const [image] = await staff.get('/media?q=drummers');
    await staff.post('/posts', { title: 'From the library', category: 'Schools', content: '<p>Text.</p>', imageId: image._id });
    await openAsStaff(page, contentSite, `/admin/media?image=${image._id}`);
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByRole('link', { name: 'From the library' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the library');
    await page.goto(`${contentSite.url}/admin/gallery`);
    await page.getByRole('list', { name: 'Images' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose an image' })).toBeVisible();
    expect(await scanLooks(page, 'choosing an image')).toEqual([]);
  });
});
