import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_SESSION } from '@site/shared/testing/sample-provider';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ReleaseStore } from '../release-store.ts';
import { CHROMIUM_FLAGS, findBrowser } from './browser-program.ts';
import type { Candidate } from './candidate.ts';
import { finding, toText } from './compare-pages.ts';
import type { Finding } from './finding.ts';
import { MAX_SLOWNESS, readBaseline, scaleLimits, within } from './gate-page.ts';
import { type GateSite, HOST_PROGRAM, startGateSite } from './gate-site.ts';
import { createObserverScript } from './page-observer.ts';
import type { ProbedRoute } from './probe-protocol.ts';
import { PLAIN_PATH, visitPage } from './visit-page.ts';

/** More than the number of cores, because a visit mostly waits for the page. */
const PAGES_AT_ONCE = 5;
/** Usual load time of a page without a remote. Pages with findings are visited again, one at a time and with longer limits. */
const TYPICAL_OPEN_MS = 1200;
const SECOND_VISIT_FACTOR = 1.8;
const CLOSE_LIMIT_MS = 3000;

/**
 * Creates a tab that several visits share, so that scripts are compiled only once. After a visit with findings, the next visit gets a new tab, so that no state
 * carries over.
 */
const createTab = (context: BrowserContext) => {
  let page: Page | undefined;
  // A page that hangs does not close, but the browser is closed at the end of the check.
  const close = (): Promise<void> => within(page?.close() ?? Promise.resolve(), 500, '').catch(() => undefined);
  return {
    use: async (checkPage: (page: Page) => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
      page ??= await context.newPage();
      const findings = await checkPage(page);
      if (findings.length > 0) {
        await close();
        page = undefined;
      }
      return findings;
    },
    close,
  };
};

const createContext = async (browser: Browser, site: GateSite, remote: string, isSignedIn: boolean): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.addInitScript({ content: createObserverScript(`${site.url}/_mf/${remote}/`) });
  if (isSignedIn)
    await context.addInitScript({
      content: Object.entries(SAMPLE_SESSION)
        .map(([key, value]) => `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)});`)
        .join(''),
    });
  return context;
};

const visitAll = async (
  browser: Browser,
  site: GateSite,
  candidate: Candidate,
  routes: readonly ProbedRoute[],
  isSignedIn: boolean,
  pagesAtOnce: number,
): Promise<Finding[]> => {
  if (routes.length === 0) return [];
  const context = await createContext(browser, site, candidate.remote, isSignedIn);
  const [plain, neighbourBaseline] = await Promise.all([
    readBaseline(context, `${site.url}${PLAIN_PATH}`),
    site.neighbour === undefined || isSignedIn ? undefined : readBaseline(context, `${site.url}${site.neighbour}`),
  ]);
  const visitContext = { site: site.url, candidate, plain };
  const neighbour = site.neighbour === undefined || neighbourBaseline === undefined ? undefined : { path: site.neighbour, baseline: neighbourBaseline };
  const queue = routes.flatMap(({ address }, index) => (address === undefined ? [] : [{ address, neighbour: index === 0 ? neighbour : undefined }]));
  const slowness = Math.min(Math.max(plain.openMs / TYPICAL_OPEN_MS, 1), MAX_SLOWNESS);
  const visitsToRepeat: { readonly route: (typeof queue)[number]; readonly findings: readonly Finding[] }[] = [];
  const work = async (): Promise<void> => {
    const tab = createTab(context);
    for (let route = queue.shift(); route !== undefined; route = queue.shift()) {
      const found = await tab.use((page) => visitPage(page, visitContext, route, scaleLimits(slowness)));
      if (found.length > 0) visitsToRepeat.push({ route, findings: found });
    }
    await tab.close();
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, work));
  const findings: Finding[] = [];
  const tab = createTab(context);
  let confirmedCount = 0;
  for (const { route, findings: first } of visitsToRepeat) {
    // Once the findings for two pages have been confirmed, those for the other pages are accepted without a second visit, because a page that hangs costs
    // seconds.
    const found = confirmedCount === 2 ? first : await tab.use((page) => visitPage(page, visitContext, route, scaleLimits(slowness * SECOND_VISIT_FACTOR)));
    if (found.length > 0) confirmedCount = Math.min(confirmedCount + 1, 2);
    findings.push(...found);
  }
  return findings;
};

interface BrowserCheck {
  readonly root: string;
  readonly candidate: Candidate;
  readonly store: ReleaseStore | undefined;
  readonly routes: Promise<readonly ProbedRoute[] | undefined>;
}

/** Returns why this machine cannot open pages, or undefined if it can. */
const findSetupProblem = (root: string): Finding | undefined => {
  if (findBrowser() === undefined)
    return finding(
      'this machine',
      'has no Chromium or Chrome.',
      'Install one, set CHROMIUM_PATH to its program, or skip this part with --skip-browser, which the release records.',
    );
  if (!existsSync(join(root, HOST_PROGRAM)))
    return finding(
      'this checkout',
      'has no built host to open the pages in.',
      'Build it once (npm run build -w host), or skip this part with --skip-browser, which the release records.',
    );
  return undefined;
};

const openAll = async ({ root, candidate, store, routes }: BrowserCheck): Promise<Finding[]> => {
  const { remote, folder } = candidate;
  const { chromium } = await import('playwright-core');
  const [server, started] = await Promise.all([
    chromium.launchServer({
      executablePath: findBrowser() ?? '',
      args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    }),
    startGateSite({ root, remote, dist: folder, store }).then(
      (site) => ({ site }),
      (error: unknown) => ({ error }),
    ),
  ]);
  try {
    if ('error' in started) return [finding('the host', toText(started.error), 'The host must start and stay up with this build.')];
    const { site } = started;
    if (site.refused !== undefined) return [finding('the host', `does not serve this build: ${site.refused}`, 'See the reason.')];
    const pages = ((await routes) ?? []).filter(({ kind }) => kind === 'page');
    const browser = await chromium.connect(server.wsEndpoint());
    const visitRoutes = (isSignedIn: boolean): Promise<Finding[]> => {
      const routesToVisit = pages.filter(({ shell }) => shell !== isSignedIn);
      const share = Math.max(Math.round((PAGES_AT_ONCE * routesToVisit.length) / pages.length), 1);
      return visitAll(browser, site, candidate, routesToVisit, isSignedIn, share);
    };
    return (await Promise.all([visitRoutes(false), visitRoutes(true)])).flat();
  } finally {
    if ('site' in started) await started.site.stop();
    await within(server.close(), CLOSE_LIMIT_MS, '').catch(() => server.kill());
  }
};

/** Opens every route in a real browser inside the real shell. Checks hydration, client navigation away and back, and what the page leaves behind. */
export const checkBrowser = async (options: BrowserCheck): Promise<Finding[]> => {
  const problem = findSetupProblem(options.root);
  if (problem !== undefined) return [problem];
  // A first crash of the browser may be caused by the machine. A second crash is attributed to the build.
  return openAll(options).catch(() =>
    openAll(options).catch((error: unknown) => [
      finding('the browser', `ends while it shows the pages: ${toText(error)}`, 'Open the pages of the build in a browser to see why.'),
    ]),
  );
};
