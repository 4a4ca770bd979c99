import sharp from 'sharp';
import { scanDisplayModes } from '../support/axe.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff, uploadImage } from '../support/staff.ts';

test.describe('Media', { tag: '@whole' }, () => {
  test.describe.configure({ timeout: 120_000 });
  // The page's Content-Security-Policy would block axe, which the test injects into the page.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('NS-30 NS-33 the media library links to posts that show an image, stores and deletes uploads, and is accessible', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    await uploadImage(staff, { title: 'Drummers', alt: 'Four drummers under a mango tree' });
    const [image] = await staff.get('/media?q=drummers');
    await staff.post('/posts', { title: 'From the library', category: 'Schools', content: '<p>Text.</p>', imageId: image._id });
    await openAsStaff(page, contentSite, `/admin/media?image=${image._id}`);
    const dialog = page.getByRole('dialog', { name: 'Photo' });
    await dialog.getByRole('link', { name: 'From the library' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the library');
    await page.goto(`${contentSite.url}/admin/gallery`);
    await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Choose from the media library' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a photo' })).toBeVisible();
    expect(await scanDisplayModes(page, 'choosing an image')).toEqual([]);

    await page.goto(`${contentSite.url}/admin/media`);
    const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await page.locator('input[name=images]').setInputFiles(['One.jpg', 'Two.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
    await page.getByLabel('Alt text').first().fill('For later');
    await page.getByRole('button', { name: 'Upload 2 photos' }).click();
    await expect(page.getByText('2 photos uploaded', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select For later' }).check();
    await page.getByRole('checkbox', { name: 'Select Four drummers' }).check();
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 1 photo?' });
    await question.getByRole('button', { name: 'Delete 1 photo' }).click();
    await expect(page.getByRole('region', { name: '1 photo deleted. 1 photo not deleted' })).toContainText('Used in 2 places');
    await page.getByRole('checkbox', { name: 'Select Four drummers' }).check();
    expect(await scanDisplayModes(page, 'uploaded, deleted and selected images')).toEqual([]);
  });
});
