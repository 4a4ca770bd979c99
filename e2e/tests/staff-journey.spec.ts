import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, inviteColleague, openAsStaff, uploadImage } from '../support/staff.ts';

const WIDTH = 360;
/** Maximum number of keystrokes from the dashboard to the published post, not counting those for its title, excerpt and text. */
const MAX_KEYSTROKES = 40;
const MAX_TABS = 60;

/** Simulates a user who works only with the keyboard, and counts the keystrokes. */
const createKeyboard = (page: Page) => {
  let strokes = 0;
  const press = async (key: string): Promise<void> => {
    strokes += 1;
    await page.keyboard.press(key);
  };
  const enter = async (text: string): Promise<void> => {
    strokes += text.length;
    await page.keyboard.type(text);
  };
  /** Types text without counting it, because these keystrokes are unavoidable. */
  const write = (text: string): Promise<void> => page.keyboard.type(text);
  const tabTo = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`None of ${MAX_TABS} tabs leads to ${target}.`);
  };
  const activate = async (target: Locator): Promise<void> => {
    await tabTo(target);
    await press('Enter');
  };
  return { press, enter, write, tabTo, activate, getStrokes: () => strokes };
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });

test.describe('From the first word to the end date', { tag: '@whole' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.use({ viewport: { width: WIDTH, height: 780 } });

  test('STAFF-01 STAFF-10 NS-21 NS-30 a post is written, illustrated, reviewed, published, corrected, restored, moved and ended, by keyboard only at 360 px', async ({
    contentSite,
    page,
    browser,
  }) => {
    const staff = await createStaffClient(contentSite);
    await uploadImage(staff, { title: 'Market', alt: 'A market at dawn' });
    const keys = createKeyboard(page);
    await openAsStaff(page, contentSite, '/admin/dashboard', await inviteColleague(contentSite, 'editor', 'Ngozi Okafor'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await keys.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Screen, action or title' })).toBeFocused();
    await keys.enter('new post');
    await keys.press('Enter');
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await keys.write('What the market taught us');
    await keys.press('Tab');
    await keys.write('One morning, forty conversations.');
    await keys.press('Tab');
    await expect(content(page)).toBeFocused();
    await keys.write('We came, and they asked.');
    await expect(button(page, 'Submit for review')).toBeVisible();
    await keys.activate(button(page, 'Choose from the media library'));
    const picker = page.getByRole('dialog', { name: 'Choose a photo' });
    await expect(picker.getByLabel('Search')).toBeFocused();
    await keys.enter('dawn');
    await expect(picker.getByRole('list').getByRole('button')).toHaveText([/A market at dawn/]);
    await keys.press('Enter');
    await expect(page.getByLabel('Alt text')).toHaveValue('A market at dawn');
    await keys.tabTo(page.getByLabel('Category'));
    await keys.enter('Sch');
    await expect(page.getByRole('option', { name: /^Schools/ })).toBeVisible();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await keys.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    const written = keys.getStrokes();

    await keys.activate(button(page, 'Submit for review'));
    await expect(page.getByText('Ngozi Okafor requested a review')).toBeVisible();
    // Another profile: a colleague on another computer.
    const colleague = await (await browser.newContext({ viewport: { width: WIDTH, height: 780 } })).newPage();
    await openAsStaff(colleague, contentSite, new URL(page.url()).pathname, await inviteColleague(contentSite, 'editor', 'Chidi Nwosu'));
    await createKeyboard(colleague).activate(button(colleague, 'Approve'));
    await expect(colleague.getByText('Chidi Nwosu approved it')).toBeVisible();
    await colleague.close();

    const strokesBeforePublishing = keys.getStrokes();
    await keys.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: 'Publish this post' }).getByRole('button', { name: 'Publish' })).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('region', { name: 'Published' })).toBeVisible();
    const strokes = written + keys.getStrokes() - strokesBeforePublishing;
    test.info().annotations.push({ type: 'keystrokes to publish', description: String(strokes) });
    expect(strokes).toBeLessThanOrEqual(MAX_KEYSTROKES);
    const id = page.url().split('/').at(-1);
    const [image] = await staff.get('/media?q=market');
    expect(await staff.get(`/posts/${id}`)).toMatchObject({ status: 'published', category: 'Schools', featuredImage: expect.stringContaining(image._id) });

    await keys.tabTo(content(page));
    await keys.press('Control+a');
    await keys.write('We came, and nobody asked.');
    await keys.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    await keys.activate(page.getByRole('link', { name: 'History' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of “What the market taught us”');
    await keys.activate(page.getByRole('button', { name: /^Restore as draft/ }).first());
    await expect(content(page)).toHaveText('We came, and they asked.');
    expect((await staff.get(`/posts/${id}`)).content).toBe('<p>We came, and nobody asked.</p>');
    await keys.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect((await staff.get(`/posts/${id}`)).content).toBe('<p>We came, and they asked.</p>');

    await keys.tabTo(page.getByLabel('Unpublish on'));
    await keys.enter('01312099');
    await keys.tabTo(page.getByLabel('Unpublish at'));
    await keys.enter('0930AM');
    await keys.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    expect((await staff.get(`/posts/${id}`)).unpublishAt).toBe('2099-01-31T08:30:00.000Z');

    await keys.activate(button(page, 'Change the URL'));
    await expect(page.getByLabel('Slug')).toBeFocused();
    await keys.press('Control+a');
    await keys.enter('market-lessons');
    await keys.press('Control+s');
    await expect(saveState(page)).toHaveText(/^Saved \d/);
    const old = await page.request.get(`${contentSite.url}/news/what-the-market-taught-us`, { maxRedirects: 0 });
    expect([old.status(), old.headers().location]).toEqual([301, '/news/market-lessons']);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);

    // The form accepts only whole minutes, but the API accepts an end time that the test can wait for.
    const end = Date.now() + 1500;
    await staff.put(`/posts/${id}`, { unpublishAt: new Date(end).toISOString() });
    const getStatus = async () => (await page.request.get(`${contentSite.url}/news/market-lessons`)).status();
    expect(await getStatus()).toBe(200);
    await expect.poll(getStatus, { timeout: 20_000, intervals: [100] }).toBe(404);
    test.info().annotations.push({ type: 'off the site after', description: `${Date.now() - end} ms` });
    await page.reload();
    await expect(page.getByText('Not on the site. Only staff can see this.')).toBeVisible();
  });
});
