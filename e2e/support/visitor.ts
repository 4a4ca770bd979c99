import { type Browser, type BrowserContext, expect as baseExpect, type Page } from '@playwright/test';
import { launchChrome90, prepareForChrome90 } from './chrome-90.ts';
import { renameNewerNames } from './newer-names.ts';
import { type Site, test as siteTest } from './site-test.ts';

/** Pages take seconds on a slow network. */
export const expect = baseExpect.configure({ timeout: 20_000 });

export const EXIT_PAGE = 'https://www.bbc.com/weather';
const EXIT_TEXT = 'Somebody else';

/** 250 kbit/s with 600 ms of delay. */
const SLOW_NETWORK = { offline: false, latency: 600, downloadThroughput: 250_000 / 8, uploadThroughput: 250_000 / 8 };

const NO_CONDITION = { isOld: false, hasScript: true, hasStyles: true, lacksNewerNames: false, isSlow: false };

/** Browsers and circumstances in which every journey has to succeed. */
export const CONDITIONS = {
  'Chrome 90': { ...NO_CONDITION, isOld: true },
  'Chrome 90, no script': { ...NO_CONDITION, isOld: true, hasScript: false },
  'no newer features': { ...NO_CONDITION, lacksNewerNames: true },
  'no script': { ...NO_CONDITION, hasScript: false },
  'no styles': { ...NO_CONDITION, hasStyles: false },
  'slow, script held': { ...NO_CONDITION, isSlow: true, hasScript: false },
} as const satisfies Readonly<Record<string, typeof NO_CONDITION>>;

export type Condition = keyof typeof CONDITIONS;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: Site;
  /** Whether the site's script arrives and runs. */
  readonly hasScript: boolean;
  readonly hasStyles: boolean;
  /** Opens a page of the site and waits until a visitor can use it. */
  open(path: string): Promise<void>;
}

/** Ignores all stylesheets, as browsers do whose visitors switch styles off. */
const ignoreStyles = (): void => {
  const ignore = (): void => {
    for (const element of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('style,link[rel=stylesheet]')) element.media = 'not all';
  };
  new MutationObserver(ignore).observe(document, { childList: true, subtree: true });
};

const applyCondition = async (page: Page, site: Site, condition: Condition): Promise<void> => {
  const { isOld, hasStyles, lacksNewerNames, isSlow } = CONDITIONS[condition];
  if (isOld) await prepareForChrome90(page);
  if (lacksNewerNames) await renameNewerNames(page, site.url, { withScripts: true });
  if (!hasStyles) await page.addInitScript(ignoreStyles);
  if (!isSlow) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await page.route(/\.js(\?|$)/, () => {});
};

/** A tab of a cheap phone. Errors of its pages are collected in `errors`. */
const openVisit = async (browser: Browser, site: Site, condition: Condition, errors: string[]): Promise<Visitor> => {
  const { hasScript, hasStyles, lacksNewerNames, isSlow } = CONDITIONS[condition];
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    javaScriptEnabled: hasScript || isSlow,
    bypassCSP: lacksNewerNames,
    serviceWorkers: lacksNewerNames || isSlow ? 'block' : 'allow',
  });
  await context.route('https://**', (route) => route.fulfill({ contentType: 'text/html', body: `<title>Weather</title><p>${EXIT_TEXT}</p>` }));
  const page = await context.newPage();
  page.on('console', (message) => {
    // The browser says so of the 404 page itself, and of a form with errors.
    const isPage = message.location().url.split('#')[0] === page.url().split('#')[0] && /status of 4(04|22)/.test(message.text());
    if (message.type() === 'error' && !isPage) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error}`));
  await applyCondition(page, site, condition);
  const open = async (path: string): Promise<void> => {
    await page.goto(`${site.url}${path}`, { waitUntil: isSlow ? 'domcontentloaded' : 'load' });
    if (hasScript) await expect(page.locator('html[data-alive]')).toBeAttached();
  };
  return { page, context, site, hasScript, hasStyles, open };
};

interface Chrome90 {
  readonly browser?: Browser;
  /** Why there is none. */
  readonly reason: string;
}

/** A visitor under the chosen condition, who sees no error in the console. Without Chrome 90 its tests are skipped, with the reason. */
export const test = siteTest.extend<{ condition: Condition; visitor: Visitor }, { chrome90: Chrome90 }>({
  condition: ['Chrome 90', { option: true }],
  chrome90: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      const chrome90 = await launchChrome90().then(
        (browser): Chrome90 => ({ browser, reason: '' }),
        (error: unknown): Chrome90 => ({ reason: String(error) }),
      );
      await use(chrome90);
      await chrome90.browser?.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  visitor: async ({ condition, browser, chrome90, contentSite }, use, testInfo) => {
    const chosen = CONDITIONS[condition].isOld ? chrome90.browser : browser;
    testInfo.skip(chosen === undefined, chrome90.reason);
    if (chosen === undefined) return;
    const errors: string[] = [];
    const visitor = await openVisit(chosen, contentSite, condition, errors);
    await use(visitor);
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visitor.context.close();
    expect(errors).toEqual([]);
  },
});
