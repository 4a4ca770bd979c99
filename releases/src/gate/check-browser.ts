import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_SESSION } from '@site/shared/testing/sample-provider';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import type { ReleaseStore } from '../release-store.ts';
import { CHROMIUM_FLAGS, findBrowser } from './browser-program.ts';
import { type Candidate, getRuntimeName, ownsSignIn } from './candidate.ts';
import { createFindingFactory, type Finding, PASSWORD_FIX } from './finding.ts';
import { type GateSite, HOST_PROGRAM, startGateSite } from './gate-site.ts';
import { observePage, type PageObserver, type PageRecord } from './page-observer.ts';
import type { ProbedRoute } from './probe-protocol.ts';

/** A page that no remote owns: the shell and nothing else. */
const PLAIN_PATH = '/no-such-page/of-the-gate';
/** More than there are cores: most of a visit is waiting for the page. */
const PAGES_AT_ONCE = 5;
const LIMITS_MS = { open: 5000, navigate: 3000, evaluate: 2500, longTask: 1000 };
type Limits = typeof LIMITS_MS;
/** A busy machine is no fault of the build: the limits grow with the time that a page without a remote takes, and pages with findings are visited again, alone and with longer limits. */
const USUAL_OPEN_MS = 1200;
const MAX_SLOWNESS = 8;
const SECOND_VISIT_FACTOR = 1.8;

const scaleLimits = (factor: number): Limits => ({
  open: LIMITS_MS.open * factor,
  navigate: LIMITS_MS.navigate * factor,
  evaluate: LIMITS_MS.evaluate * factor,
  longTask: LIMITS_MS.longTask * factor,
});
const BASELINE_LIMITS = scaleLimits(MAX_SLOWNESS);
const CLOSE_LIMIT_MS = 3000;
const POLL_MS = 30;

const finding = createFindingFactory('browser');

/** Something took too long, which a second attempt may not. */
class LateError extends Error {}

const within = async <T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(what)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

interface Baseline {
  readonly openMs: number;
  readonly shell: readonly string[];
  readonly record: PageRecord;
}

const toText = (value: unknown): string => (value instanceof Error ? value.message : String(value)).split('\n')[0]?.slice(0, 300) ?? '';

/** The kind and the message of a report that the host's script sends. */
const describeReport = (text: string): string => {
  const [, kind = 'fault'] = /"kind":"([^"]*)"/.exec(text) ?? [];
  const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return `${kind}: ${toText(message)}`;
};

/** Opens pages in one browser context, and looks at them through the observer in the page. */
const createVisitor = (context: BrowserContext, site: GateSite, candidate: Candidate) => {
  const { build } = candidate;
  const runtimeName = getRuntimeName(candidate);
  const evaluate = <T>(page: Page, expression: string, limitMs: number): Promise<T> =>
    within(page.evaluate<T>(`__gate.${expression}`), limitMs, 'The page does not respond: its script is busy.');

  /** Playwright's own waiting evaluates text in the page, which the security policy forbids. */
  const waitUntil = async (page: Page, condition: string, limitMs: number, what: string): Promise<void> => {
    const end = performance.now() + limitMs;
    for (;;) {
      if (await within(page.evaluate<boolean>(condition), Math.max(end - performance.now(), 1), what)) return;
      if (performance.now() > end) throw new LateError(what);
      await page.waitForTimeout(POLL_MS);
    }
  };

  const open = async (page: Page, path: string, limits: Limits): Promise<void> => {
    await within(page.goto(`${site.url}${path}`, { waitUntil: 'commit', timeout: limits.open }), limits.open, 'The server does not respond in time.');
    await waitUntil(page, "'alive' in document.documentElement.dataset", limits.open, 'It is not hydrated in time: its script hangs, fails or never ends.');
  };

  /** The shell of a page in its final state: transitions take a moment. */
  const readShell = async (page: Page, limits: Limits, expected?: readonly string[]): Promise<string[]> => {
    let lines: string[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      lines = await evaluate<string[]>(page, 'describeShell()', limits.evaluate);
      if (expected === undefined ? attempt > 3 : lines.join() === expected.join()) break;
      await page.waitForTimeout(100);
    }
    return lines;
  };

  const getTitle = (page: Page, limits: Limits): Promise<string> => within(page.title(), limits.evaluate, 'The page does not respond: its script is busy.');

  /** How a page looks that the candidate has nothing to do with. */
  const readBaseline = async (path: string): Promise<Baseline> => {
    const page = await context.newPage();
    try {
      const began = performance.now();
      await open(page, path, BASELINE_LIMITS);
      const openMs = performance.now() - began;
      const shell = await readShell(page, BASELINE_LIMITS);
      await evaluate(page, 'retainsFocus()', BASELINE_LIMITS.evaluate);
      return { openMs, shell, record: await evaluate<PageRecord>(page, 'record()', BASELINE_LIMITS.evaluate) };
    } finally {
      await page.close();
    }
  };

  /** Arrived when the head has changed and the area has content: the title of a page may depend on how it is reached. */
  const navigate = async (page: Page, path: string, limits: Limits): Promise<void> => {
    const title = await getTitle(page, limits);
    await evaluate(page, `navigate(${JSON.stringify(path)})`, limits.evaluate);
    const hasArrived = `document.title !== ${JSON.stringify(title)} && (document.querySelector('main')?.textContent ?? '').trim() !== ''`;
    await waitUntil(page, hasArrived, limits.navigate, `A navigation to ${path} does not arrive there.`);
  };

  const isOwnGlobal = (name: string): boolean =>
    name.replace(/^(?:rspackChunk|webpackChunk)/, '') === runtimeName || /^__(?:FEDERATION|GLOBAL_LOADING_REMOTE)_/.test(name);

  const compareShell = (where: string, lines: readonly string[], plain: Baseline): Finding[] => {
    const differingLines = lines.filter((line) => !plain.shell.includes(line));
    const missing = plain.shell.filter((line) => !lines.includes(line));
    const [example = missing[0]] = differingLines;
    if (example === undefined) return [];
    return [
      finding(
        where,
        `changes the shell of the page that is visited next: ${Math.max(differingLines.length, missing.length)} elements differ, such as ${toText(example).slice(0, 120)}.`,
        'Styles and elements of a remote stay inside its own elements; remove what an effect has added in its clean-up.',
      ),
    ];
  };

  const compareRecord = (where: string, record: PageRecord, plain: PageRecord, limits: Limits): Finding[] => {
    const added = (now: readonly string[], before: readonly string[]): string[] => [...new Set(now.filter((each) => !before.includes(each)))];
    const globals = added(record.globals, plain.globals).filter((name) => !isOwnGlobal(name));
    return [
      ...globals.map((name) => finding(where, `leaves a global: window.${name}.`, 'Keep values in modules, components or stores.')),
      ...added(record.changes, plain.changes).map((name) => finding(where, `changes what all code shares: ${name}.`, 'Use a function of your own instead.')),
      ...record.violations.map((violation) =>
        finding(where, `violates the security policy: ${violation}.`, 'Scripts, styles, frames and calls come from this site (docs/contracts/remote.md).'),
      ),
      ...[...new Set(record.forbiddenUses)].map((what) =>
        finding(where, `${what}.`, 'Leave alone what the page has not made itself (docs/contracts/storage-keys.md).'),
      ),
      ...(record.longestTask > limits.longTask
        ? [finding(where, `blocks the page for ${(record.longestTask / 1000).toFixed(1)} s without a pause.`, 'Split the work, or do it on the server.')]
        : []),
    ];
  };

  /** What is left outside of the area after the page was left, once timers and clean-ups have run. */
  const findLeftovers = async (page: Page, where: string, plain: Baseline, limits: Limits): Promise<Finding[]> => {
    let left: string[] = [];
    let strange: string[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const record = await evaluate<PageRecord>(page, 'record()', limits.evaluate);
      left = [...new Set(record.left)];
      strange = record.surroundings.filter((each) => !plain.record.surroundings.includes(each));
      if (left.length + strange.length === 0) break;
      await page.waitForTimeout(100);
    }
    return [
      ...left.map((what) => finding(where, `leaves ${what} behind when it is left.`, 'Remove it in the clean-up of the effect that added it.')),
      ...strange.map((what) => finding(where, `leaves ${what} behind when it is left.`, 'A remote changes nothing outside of its own elements.')),
    ];
  };

  /** Passes on what a page says by itself. */
  const listen = (page: Page, note: (what: string, fix: string) => void): void => {
    page.on('console', (message: ConsoleMessage) => {
      // Addresses outside of the site cannot be reached from here; the policy says which are allowed.
      const isOutside = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/.test(message.text()) && !message.location().url.startsWith(site.url);
      if (message.type() === 'error' && !isOutside)
        note(
          `prints an error: ${toText(`${message.text()} ${/^Failed to load/.test(message.text()) ? message.location().url : ''}`)}`,
          'A visited page leaves the console clean.',
        );
    });
    page.on('pageerror', (error) =>
      note(`throws in the browser: ${toText(error)}`, 'Errors #418 to #425 of React mean that server and browser render different HTML.'),
    );
    page.on('dialog', (dialog) => {
      note('opens a dialog of the browser.', 'Show messages in the page.');
      void dialog.dismiss().catch(() => undefined);
    });
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === site.url && pathname === '/reports' && request.method() === 'POST')
        note(`is reported by the host: ${describeReport(request.postData() ?? '')}`, 'See the message.');
    });
  };

  /** Opens the route, leaves it for a plain page, comes back, and leaves it again. */
  const visit = async (
    page: Page,
    address: string,
    plain: Baseline,
    neighbour: { readonly path: string; readonly baseline: Baseline } | undefined,
    limits: Limits,
  ): Promise<readonly Finding[]> => {
    const findings: Finding[] = [];
    let step = `opening ${address}`;
    const note = (what: string, fix: string): void => void findings.push(finding(step, what, fix));
    listen(page, note);
    try {
      await open(page, address, limits);
      const { covered, hasPasswordField } = await evaluate<ReturnType<PageObserver['look']>>(page, 'look()', limits.evaluate);
      for (const name of covered) note(`covers "${name}" of the shell.`, 'Visitors need the header, the help and the quick exit on every page.');
      if (hasPasswordField && !ownsSignIn(build)) note('asks for a password.', PASSWORD_FIX);
      const { pathname } = new URL(page.url());
      step = `leaving ${address}`;
      await navigate(page, PLAIN_PATH, limits);
      findings.push(...compareShell(step, await readShell(page, limits, plain.shell), plain), ...(await findLeftovers(page, step, plain, limits)));
      if (!(await evaluate<boolean>(page, 'retainsFocus()', limits.evaluate)))
        note('takes the focus away from the shell.', 'Move the focus only in response to an input in the area.');

      step = `navigating to ${address}`;
      await navigate(page, pathname, limits);
      if (neighbour !== undefined) {
        step = `leaving ${address} for ${neighbour.path}`;
        await navigate(page, neighbour.path, limits);
      }
      step = `leaving ${address} again`;
      await navigate(page, PLAIN_PATH, limits);
      findings.push(...compareShell(step, await readShell(page, limits, plain.shell), plain), ...(await findLeftovers(page, step, plain, limits)));
      const record = await evaluate<PageRecord>(page, 'record()', limits.evaluate);
      findings.push(...compareRecord(address, record, neighbour?.baseline.record ?? plain.record, limits));
      return findings;
    } catch (error) {
      if (error instanceof LateError) note(error.message, 'Look for an endless loop, a file that is missing, or an error above.');
      else note(`cannot be examined: ${toText(error)}`, 'The page must stay open and usable.');
      return findings;
    } finally {
      page.removeAllListeners();
    }
  };

  /** A tab for several visits: its process has compiled the scripts. After a visit with findings the next one gets a new tab, and nothing of the page is left. */
  const createTab = () => {
    let page: Page | undefined;
    // A page that hangs does not close; the browser ends with the check.
    const close = (): Promise<void> => within(page?.close() ?? Promise.resolve(), 500, '').catch(() => undefined);
    return {
      use: async (look: (page: Page) => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
        page ??= await context.newPage();
        const findings = await look(page);
        if (findings.length > 0) {
          await close();
          page = undefined;
        }
        return findings;
      },
      close,
    };
  };

  return { readBaseline, visit, createTab };
};

const createContext = async (browser: Browser, site: GateSite, remote: string, isSignedIn: boolean): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  // The compiler of TypeScript names functions with a helper that the page does not have.
  await context.addInitScript({
    content: `(() => { const __name = (value) => value; (${observePage.toString()})(${JSON.stringify(`${site.url}/_mf/${remote}/`)}); })();`,
  });
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
  const { readBaseline, visit, createTab } = createVisitor(context, site, candidate);
  const [plain, neighbourBaseline] = await Promise.all([
    readBaseline(PLAIN_PATH),
    site.neighbour === undefined || isSignedIn ? undefined : readBaseline(site.neighbour),
  ]);
  const neighbour = site.neighbour === undefined || neighbourBaseline === undefined ? undefined : { path: site.neighbour, baseline: neighbourBaseline };
  const queue = routes.flatMap(({ address }, index) => (address === undefined ? [] : [{ address, neighbour: index === 0 ? neighbour : undefined }]));
  const slowness = Math.min(Math.max(plain.openMs / USUAL_OPEN_MS, 1), MAX_SLOWNESS);
  const doubtful: { readonly route: (typeof queue)[number]; readonly findings: readonly Finding[] }[] = [];
  const work = async (): Promise<void> => {
    const tab = createTab();
    for (let route = queue.shift(); route !== undefined; route = queue.shift()) {
      const found = await tab.use((page) => visit(page, route.address, plain, route.neighbour, scaleLimits(slowness)));
      if (found.length > 0) doubtful.push({ route, findings: found });
    }
    await tab.close();
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, work));
  const findings: Finding[] = [];
  const tab = createTab();
  let confirmed = 0;
  for (const { route, findings: first } of doubtful) {
    // Once two pages are known to be bad, the others are believed to be: a page that hangs costs seconds.
    const found =
      confirmed === 2 ? first : await tab.use((page) => visit(page, route.address, plain, route.neighbour, scaleLimits(slowness * SECOND_VISIT_FACTOR)));
    if (found.length > 0) confirmed = Math.min(confirmed + 1, 2);
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

/** Why this machine cannot open pages, or undefined if it can. */
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
      const routesOfVisitor = pages.filter(({ shell }) => shell !== isSignedIn);
      const share = Math.max(Math.round((PAGES_AT_ONCE * routesOfVisitor.length) / pages.length), 1);
      return visitAll(browser, site, candidate, routesOfVisitor, isSignedIn, share);
    };
    return (await Promise.all([visitRoutes(false), visitRoutes(true)])).flat();
  } finally {
    if ('site' in started) await started.site.stop();
    await within(server.close(), CLOSE_LIMIT_MS, '').catch(() => server.kill());
  }
};

/** Opens every route in a real browser inside the real shell: hydration, client navigation away and back, and what the page leaves behind. */
export const checkBrowser = async (options: BrowserCheck): Promise<Finding[]> => {
  const problem = findSetupProblem(options.root);
  if (problem !== undefined) return [problem];
  // A browser may end for reasons of the machine; one that ends twice has met something in the build.
  return openAll(options).catch(() =>
    openAll(options).catch((error: unknown) => [
      finding('the browser', `ends while it shows the pages: ${toText(error)}`, 'Open the pages of the build in a browser to see why.'),
    ]),
  );
};
