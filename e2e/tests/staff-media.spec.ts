import { scanLooks } from '../support/axe.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff, uploadImage } from '../support/staff.ts';

test.describe('Media', () => {
  test.describe.configure({ timeout: 120_000 });
  // axe is injected into the page, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('NS-30 a post gets an image of the library by keyboard, and the library leads back to it', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    await uploadImage(staff, { title: 'Drummers', alt: 'Four drummers under a mango tree' });
    const [image] = await staff.get('/media?q=drummers');
    const post = await staff.post('/posts', { title: 'From the library', excerpt: 'E', category: 'Schools', content: '<p>Text.</p>' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);

    await page.getByRole('button', { name: 'Choose from the library' }).focus();
    await page.keyboard.press('Enter');
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await expect(picker.getByLabel('Search')).toBeFocused();
    await page.keyboard.type('four drummers');
    await expect(picker.getByRole('list').getByRole('button')).toHaveText([/Four drummers under a mango tree/]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(picker).toBeHidden();
    await expect(page.getByLabel('Alt text')).toHaveValue('Four drummers under a mango tree');
    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();

    await page.goto(`${contentSite.url}/admin/media?image=${image._id}`);
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByRole('link', { name: 'From the library' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the library');
    expect((await staff.get(`/posts/${post._id}`)).featuredImage).toContain(image._id);
    await page.goto(`${contentSite.url}/admin/gallery`);
    await page.getByRole('list', { name: 'Images' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await expect(picker).toBeVisible();
    expect(await scanLooks(page, 'choosing an image')).toEqual([]);
  });
});
