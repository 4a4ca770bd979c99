import { expect, type Page } from '@playwright/test';

/** One address of every public page, the 404 page included. */
export const PUBLIC_PATHS = [
  '/',
  '/about',
  '/team',
  '/what-we-do',
  '/impact',
  '/volunteer',
  '/ebook',
  '/donation-success',
  '/programs/navigate',
  '/news',
  '/events',
  '/gallery',
  '/login',
  '/nope',
] as const;

/** Until then the controls of a page have no script. */
export const expectHydrated = (page: Page): Promise<void> => expect(page.locator('html[data-alive]')).toBeAttached();

/** Goes to a page and waits until React has hydrated it. */
export const openHydrated = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await expectHydrated(page);
};

/** Loads and lays out what the page would on scrolling, so that a picture of the whole page is whole. */
export const loadPictures = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [whole];
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
};

/** Sends the volunteer form empty but for an address that is none: every kind of message shows. */
export const sendWrongApplication = async (page: Page): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill('ada@');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
};

/** A whole application, but not sent. */
export const fillApplication = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Ada Obi');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
  await page.getByLabel('Qualification').selectOption('BSc');
  await page.getByLabel('Location').fill('Surulere, Lagos');
  await page.getByLabel('Motivation').fill('Somebody once listened to me.');
};
