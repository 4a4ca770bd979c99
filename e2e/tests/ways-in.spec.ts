import type { Page } from '@playwright/test';
import { getHelpControl } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const PHONE = { width: 360, height: 740 };
const WAYS_IN = [
  { label: 'Get help', to: '/help' },
  { label: 'Young people', to: '/what-we-do#programs' },
  { label: 'Parents', to: '/help#parents' },
  { label: 'Schools', to: '/school-visit' },
  { label: 'Give', to: '/donate' },
];
const HELPLINE_HREF = 'tel:08000000000';
const EMERGENCY_HREF = 'tel:112';

const openMenu = (page: Page): Promise<void> => page.getByRole('banner').locator('summary').click();

test.describe('Ways in on a phone, without script', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('NS-02 two taps on the home page call the helpline or the emergency number', async ({ site, page }) => {
    await page.goto(site.url);
    await getHelpControl(page).click();

    const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
    for (const href of [EMERGENCY_HREF, HELPLINE_HREF]) await expect(dialog.locator(`a[href="${href}"]`)).toBeInViewport({ ratio: 1 });
  });

  test('NS-02 SHELL-10 the first screen of the menu shows the helpline, the emergency number and the five ways in', async ({ site, page }) => {
    await page.goto(`${site.url}/about`);
    await openMenu(page);

    const menu = page.getByRole('banner').locator('details');
    for (const href of [EMERGENCY_HREF, HELPLINE_HREF]) await expect(menu.locator(`a[href="${href}"]`)).toBeInViewport({ ratio: 1 });
    const navigation = menu.getByRole('navigation', { name: 'For you' });
    for (const { label } of WAYS_IN) await expect(navigation.getByRole('link', { name: label })).toBeInViewport({ ratio: 1 });
  });

  test('NS-12 one tap on the home page opens the bank account for transfers', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(site.url);
    await page.getByRole('main').getByRole('navigation', { name: 'Where to start' }).getByRole('link', { name: 'Give' }).click();
    await expect(page).toHaveURL(`${site.url}/donate`);
    await expect(page.getByRole('region', { name: 'Bank transfer' }).getByText('0000000000')).toBeVisible();

    await page.goto(site.url);
    await page
      .getByRole('region', { name: /one young person$/ })
      .getByRole('link', { name: 'Give by bank transfer' })
      .click();
    await expect(page.getByRole('heading', { name: 'Bank transfer' })).toBeInViewport();
  });

  test('a school reaches the form for a visit with one tap on the home page', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(site.url);
    await page.getByRole('main').getByRole('navigation', { name: 'Where to start' }).getByRole('link', { name: 'Schools' }).click();

    await expect(page).toHaveURL(`${site.url}/school-visit`);
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  });

  test('NS-02 NS-12 each part of the help page is at most three taps from home, through the ways in, the menu and the helplines', { tag: '@whole' }, async ({
    site,
    page,
  }) => {
    await page.goto(`${site.url}/help`);
    const parts = page.getByRole('navigation', { name: 'What is happening?' }).getByRole('link');
    const hrefs = await parts.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs).toHaveLength(12);
    const opened: readonly (() => Promise<void>)[] = [
      () => page.getByRole('main').getByRole('navigation', { name: 'Where to start' }).getByRole('link', { name: 'Get help' }).click(),
      async () => {
        await openMenu(page);
        await page.getByRole('banner').getByRole('link', { name: 'Get help' }).click();
      },
      async () => {
        await getHelpControl(page).click();
        await page.getByRole('dialog').getByRole('link', { name: 'Get help: what to do now' }).click();
      },
    ];
    for (const [position, href] of hrefs.entries()) {
      await page.goto(site.url);
      await opened[position % opened.length]?.();
      await expect(page).toHaveURL(`${site.url}/help`);
      await parts.and(page.locator(`[href="${href}"]`)).click();
      await expect(page).toHaveURL(`${site.url}${href}`);
      await expect(page.locator(`h2${href.slice('/help'.length)}`)).toBeInViewport();
    }
  });

  test('NS-12 the first screen of the help page shows both numbers and the list of all parts', async ({ site, page }) => {
    await page.goto(`${site.url}/help`);

    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Get Help' })).toBeInViewport({ ratio: 1 });
    for (const href of [EMERGENCY_HREF, HELPLINE_HREF]) await expect(main.locator(`a[href="${href}"]`).first()).toBeInViewport({ ratio: 1 });
    for (const part of await main.getByRole('navigation', { name: 'What is happening?' }).getByRole('link').all())
      await expect(part).toBeInViewport({ ratio: 1 });
  });

  test('parents reach their part of the help page with one tap on the home page', { tag: '@whole' }, async ({ site, page }) => {
    await page.goto(site.url);
    await page.getByRole('main').getByRole('navigation', { name: 'Where to start' }).getByRole('link', { name: 'Parents' }).click();

    await expect(page).toHaveURL(`${site.url}/help#parents`);
    await expect(page.getByRole('heading', { name: 'For parents and families' })).toBeInViewport();
  });

  test('every way in is on home, in the menu and in the footer, and its page exists', async ({ site, page }) => {
    await page.goto(site.url);
    const lists = await page
      .locator('nav')
      .filter({ has: page.locator('a[href="/donate"]') })
      .evaluateAll((navs) =>
        navs.filter((nav) => !nav.querySelector('nav')).map((nav) => [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'))),
      );
    const paths = WAYS_IN.map(({ to }) => to);
    expect(lists).toEqual([paths, paths, paths]);
    for (const path of [...paths, '/news', '/events']) expect((await page.request.get(`${site.url}${path}`)).status(), path).toBe(200);
    for (const path of ['/news', '/events']) await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toBeVisible();
  });

  test('NS-02 the name of the help button begins with its visible word', async ({ site, page }) => {
    await page.goto(site.url);

    await expect(getHelpControl(page)).toHaveAccessibleName('Help Need to talk?');
    const label = await getHelpControl(page).getByText('Help', { exact: true }).boundingBox();
    expect(label?.width).toBeGreaterThan(20);
  });
});

test.describe('Ways in with script', () => {
  test('links in the menu and the footer open their pages without a page load', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(site.url);
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await openMenu(page);
    await page.getByRole('banner').getByRole('link', { name: 'Give' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'What your gift does' })).toBeVisible();
    await expect(page.getByRole('banner').locator('details')).not.toHaveAttribute('open');

    await page.getByRole('contentinfo').getByRole('link', { name: 'Young people' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'What We Do' })).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  test('NS-02 the helplines close when their link opens the help page, before and after hydration, even if the URL opened them', async ({ site, page }) => {
    await page.setViewportSize(PHONE);
    const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
    const expectHelp = async (): Promise<void> => {
      await dialog.getByRole('link', { name: 'Get help: what to do now' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Get Help' })).toBeVisible();
      await expect(page).toHaveURL(`${site.url}/help`);
      await expect(dialog).toBeHidden();
    };
    await page.goto(site.url);
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await getHelpControl(page).click();
    await expectHelp();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
    await getHelpControl(page).click();
    await expectHelp();

    await page.goto(`${site.url}/about#help`);
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await expect(dialog).toBeVisible();
    await expectHelp();

    await page.route(/\.js(\?|$)/, () => {});
    await page.goto(`${site.url}/about#help`);
    await expectHelp();
  });

  test('SHELL-08 NS-02 the browser loads the footer and the helplines on a page after one without the shell', async ({ site, page }) => {
    // The HTML of staff pages has no shell, and without a session the host redirects to the sign-in page.
    await page.goto(`${site.url}/admin`);
    await expect(page).toHaveURL(/\/login/);

    await expect(page.getByRole('contentinfo').getByText('Lagos, Nigeria').first()).toBeAttached();
    await getHelpControl(page).click();
    await expect(page.getByRole('dialog', { name: 'Need to talk?' }).locator(`a[href="${EMERGENCY_HREF}"]`)).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible();
  });
});
