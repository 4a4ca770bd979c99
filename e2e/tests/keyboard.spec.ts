import { readStop, tabThrough } from '../support/page-checks/tab-order.ts';
import { openAndHydrate, submitInvalidApplication } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Keyboard', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ reducedMotion: 'reduce' });

  test('the skip link is visible immediately, also with reduced motion', async ({ site, page }) => {
    await openAndHydrate(page, `${site.url}/donation-success`);
    const bottom = await page.getByRole('link', { name: 'Skip to main content' }).evaluate((link) => {
      link.focus();
      // Measure the position synchronously. A link that moved with a transition would still be out of view.
      return link.getBoundingClientRect().bottom;
    });
    expect(bottom).toBeGreaterThan(0);
  });

  test('the skip link moves the focus past the navigation', async ({ site, page }) => {
    await openAndHydrate(page, `${site.url}/about`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect((await readStop(page))?.area).toBe('main');
  });

  test('SHELL-10 the menu opens, traps the focus, closes on Escape and returns the focus', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAndHydrate(page, site.url);
    const control = page.getByRole('banner').locator('summary');
    await control.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('link', { name: 'About Us' })).toBeVisible();
    const stops = await tabThrough(page);
    expect(new Set(stops.map(({ area }) => area))).toEqual(new Set(['header']));
    expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining(['Home', 'Volunteer', 'Gallery']));

    await control.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Gallery' })).toBeHidden();
    await expect(control).toBeFocused();
  });

  test('NS-02 the helplines open, take the focus, close on Escape and return the focus', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    const opener = page.getByRole('button', { name: 'Need to talk?' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('a carousel can be started, paused and moved by keyboard', async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    const reviews = page.locator('section[aria-label="Success stories"]');
    const toggle = reviews.getByRole('button', { name: /^(Play|Pause)/ });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveAccessibleName(/^Pause/);
    await page.keyboard.press('Space');
    await expect(toggle).toHaveAccessibleName(/^Play/);
    await reviews.getByRole('button', { name: 'Go to slide 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(reviews.getByRole('group', { name: '2 of 5' })).toBeVisible();
  });

  test('NS-05 the form lists its errors with links to the fields, and a country can be chosen by keyboard', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, `${site.url}/volunteer`);
    await submitInvalidApplication(page);
    const summary = page.getByRole('main').locator(':focus');
    await expect(summary).toContainText('There is a problem');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();

    const country = page.getByRole('main').locator('select').first();
    await country.focus();
    await page.keyboard.press('ArrowDown');
    await expect(country).not.toHaveValue('NG');
    await page.keyboard.press('Tab');
    await expect(page.locator('input[type=tel]')).toBeFocused();
  });
});
