import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { type Driver, type DriverOptions, isCancelled, logPolicyViolations, SCREEN } from './driver.ts';
import { waitUntil } from './until.ts';

/**
 * Console messages about a font or image whose download ended because the visitor left the page (NS_BINDING_ABORTED). Failed requests are reported separately.
 */
const CANCELLED_DOWNLOAD =
  /downloadable font: download failed .*status=2152398850|\/img\/.*A ServiceWorker intercepted the request and encountered an unexpected error/;

/** HTTP statuses from the site that are not failures: those of the 404 page and of a form with errors. */
const EXPECTED_STATUSES = [404, 422];

const collectProblems = (page: Page, siteUrl: string, problems: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !CANCELLED_DOWNLOAD.test(message.text())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    if (!CANCELLED_DOWNLOAD.test(String(error))) problems.push(`${page.url()}: ${error instanceof Error ? error.stack : error}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (request.url().startsWith(siteUrl) && !isCancelled(reason)) problems.push(`${page.url()}: ${request.url()} failed: ${reason}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    const isPage = response.request().isNavigationRequest() || response.url().split('?')[0] === page.url().split('?')[0];
    if (response.url().startsWith(siteUrl) && status >= 400 && !(isPage && EXPECTED_STATUSES.includes(status)))
      problems.push(`${page.url()}: ${response.url()} has status ${status}`);
  });
};

/** Navigates away and waits for the next page's load event. Puppeteer's own wait never ends if the next page comes from the back/forward cache. */
const leave = async (page: Page, expression: string): Promise<void> => {
  await page.evaluate(`document.documentElement.dataset.left = ''; ${expression}`);
  await waitUntil(
    `the next page after ${expression}`,
    () => page.evaluate(() => document.readyState === 'complete' && !('left' in document.documentElement.dataset)),
    (isLoaded) => isLoaded,
  );
};

interface FirefoxOptions extends DriverOptions {
  readonly program: string;
}

export const openFirefox = async ({ program, siteUrl, otherSites, reducesMotion, initScript }: FirefoxOptions): Promise<Driver> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    acceptInsecureCerts: true,
    defaultViewport: SCREEN,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': otherSites.proxyPort,
      'ui.prefersReducedMotion': reducesMotion ? 1 : 0,
      // Scroll bars take up no space on phones.
      'ui.useOverlayScrollbars': 1,
    },
  });
  const problems: string[] = [];
  const addTab = async (page: Page): Promise<Page> => {
    await page.setViewport(SCREEN);
    await page.evaluateOnNewDocument(logPolicyViolations);
    if (initScript !== undefined) await page.evaluateOnNewDocument(initScript);
    collectProblems(page, siteUrl, problems);
    return page;
  };
  const tabs = [await addTab(await browser.newPage())];
  const getPage = (): Page => {
    const page = tabs.at(-1);
    if (page === undefined) throw new Error('No tab is open.');
    return page;
  };
  return {
    version: (await browser.version()).replace(/^\w+\//, ''),
    open: (url) => leave(getPage(), `location.assign(${JSON.stringify(url)})`),
    reload: () => leave(getPage(), 'location.reload()'),
    evaluate: (expression) => getPage().evaluate(expression),
    clickAt: (x, y) => getPage().mouse.click(x, y),
    type: (text) => getPage().keyboard.type(text),
    press: (key) => getPage().keyboard.press(key),
    upload: async (selector, path) => {
      const input = (await getPage().$(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(path);
    },
    openTab: async () => {
      tabs.push(await addTab(await browser.newPage()));
      await getPage().bringToFront();
    },
    closeTab: async () => {
      await tabs.pop()?.close();
      await getPage().bringToFront();
    },
    screenshot: async () => Buffer.from(await getPage().screenshot()),
    takeProblems: async () => problems.splice(0),
    close: () => browser.close(),
  };
};
