import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '@site/releases/browser-program';
import { type Driver, type DriverOptions, isCancelled, SCREEN } from './driver.ts';

export interface ChromiumContext {
  readonly options?: BrowserContextOptions;
  readonly loadEvent?: 'load' | 'domcontentloaded';
  readonly prepare?: (page: Page) => Promise<void>;
}

interface ChromiumOptions extends DriverOptions {
  readonly program: string;
  readonly context?: ChromiumContext;
}

/** Message that Chromium 109 logs about the `popover` attribute, which only later versions support. */
const BROWSER_ADVICE = /^Found a 'popover' attribute\./;

/** Collects a tab's errors. The browser also logs the statuses of the 404 page and of a form with errors, which are not faults. */
const collectProblems = (page: Page, siteUrl: string, problems: string[]): void => {
  page.on('console', (message) => {
    const { url } = message.location();
    const isPage = url.split('#')[0] === page.url().split('#')[0] && /status of 4(04|22)/.test(message.text());
    if (message.type() === 'error' && !isPage && !BROWSER_ADVICE.test(message.text())) problems.push(`${page.url()}: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (request.url().startsWith(siteUrl) && !isCancelled(reason)) problems.push(`${page.url()}: ${request.url()} failed: ${reason}`);
  });
};

/**
 * Waits until the site's newest service worker is active. Chromium 143 loses a navigation that begins while the test's debugger attaches to a new worker.
 * Without a debugger, none of 300 navigations was lost.
 */
const waitForWorker = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await registration?.update().catch(() => undefined);
    const worker = registration?.installing ?? registration?.waiting;
    while (worker !== undefined && worker !== null && worker.state !== 'activated')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  });
};

/** Time limit for each step, so that a test fails at the step where the browser stopped responding. */
const STEP_LIMIT_MS = 120_000;

export const openChromium = async ({
  program,
  siteUrl,
  otherSites,
  reducesMotion,
  initScript,
  context: circumstances = {},
}: ChromiumOptions): Promise<Driver> => {
  const browser = await chromium.launch({
    executablePath: program,
    args: [...CHROMIUM_FLAGS, '--font-render-hinting=none', `--proxy-server=https=127.0.0.1:${otherSites.proxyPort}`],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const context = await browser.newContext({
    viewport: SCREEN,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    reducedMotion: reducesMotion ? 'reduce' : 'no-preference',
    ...circumstances.options,
  });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  // Set the navigation timeout too, because the test runner disables it and `setDefaultTimeout` does not change that.
  context.setDefaultNavigationTimeout(STEP_LIMIT_MS);
  if (initScript !== undefined) await context.addInitScript(initScript);
  const problems: string[] = [];
  const addTab = async (): Promise<Page> => {
    const page = await context.newPage();
    collectProblems(page, siteUrl, problems);
    await circumstances.prepare?.(page);
    return page;
  };
  const tabs = [await addTab()];
  const getPage = (): Page => {
    const page = tabs.at(-1);
    if (page === undefined) throw new Error('No tab is open.');
    return page;
  };
  return {
    version: browser.version(),
    open: async (url) => {
      if (browser.version().startsWith('143.')) await waitForWorker(getPage());
      await getPage().goto(url, { waitUntil: circumstances.loadEvent ?? 'load' });
    },
    reload: async () => {
      await getPage().reload();
    },
    evaluate: (expression) => getPage().evaluate(expression),
    clickAt: (x, y) => getPage().mouse.click(x, y),
    type: (text) => getPage().keyboard.type(text),
    press: (key) => getPage().keyboard.press(key),
    upload: (selector, path) => getPage().locator(selector).first().setInputFiles(path),
    openTab: async () => {
      tabs.push(await addTab());
    },
    closeTab: async () => {
      await tabs.pop()?.close();
    },
    screenshot: () => getPage().screenshot(),
    takeProblems: async () => problems.splice(0),
    close: () => browser.close(),
  };
};
