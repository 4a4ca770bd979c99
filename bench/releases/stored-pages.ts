import type { Browser } from '@playwright/test';

const LIMIT_MS = 15_000;

interface StoredPage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

export const storePage = async (url: string): Promise<StoredPage> => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return { url, headers: Object.fromEntries(response.headers), html: await response.text() };
};

/** Opens a stored page in a browser with an empty cache and a clock set ahead, and follows a link. Returns all failures. */
export const openStoredPage = async (browser: Browser, { url, headers, html }: StoredPage, ageMs: number): Promise<string[]> => {
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`));
  page.on('requestfailed', (request) => failed.push(request.url()));
  page.on('pageerror', (error) => failed.push(String(error)));
  page.on('request', (request) => request.url().endsWith('/reports') && failed.push(`report: ${request.postData()}`));
  try {
    await page.clock.setFixedTime(Date.now() + ageMs);
    await page.route(url, (route) => route.fulfill({ status: 200, headers, body: html }));
    await page.goto(url);
    await page.locator('html[data-alive]').waitFor({ state: 'attached', timeout: LIMIT_MS });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Gallery', exact: true }).first().click({ timeout: LIMIT_MS });
    await page.getByRole('heading', { level: 1, name: 'Our Gallery' }).waitFor({ timeout: LIMIT_MS });
  } catch (error) {
    failed.push(String(error).replaceAll('\n', ' '));
  }
  await page.close();
  return failed;
};
