import type { BrowserContext, Page } from '@playwright/test';
import { SEED } from '@site/shared/testing/random';
import fc from 'fast-check';
import { isLongRun } from '../support/long-drills.ts';
import { STAFF } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff, uploadPhoto } from '../support/staff.ts';

const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const toText = (html: string): string => html.replace(/<[^>]+>/g, '');

/** Three ways to end a page without warning: its tab is closed, its process crashes, or another page replaces it. */
const KILL_METHODS: readonly ((page: Page, context: BrowserContext) => Promise<unknown>)[] = [
  (page) => page.close({ runBeforeUnload: false }),
  async (page, context) => {
    const crash = page.waitForEvent('crash');
    const connection = await context.newCDPSession(page);
    // This promise never resolves, because the process that would respond has crashed.
    void connection.send('Page.crash').catch(() => undefined);
    await crash;
    await page.close();
  },
  async (page) => {
    await page.goto('about:blank');
    await page.close();
  },
];

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const DRILLS = fc.sample(
  fc.record({
    bursts: fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 25 }),
        delayMs: fc.constantFrom(0, 0, 12),
        // The page is killed before, during or after the delay that precedes a save.
        awaited: fc.constantFrom(null, null, /^Sav/, /^Saved \d/, /^Saved \d/),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    kill: fc.constantFrom(...KILL_METHODS),
  }),
  { seed: SEED, numRuns: isLongRun ? 20 : 2 },
);

const FULL_RUN_ONLY = { tag: '@whole' };

test.describe('Writing', () => {
  test.describe.configure({ timeout: 180_000 });

  test(
    'STAFF-05 a page killed at random times loses no saved work and offers to restore unsaved work',
    FULL_RUN_ONLY,
    async ({ contentSite, page, context }) => {
      const staff = await createStaffClient(contentSite);
      const post = await staff.post('/posts', { title: 'Autosaved', category: 'Schools', content: '<p>Begin.</p>' });
      const path = `/admin/posts/${post._id}`;
      await openAsStaff(page, contentSite, '/admin/dashboard');

      let written = 'Begin.';
      for (const [number, { bursts, kill }] of DRILLS.entries()) {
        const writer = await context.newPage();
        await writer.goto(`${contentSite.url}${path}`);
        await expect(content(writer)).toBeVisible();
        const restore = writer.getByRole('button', { name: 'Restore' });
        if (toText((await staff.get(`/posts/${post._id}`)).content) !== written) await restore.click();
        await expect(content(writer), `kill ${number}`).toHaveText(written);

        await content(writer).click();
        await writer.keyboard.press('Control+End');
        let savedText = '';
        for (const [burst, { length, delayMs, awaited }] of bursts.entries()) {
          const text = ` ${number}.${burst}${LETTERS.slice(0, length)}`;
          await writer.keyboard.type(text, { delay: delayMs });
          written += text;
          if (awaited !== null) await expect(saveState(writer)).toHaveText(awaited);
          if (/^Saved \d/.test((await saveState(writer).textContent()) ?? '')) savedText = written;
        }
        await kill(writer, context);
        expect(toText((await staff.get(`/posts/${post._id}`)).content).startsWith(savedText), `kill ${number}`).toBe(true);
      }
    },
  );

  test('STAFF-05 an unsaved new post is offered with its time, and can be restored or discarded', FULL_RUN_ONLY, async ({ site, page, context }) => {
    await openAsStaff(page, site, '/admin/posts/new');
    await content(page).fill('Only here.');
    await expect(saveState(page)).toHaveText('Saved on this device only. Enter title to save.');
    await page.close({ runBeforeUnload: false });

    const next = await context.newPage();
    await next.goto(`${site.url}/admin/posts/new`);
    await expect(next.getByText(/^Unsaved work from \d\d:\d\d is saved on this device only\.$/)).toBeVisible();
    await next.getByRole('button', { name: 'Restore' }).click();
    await expect(content(next)).toHaveText('Only here.');
    await next.reload();
    await next.getByRole('button', { name: 'Discard' }).click();
    await next.reload();
    await expect(content(next)).toHaveText('');
    await expect(next.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  });

  test('STAFF-04 STAFF-24 offline work is stored and sent when the connection is back', FULL_RUN_ONLY, async ({ contentSite, page, context }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'On the bus', category: 'Schools' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await expect(content(page)).toBeVisible();
    await context.setOffline(true);
    await content(page).fill('Written in a tunnel.');
    await expect(saveState(page)).toHaveText('Offline: saved on this device only');
    await context.setOffline(false);
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect((await staff.get(`/posts/${post._id}`)).content).toBe('<p>Written in a tunnel.</p>');
  });

  test(
    'AUTH-07 STAFF-04 no text is lost when a session ends during writing, and the editor continues after signing in',
    FULL_RUN_ONLY,
    async ({ contentSite, page, context }) => {
      const staff = await createStaffClient(contentSite);
      const post = await staff.post('/posts', { title: 'A long afternoon', category: 'Schools' });
      await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
      await content(page).fill('Before.');
      await expect(saveState(page)).toHaveText(/^Saved \d/);
      const token = await page.evaluate(() => localStorage.getItem('authToken'));
      await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }));
      await context.route('**/api/posts/**', (route) =>
        route.request().headers().authorization === `Bearer ${token}` ? route.fulfill({ status: 401, json: { message: 'Expired' } }) : route.fallback(),
      );
      await content(page).press('Control+End');
      await page.keyboard.type(' And after.');

      const password = page.getByRole('dialog', { name: 'Your session has ended' }).getByLabel('Password', { exact: true });
      await password.fill(STAFF.password);
      await password.press('Enter');
      await expect(saveState(page)).toHaveText(/^Saved \d/);
      await expect(content(page)).toHaveText(/Before\./);
      expect(toText((await staff.get(`/posts/${post._id}`)).content)).toBe(await content(page).textContent());
      expect(await content(page).textContent()).toContain('And after.');
    },
  );

  test('NS-09 STAFF-07 two people edit the same field: the second sees both versions and chooses one', FULL_RUN_ONLY, async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'Both of us', category: 'Schools', content: '<p>First.</p>' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await expect(content(page)).toHaveText('First.');
    await staff.put(`/posts/${post._id}`, { content: '<p>Hers.</p>' });
    await content(page).fill('His.');

    const dialog = page.getByRole('dialog', { name: 'Administrator saved first' });
    await expect(dialog.getByRole('group', { name: 'Content' })).toHaveText(/Administrator\s*Hers\.\s*Yours\s*His\./);
    expect((await staff.get(`/posts/${post._id}`)).content).toBe('<p>Hers.</p>');
    await page.keyboard.press('Escape');
    await expect(saveState(page)).toHaveText('Not saved. Administrator saved first');
    await page.getByRole('button', { name: 'Compare the two versions' }).click();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect((await staff.get(`/posts/${post._id}`)).content).toBe('<p>His.</p>');

    await staff.put(`/posts/${post._id}`, { content: '<p>Hers again.</p>' });
    await content(page).fill('His again.');
    await dialog.getByRole('radio', { name: /^Administrator/ }).check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(content(page)).toHaveText('Hers again.');
  });

  test('STAFF-07 two people edit different fields at the same time: both changes are kept without asking', FULL_RUN_ONLY, async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'Two fields', category: 'Schools', content: '<p>First.</p>' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await expect(content(page)).toHaveText('First.');
    await staff.put(`/posts/${post._id}`, { title: 'Her title' });
    await content(page).fill('His text.');

    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Her title');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect(await staff.get(`/posts/${post._id}`)).toMatchObject({ title: 'Her title', content: '<p>His text.</p>' });
  });

  test('STAFF-03 a preview shows unsaved changes and an image that is not uploaded yet, and returns to both', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'Seen before', category: 'Schools', content: '<p>Old.</p>', status: 'published' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await expect(page).toHaveTitle(/^Seen before · Post/);
    await content(page).fill('Not public yet.');
    await page.locator('input[name=featuredImage]').setInputFiles({ name: 'walk.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByLabel('Alt text').fill('A walk');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page).toHaveURL(/\/news\/preview\//);
    await expect(page.getByText('Not public yet.')).toBeVisible();
    await expect(page.locator('article img[src^="data:"]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Phone' }).press('Enter');
    const phone = page.frameLocator('iframe[title="Preview at phone width"]');
    await expect(phone.getByText('Not public yet.')).toBeVisible();
    await expect(phone.locator('article img[src^="data:"]').first()).toBeVisible();
    expect(await phone.locator('body').evaluate(({ ownerDocument: draft }) => [draft.compatMode, draft.defaultView?.innerWidth])).toEqual(['CSS1Compat', 390]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Full width' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Phone' })).toBeHidden();
    await expect(page.getByText('Not public yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to editing' }).click();
    await expect(content(page)).toHaveText('Not public yet.');
    await expect(saveState(page)).toHaveText('The photo is not uploaded yet. Save to upload it.');
    await expect(page.getByLabel('Alt text')).toHaveValue('A walk');
    expect((await staff.get(`/posts/${post._id}`)).content).toBe('<p>Old.</p>');
  });

  test('STAFF-04 a new post starts with the focus in the title, and saving only a title keeps it there', FULL_RUN_ONLY, async ({ contentSite, page }) => {
    await openAsStaff(page, contentSite, '/admin/posts');
    await page.getByRole('link', { name: 'New post' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await page.keyboard.type('Only a title');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await expect(page).toHaveURL(/\/admin\/posts\/[0-9a-f]{24}$/);
    await page.keyboard.type(' so far');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Only a title so far');
  });

  test('text can be formatted by keyboard only, pasted content is cleaned, and the text is stored as sent', async ({ contentSite, page, consoleErrors }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'Formats', category: 'Schools' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await content(page).focus();
    const hostileHtml = `<b style="font-weight:normal"><h1 onclick="x()">Pasted</h1><p style="color:red">Some <b>bold</b> <a href="javascript:x()">bad</a> <a href="https://example.org/">good</a><script>x()</script></p><img src="x" onerror="x()"></b>`;
    await content(page).evaluate((box, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, hostileHtml);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Then a ');

    // The toolbar is a single tab stop, and the arrow keys move between its buttons.
    const toolbar = page.getByRole('toolbar', { name: 'Text formatting' });
    const button = (name: string) => toolbar.getByRole('button', { name, exact: true });
    await button('Bold').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(button('Link')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByLabel('Link URL').fill('javascript:x()');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Enter a URL such as https://example.org');
    await page.getByLabel('Link URL').fill('/volunteer');
    await page.getByLabel('Link text').fill('hand');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await page.keyboard.type(' given.');
    await page.keyboard.press('Enter');
    await button('Bold').focus();
    await page.keyboard.press('End');
    await expect(button('Redo')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expect(button('Bold')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('Loud');
    await button('Video or recording').click();
    await page.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Enter a title');
    await page.getByRole('dialog').getByLabel('Title').fill('Our film');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expect(saveState(page)).toHaveText(/^Saved \d/);

    const stored = (await staff.get(`/posts/${post._id}`)).content;
    expect(stored).toBe(
      '<h2>Pasted</h2><p>Some <strong>bold</strong> bad <a href="https://example.org/">good</a></p><p>Then a <a href="/volunteer">hand</a> given.</p><p><strong>Loud</strong></p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Our film"></iframe>',
    );
    expect(consoleErrors).toEqual([]);
  });

  test('STAFF-25 images, captions, pasted texts, players and tables behave as editors expect', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const image = `<figure><img src="${await uploadPhoto(staff)}" alt="A box" width="300" height="200" /><figcaption>There</figcaption></figure>`;
    const post = await staff.post('/posts', { title: 'At ease', category: 'Schools', content: `<p>Before</p>${image}<p>After</p>` });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    const box = content(page);
    const stored = async () => (await staff.get(`/posts/${post._id}`)).content;
    // The browser reports a moved caret in the next frame. A user types more slowly than that, but this test does not, so wait.
    const settle = () => box.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

    // Enter leaves a caption. Backspace before the first letter of a caption selects the image first, and removes it only when pressed again.
    await box.getByText('There').click();
    await page.keyboard.press('End');
    await settle();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Below');
    await expect.poll(stored).toBe(`<p>Before</p>${image}<p>Below</p><p>After</p>`);
    await box.getByText('There').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await expect(box.locator('figure.ProseMirror-selectednode')).toBeVisible();
    // A click selects the image, wherever the caret was. Delete then removes only the image.
    await box.getByText('Before').click();
    await box.getByRole('img', { name: 'A box' }).click();
    await expect(box.locator('figure.ProseMirror-selectednode')).toBeVisible();
    await page.keyboard.press('Delete');
    await expect.poll(stored).toBe('<p>Before</p><p>Below</p><p>After</p>');

    await box.evaluate((element) => {
      const clipboardData = new DataTransfer();
      for (const name of ['one.png', 'two.png', 'three.png']) clipboardData.items.add(new File(['image'], name, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    for (const [name = '', title = ''] of [
      ['one', 'Add a photo (2 more to come)'],
      ['two', 'Add a photo (1 more to come)'],
      ['three', 'Add a photo'],
    ]) {
      await expect(page.getByRole('dialog', { name: title })).toContainText(`${name}.png`);
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // A video URL on its own line becomes a player, and the caret continues below it.
    const paste = (text: string, html = '') =>
      box.evaluate(
        (element, [plain = '', rich = '']) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', plain);
          if (rich !== '') clipboardData.setData('text/html', rich);
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        [text, html],
      );
    await page.keyboard.press('Control+End');
    await settle();
    await page.keyboard.press('Enter');
    await paste('https://youtu.be/dQw4w9WgXcQ');
    await paste('bold', '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">bold</span></p></b>');
    await page.keyboard.press('Enter');

    await page.keyboard.press('Alt+F10');
    const table = page.getByRole('button', { name: 'Table', exact: true });
    while (!(await table.evaluate((button) => button === document.activeElement))) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    for (const cell of ['Year', 'Pupils', 'Schools', '2026']) {
      await page.keyboard.type(cell);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('4,000');
    const tools = page.getByRole('toolbar', { name: 'Table' });
    await tools.getByRole('button', { name: 'Add row below' }).focus();
    await page.keyboard.press('Enter');
    await expect(box.locator('tr')).toHaveCount(4);
    await tools.getByRole('button', { name: 'Delete row' }).press('Enter');
    await tools.getByRole('button', { name: 'Delete column' }).press('Enter');
    await page.keyboard.press('Control+End');
    await settle();
    await expect(tools).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Link URL').fill('/volunteer');
    await page.getByLabel('Link text').fill('here');
    await page.keyboard.press('Enter');
    await expect
      .poll(stored)
      .toBe(
        '<p>Before</p><p>Below</p><p>After</p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe><p><strong>bold</strong></p><table><thead><tr><th>Pupils</th><th>Schools</th></tr></thead><tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table><p><a href="/volunteer">here</a></p>',
      );

    const checks = page.getByRole('list', { name: 'Checks' });
    await expect(checks.getByRole('button')).toHaveText([/The link text “here”/, /Give video or recording 1 a title/]);
    await checks.getByRole('button', { name: /The link/ }).click();
    await expect(box).toBeFocused();
    await page.keyboard.type('Volunteer with us');
    await expect(checks.getByRole('button')).toHaveCount(1);
  });

  test('a button inserts a help box, which visitors see with the configured numbers', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', { title: 'A bad night', category: 'Facts', status: 'published', content: '<p>Stay calm.</p>', excerpt: 'Stay.' });
    await openAsStaff(page, contentSite, `/admin/posts/${post._id}`);
    await content(page).focus();
    await page.keyboard.press('Control+End');
    await page.getByRole('toolbar', { name: 'Text formatting' }).getByRole('button', { name: 'What to do now' }).click();
    await expect(content(page)).toContainText('The site’s emergency number and helplines');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await expect.poll(async () => (await staff.get(`/posts/${post._id}`)).content).toBe('<p>Stay calm.</p><aside data-box="help"></aside>');
    await expect
      .poll(async () => (await fetch(`${contentSite.url}/news/${post.slug}`)).text())
      .toMatch(/>What to do now<.*href="tel:112".*href="tel:08000000000"/s);
  });
});
