import { findBrowser } from '@site/releases/browser-program';
import {
  BrowserUnavailable,
  CHROMIUM_BUILDS,
  type ChromiumMajor,
  installChromium,
  installCurrentChromium,
  installFirefox,
  installWebKit,
} from '@site/scripts/browsers';
import { renameNewerNames } from '../newer-names.ts';
import { prepareForChrome90 } from './chrome-90.ts';
import { type ChromiumContext, openChromium } from './chromium.ts';
import type { Driver, DriverOptions } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/** `Chromium` is the full current browser. The headless shell opens a page in half the time, but lacks the back/forward cache. */
export type BrowserName = `Chromium ${ChromiumMajor}` | 'Chromium' | 'Headless shell' | 'Firefox' | 'WebKitGTK';

export const BROWSERS: readonly BrowserName[] = [...CHROMIUM_BUILDS.map(({ major }): BrowserName => `Chromium ${major}`), 'Chromium', 'Firefox', 'WebKitGTK'];

const SLOW_NETWORK = { offline: false, latency: 600, downloadThroughput: 250_000 / 8, uploadThroughput: 250_000 / 8 };

const DEFAULT_CONDITION = { isOld: false, hasScript: true, hasStyles: true, hidesNewerNames: false, isSlow: false };

export const CONDITIONS = {
  'Chromium 90, no script': { ...DEFAULT_CONDITION, isOld: true, hasScript: false },
  'no newer features': { ...DEFAULT_CONDITION, hidesNewerNames: true },
  'no script': { ...DEFAULT_CONDITION, hasScript: false },
  'no styles': { ...DEFAULT_CONDITION, hasStyles: false },
  'slow, script held': { ...DEFAULT_CONDITION, isSlow: true, hasScript: false },
} as const satisfies Readonly<Record<string, typeof DEFAULT_CONDITION>>;

export type Condition = keyof typeof CONDITIONS;

export const isCondition = (run: BrowserName | Condition): run is Condition => run in CONDITIONS;

/** Disables all stylesheets, as if the visitor had switched styles off. */
const ignoreStyles = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { all: revert !important }');
  document.adoptedStyleSheets = [sheet];
};

const getContext = (condition: Condition, siteUrl: string): ChromiumContext => {
  const { isOld, hasScript, hasStyles, hidesNewerNames, isSlow } = CONDITIONS[condition];
  return {
    options: {
      javaScriptEnabled: hasScript || isSlow,
      bypassCSP: hidesNewerNames,
      serviceWorkers: hidesNewerNames || isSlow ? 'block' : 'allow',
    },
    // The page's scripts never arrive, so it never finishes loading.
    loadEvent: isSlow ? 'domcontentloaded' : 'load',
    prepare: async (page) => {
      if (isOld) await prepareForChrome90(page);
      if (hidesNewerNames) await renameNewerNames(page, siteUrl, { withScripts: true });
      if (!hasStyles) await page.addInitScript(ignoreStyles);
      if (!isSlow) return;
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
      await page.route(/\.js(\?|$)/, () => {});
    },
  };
};

const getHeadlessShell = (): string => {
  const program = findBrowser();
  if (program === undefined) throw new BrowserUnavailable('Chromium is not installed.');
  return program;
};

/** Installs a run's browser if it is missing, or throws `BrowserUnavailable`. The returned function opens the browser with a new profile. */
export const prepareRun = async (run: BrowserName | Condition): Promise<(options: DriverOptions) => Promise<Driver>> => {
  if (run === 'Firefox') {
    const program = installFirefox();
    return (options) => openFirefox({ ...options, program });
  }
  if (run === 'WebKitGTK') {
    const programs = installWebKit();
    return (options) => openWebKit({ ...options, programs });
  }
  if (isCondition(run)) {
    const program = CONDITIONS[run].isOld ? await installChromium(90) : getHeadlessShell();
    return (options) => openChromium({ ...options, program, context: getContext(run, options.siteUrl) });
  }
  if (run === 'Chromium' || run === 'Headless shell') {
    const program = run === 'Chromium' ? installCurrentChromium() : getHeadlessShell();
    return (options) => openChromium({ ...options, program });
  }
  const major = Number(run.split(' ')[1]) as ChromiumMajor;
  const program = await installChromium(major);
  return (options) => openChromium({ ...options, program, ...(major === 90 ? { context: { prepare: prepareForChrome90 } } : {}) });
};
