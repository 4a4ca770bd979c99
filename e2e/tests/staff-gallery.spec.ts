import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { scanDisplayModes } from '../support/axe.ts';
import { getWidths, isLongRun } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, inviteColleague, openAsStaff } from '../support/staff.ts';

interface FilePayload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const createImageFile = async (name: string, shade = 0, width = 320): Promise<FilePayload> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height: 240, channels: 3, background: { r: 40 + ((shade * 10) % 200), g: 90, b: 200 - ((shade * 8) % 200) } } })
    .jpeg()
    .toBuffer(),
});
const createImageFiles = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => createImageFile(`Day ${index + 1}.jpg`, index)));

const readSentWidth = async (request: Request): Promise<number | undefined> => {
  const form = request.postDataBuffer();
  return form === null ? undefined : (await sharp(form.subarray(form.indexOf('ffd8ff', 0, 'hex'))).metadata()).width;
};

/** Chromium cannot decode HEIC itself. */
const phonePhoto: FilePayload = {
  name: 'From a phone.HEIC',
  mimeType: '',
  buffer: readFileSync(join(import.meta.dirname, '../support/files/two-colours.heic')),
};

const chooseFiles = (page: Page, files: readonly FilePayload[]) => page.getByLabel('Upload photos').setInputFiles([...files]);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const pressWithKeyboard = async (page: Page, name: string) => {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
};
const imageLinks = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('link');
const getAlbumId = (page: Page): string => new URL(page.url()).searchParams.get('album') ?? '';

test.describe('Staff gallery', () => {
  test.describe.configure({ timeout: 90_000 });

  test('GEN-12 API-10 API-11 API-12 API-13 API-14 API-15 twenty images are uploaded to a new album, shown, ordered, moved, deleted and restored', {
    tag: '@whole',
  }, async ({ ownSite, page, browser }) => {
    await openAsStaff(page, ownSite, '/admin/gallery');
    await button(page, 'New album').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Open day');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Open day 0 photos' })).toBeVisible();

    const tooSmallImage = {
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    };
    await chooseFiles(page, [...(await createImageFiles(20)), tooSmallImage, { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }]);
    await expect(page.getByRole('heading', { name: 'Upload photos' })).toBeFocused();
    await expect(page.getByText('choose a JPEG, PNG, WebP, AVIF or HEIC file')).toBeVisible();
    await expect(page.getByLabel('Publish immediately')).not.toBeChecked();
    const altTexts = page.getByLabel('Alt text');
    for (const [index, altText] of (await altTexts.all()).entries())
      await altText.fill(index === 0 ? 'Friends before the gate' : `Friends on day ${index + 1}`);
    await expect(page.getByLabel('Publish immediately')).toBeChecked();
    await button(page, 'Upload 21 photos').click();
    await expect(page.getByText('20 of 20 uploaded, 2 rejected')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('The photo is too small.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Open day 20 photos' })).toBeVisible();
    await button(page, 'Close the upload').click();

    // Another profile: a visitor without the editor's session.
    const visitor = await (await browser.newContext()).newPage();
    const tiles = visitor.locator('main a[id^="photo-"]');
    const visit = async () => {
      await visitor.goto(`${ownSite.url}/gallery?album=${getAlbumId(page)}`);
      return tiles.first().textContent();
    };
    await expect.poll(visit).toContain('Day 1');
    await expect(tiles).toHaveCount(20);
    await expect(visitor.getByAltText('Friends before the gate')).toHaveCount(1);

    await pressWithKeyboard(page, 'Reorder');
    await pressWithKeyboard(page, 'Move Day 20 to the start');
    await expect(page.getByText('Day 20: position 1 of 20')).toBeAttached();
    await expect(button(page, 'Move Day 20 to the start')).toBeFocused();
    await expect.poll(visit).toContain('Day 20');
    await pressWithKeyboard(page, 'Done reordering');
    await expect(imageLinks(page).first()).toContainText('Day 20');

    await page.getByRole('checkbox', { name: 'Select Day 20' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Select Day 2', exact: true }).focus();
    await page.keyboard.press('Shift+Space');
    await page.getByLabel('Move to album').selectOption('Schools');
    await pressWithKeyboard(page, 'Move');
    await expect(page.getByRole('heading', { name: 'Open day 17 photos' })).toBeVisible();

    await page.getByRole('checkbox', { name: 'Select Day 3' }).check();
    await pressWithKeyboard(page, 'Delete');
    await expect(page.getByRole('heading', { name: 'Open day 16 photos' })).toBeVisible();
    await pressWithKeyboard(page, 'Undo');
    await expect(page.getByRole('heading', { name: 'Open day 17 photos' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select Day 3' })).toBeVisible();

    await pressWithKeyboard(page, 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Open day 2026');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Open day 2026 17 photos' })).toBeVisible();
    await pressWithKeyboard(page, 'Delete album');
    await expect(page.getByText('Its 17 photos stay in the gallery, without an album.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
    await expect(page.getByRole('link', { name: /^No album\s*17/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Open day/ })).toHaveCount(0);
  });

  for (const width of getWidths(1))
    test(`X-20 at ${width} px uploads survive lost connections, a lost response, navigation and a reload, and arrive once, in order`, {
      tag: '@whole',
    }, async ({ contentSite, page }) => {
      const staff = await createStaffClient(contentSite);
      const album = await staff.post('/gallery/albums', { name: `Long walk ${width}` });
      await page.setViewportSize({ width, height: 800 });
      const list = async (): Promise<{ readonly title: string; readonly width: number; readonly alt: string }[]> =>
        staff.get(`/gallery?status=all&album=${album._id}`);
      const count = isLongRun ? 200 : 12;
      if (isLongRun) test.setTimeout(600_000);
      // An account may upload at most 300 files per hour.
      await openAsStaff(page, contentSite, `/admin/gallery?album=${album._id}`, await inviteColleague(contentSite, 'editor'));
      const sentWidths: (number | undefined)[] = [];
      let sent = 0;
      let remainingUploads = 3;
      let waiting: (() => void)[] = [];
      await page.route('**/api/gallery', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        sent += 1;
        sentWidths.push(await readSentWidth(route.request()));
        if (sent === 2) {
          // The provider stores the image, but the response is lost.
          await route.fetch();
          return route.abort('connectionreset');
        }
        remainingUploads -= 1;
        if (remainingUploads >= 0) return route.fallback();
        await new Promise<void>((resolve) => waiting.push(resolve));
        // Abort explicitly, because some pending requests survive the lost connection. The page may have aborted the request already.
        return route.abort('internetdisconnected').catch(() => {});
      });
      const expectThreeWaiting = () => expect.poll(() => waiting.length).toBe(3);
      /** Disconnects the page and fails all pending requests. Once the connection is back, the next `allowed` requests succeed. */
      const disconnect = async (allowed: number) => {
        await expectThreeWaiting();
        await page.context().setOffline(true);
        remainingUploads = allowed;
        for (const fail of waiting) fail();
        waiting = [];
        await expect(page.getByText('Waiting for a connection.')).toBeVisible();
        await page.context().setOffline(false);
      };
      const expectUploaded = (total: number, options = {}) => expect(page.getByText(`${total} photos uploaded`, { exact: true })).toBeVisible(options);

      await chooseFiles(page, [...(await createImageFiles(count - 2)), phonePhoto, await createImageFile('Last.jpg', 3, 4000)]);
      await page.getByLabel('Alt text').last().fill('The last of them');
      await button(page, `Upload ${count} photos`).click();
      await expectUploaded(3);
      await disconnect(3);
      await expectUploaded(6);
      await expectThreeWaiting();
      await button(page, 'Pause the upload').click();
      waiting = [];
      await page.getByRole('link', { name: 'Events' }).first().click();
      await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('Paused.');
      await page.getByRole('link', { name: 'Show uploads' }).click();
      await button(page, 'Resume the upload').click();
      await disconnect(3);
      await expectUploaded(9);
      await expectThreeWaiting();
      waiting = [];
      await page.reload();
      await disconnect(count);
      await expectUploaded(count, { timeout: count * 2000 });

      await expect
        .poll(async () => (await list()).map(({ title }) => title))
        .toEqual([...Array.from({ length: count - 2 }, (_, index) => `Day ${index + 1}`), 'From a phone', 'Last']);
      const [phone, last] = (await list()).slice(-2);
      expect(phone).toMatchObject({ width: 96 });
      expect(last).toMatchObject({ alt: 'The last of them', width: 2560 });
      expect(sentWidths).toContain(2560);
      expect(sentWidths).not.toContain(4000);
    });

  test('STAFF-24 NS-05 phone photos chosen offline are uploaded when the connection is back, unless they are damaged', async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/gallery?album=none');
    const damagedPhoto = { ...phonePhoto, name: 'Damaged.HEIC', buffer: phonePhoto.buffer.subarray(0, 200) };
    await expect(page.getByLabel('Upload photos')).toBeAttached();
    await page.context().setOffline(true);
    await chooseFiles(page, [phonePhoto, damagedPhoto]);
    await expect(page.getByText('Waiting for the decoder for HEIC photos.')).toHaveCount(2);
    await page.context().setOffline(false);

    await expect(page.getByText('This file is not a photo that the site can read. It may be damaged')).toBeVisible();
    await expect(page.getByText('Waiting for the decoder')).toHaveCount(0);
    await button(page, 'Upload 1 photo').click();
    await expect(page.getByText('1 photo uploaded', { exact: true })).toBeVisible();
  });

  test('AUTH-07 X-20 an upload can be cancelled and retried, and survives a lost connection and an expired token', { tag: '@whole' }, async ({
    contentSite,
    page,
  }) => {
    await openAsStaff(page, contentSite, '/admin/gallery?album=none');
    const outcomes: ('hang' | 'disconnect' | 'expire' | 'pass')[] = ['hang', 'disconnect', 'expire', 'pass'];
    const authorizations: (string | undefined)[] = [];
    await page.route('**/api/gallery', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      authorizations.push(route.request().headers().authorization);
      const outcome = outcomes.shift();
      if (outcome === 'disconnect') return route.abort('connectionfailed');
      if (outcome === 'expire') return route.fulfill({ status: 401, json: { message: 'Token expired' } });
      if (outcome === 'pass') return route.fallback();
      return undefined;
    });
    // `/auth/me` rejects the token too, which makes the host refresh it.
    let isRejected = false;
    await page.route('**/api/auth/me', (route) => {
      if (isRejected || outcomes.length > 1) return route.fallback();
      isRejected = true;
      return route.fulfill({ status: 401, json: { message: 'Token expired' } });
    });

    await chooseFiles(page, [await createImageFile('Walk.jpg')]);
    await page.getByLabel('Alt text').fill('Young people on a walk');
    await button(page, 'Upload 1 photo').click();
    await expect(page.getByRole('progressbar', { name: 'Upload of Walk.jpg' })).toBeVisible();
    await button(page, 'Cancel Walk.jpg').click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

    await button(page, 'Try again Walk.jpg').click();
    await expect(page.getByText('Waiting for a connection.')).toBeVisible();
    await expect(page.getByText('1 photo uploaded', { exact: true })).toBeVisible();
    expect(authorizations).toHaveLength(4);
    expect(authorizations[3]).toMatch(/^Bearer /);
    expect(authorizations[3]).not.toBe(authorizations[2]);
    await expect(imageLinks(page).filter({ hasText: 'Walk' })).toBeVisible();
  });

  test('API-11 an image keeps its id and position when its file is replaced, and its focal point is set by keyboard', { tag: '@whole' }, async ({
    ownSite,
    page,
  }) => {
    const staff = await createStaffClient(ownSite);
    const [sample] = await staff.get('/gallery?status=all');
    await openAsStaff(page, ownSite, '/admin/gallery?show=sample');
    const tile = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: sample.title }) });
    const ownImage = await createImageFile('own.jpg', 3, 640);
    const dataTransfer = await page.evaluateHandle(
      ({ base64, name, type }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, { type }));
        return transfer;
      },
      { base64: ownImage.buffer.toString('base64'), name: ownImage.name, type: ownImage.mimeType },
    );
    await tile.dispatchEvent('drop', { dataTransfer });
    const dialog = page.getByRole('dialog', { name: 'Photo' });
    await expect(dialog.getByRole('button', { name: 'Do not use this photo' })).toBeVisible();
    await expect(dialog.getByLabel('Alt text')).toHaveValue('');
    await dialog.getByLabel('Alt text').fill('Our own image');
    await dialog.getByRole('button', { name: 'Focal point' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('slider', { name: 'From the left' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('1% from the left, 50% from the top')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);

    const replaced = await staff.get(`/gallery/${sample._id}`);
    expect(replaced).toMatchObject({ alt: 'Our own image', width: 640, isSample: false, focalX: 0.01, focalY: 0.5, album: sample.album });
    expect(replaced.url).toBe(sample.url.replace(/\/v\d+\//, '/v2/').replace(/\.\w+$/, '.jpg'));
    await expect(page.getByRole('link', { name: sample.title })).toHaveCount(0);
  });

  test('NS-08 a contributor submits an image, and an editor publishes it', { tag: '@whole' }, async ({ contentSite, page, browser }) => {
    const contributor = await inviteColleague(contentSite, 'contributor');
    await openAsStaff(page, contentSite, '/admin/gallery', contributor);
    await expect(button(page, 'New album')).toHaveCount(0);
    await chooseFiles(page, [await createImageFile('Handed in.jpg')]);
    await page.getByLabel('Alt text').fill('Friends on the way to school');
    await button(page, 'Upload 1 photo').click();
    await expect(page.getByText('1 photo uploaded', { exact: true })).toBeVisible();
    await expect(imageLinks(page).filter({ hasText: 'Handed in' })).toContainText('Not published');

    // Another profile: an editor, who is signed in at the same time as the contributor.
    const editor = await browser.newPage();
    await openAsStaff(editor, contentSite, '/admin/gallery?show=unpublished');
    await editor.getByRole('checkbox', { name: 'Select Handed in' }).check();
    await button(editor, 'Publish').click();
    await expect(imageLinks(editor).filter({ hasText: 'Handed in' })).toHaveCount(0);
    const published = await page.request.get(`${contentSite.url}/api/gallery/published`);
    expect(await published.text()).toContain('Handed in');
    await editor.close();
  });
});

test.describe('Staff gallery, accessibility', { tag: '@whole' }, () => {
  // The page's Content-Security-Policy would block axe, which the test injects into the page.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });

  test('axe finds no violation on the screen and in its dialogs, in any display mode', async ({ site, page }) => {
    const problems: string[] = [];
    const scan = async (state: string): Promise<void> => void problems.push(...(await scanDisplayModes(page, state)));

    await openAsStaff(page, site, '/admin/gallery');
    await page.getByRole('checkbox').first().check();
    await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
    await scan('list');
    await button(page, 'New album').click();
    await scan('new album');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Schools/ }).click();
    await button(page, 'Reorder').click();
    await scan('order');
    await button(page, 'Done reordering').click();
    await imageLinks(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Focal point' }).click();
    await scan('image');
    await page.keyboard.press('Escape');
    await chooseFiles(page, [await createImageFile('One.jpg'), { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }]);
    await page.getByLabel('Shows recognisable people under 18').check();
    await button(page, 'Upload 1 photo').click();
    await expect(page.getByText('Enter who gave consent')).toBeVisible();
    await scan('upload');
    expect(problems).toEqual([]);
  });
});
