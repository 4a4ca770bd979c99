import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Paths of every public page with a fixed path, one program page, the sign-in page and the 404 page. Articles and events have generated ids, so specs that
 * visit such a page create its content.
 */
export const PUBLIC_PATHS = [
  '/',
  '/about',
  '/team',
  '/what-we-do',
  '/impact',
  '/volunteer',
  '/school-visit',
  '/ebook',
  '/donate',
  '/donation-success',
  '/privacy',
  '/accessibility',
  '/safeguarding',
  '/help',
  '/search?q=schools',
  '/programs/navigate',
  '/news',
  '/news/category/schools',
  '/events',
  '/gallery',
  '/login',
  '/nope',
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];

export const AREA_MESSAGE = 'This part of the site is taking a break.';

/** On phones, the accessible name begins with the only visible word. The contact bar's link to the helpline has a longer name. */
const HELP_NAME = /^(?:Help )?Need to talk\?$/;

/** Returns the control that opens the helplines. It is a button once the script runs, and a link before that or without script. */
export const getHelpControl = (page: Page): Locator => page.getByRole('button', { name: 'Need to talk?' }).or(page.getByRole('link', { name: HELP_NAME }));

/** Waits for hydration. Working controls do not prove it, because a page's controls also work before hydration. */
export const expectHydrated = (page: Page): Promise<void> => expect(page.locator('html[data-alive]')).toBeAttached();

export const openAndHydrate = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await expectHydrated(page);
};

/** Loads all images and lays out all sections, so that a full-page screenshot is complete. By default, the page defers images and sections below the fold. */
export const loadImages = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [styles];
    // Printing also loads images that would otherwise load only when they come into view.
    dispatchEvent(new Event('beforeprint'));
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
};

/** Scrolls to the footer, whose settings load when it comes into view. */
export const loadFooterSettings = async (page: Page): Promise<void> => {
  if ((await page.getByRole('contentinfo').count()) === 0) return;
  // Sections get their real height when they come near the viewport, which moves the end of the page.
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(page.getByRole('group', { name: 'Theme' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  // Pages that visitors cannot save have no "Save for offline" button.
  if ((await page.locator('meta[name="robots"]').count()) === 0) await expect(page.getByRole('button', { name: 'Save for offline' })).toBeEnabled();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
};

/** Submits the volunteer form with only an invalid email address, so that every kind of error message is shown. */
export const submitInvalidApplication = async (page: Page): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill('ada@');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
};

export const fillApplication = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Ada Obi');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
  await page.getByLabel('Qualification').selectOption('BSc');
  await page.getByLabel('Location').fill('Surulere, Lagos');
  await page.getByLabel('Motivation').fill('Somebody once listened to me.');
};

export const fillSchoolVisit = async (page: Page, school = 'Unity Secondary School'): Promise<void> => {
  await page.getByLabel('School', { exact: true }).fill(school);
  await page.getByLabel('Town and state').fill('Osogbo, Osun State');
  await page.getByLabel('Your name').fill('Bisi Ade');
  await page.getByLabel('Your role').fill('Head teacher');
  await page.getByLabel('Email', { exact: true }).fill('bisi@school.example');
  await page.getByLabel('Pupils').fill('80, aged 12 to 14');
  await page.getByLabel('Preferred weeks').fill('The last two weeks of January');
};

/** Opens the menu, the helplines, the volunteer form with errors, and a toast. Calls `check` in every state. */
export const visitOpenStates = async (page: Page, url: string, check: (state: string) => Promise<void>): Promise<void> => {
  await openAndHydrate(page, url);
  await page.getByRole('banner').locator('summary').click();
  await check('menu');
  await page.keyboard.press('Escape');
  await getHelpControl(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('helplines');

  await openAndHydrate(page, `${url}/volunteer`);
  await submitInvalidApplication(page);
  await check('form');
  await page.route('**/api/forms/**', (route) => route.fulfill({ status: 500, json: {} }));
  await fillApplication(page);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('There was an error submitting your application. Please try again.').first()).toBeVisible();
  await check('toast');
};
