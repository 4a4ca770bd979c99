import type { Browser, Page } from '@playwright/test';
import { pause } from '../measuring.ts';

const LIMIT_MS = 15_000;
const CLICK_PAUSE_MS = 700;
const LINKS = [
  ['News', /News/],
  ['Gallery', /Gallery/],
  ['Events', /Events/],
  ['About Us', /Empowering Youth/],
] as const;
const CLICKS = 8;
const TEXTS = { Name: 'Ada Obi', Location: 'Surulere, Lagos', Motivation: 'Somebody once listened to me.' } as const;
const TYPING_MS = 15_000;

export interface SessionCounts {
  clicks: number;
  documents: number;
  /** Number of times that a form with typed text was checked. */
  formChecks: number;
  /** Scripts that did not load or run, reported faults, and pages that did not open. */
  readonly faults: string[];
  readonly mixedVersions: string[];
  readonly lostInputs: string[];
}

/** Records failures in a tab. A document must load only one version of each remote. */
const recordFailures = (page: Page, counts: SessionCounts): void => {
  let versions = new Map<string, string>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) {
      counts.documents += 1;
      versions = new Map();
    }
    if (request.method() === 'POST' && request.url().endsWith('/reports')) counts.faults.push(`report: ${request.postData()}`);
    // Decode the URL, because the page escapes characters in the URL when it retries a failed file.
    const [, remote, version] = /\/_mf\/([a-z-]+)\/([^/]+)\/.*\.(?:js|css)$/.exec(decodeURI(request.url())) ?? [];
    if (remote === undefined || version === undefined) return;
    const knownVersion = versions.get(remote) ?? version;
    versions.set(remote, knownVersion);
    if (knownVersion !== version) counts.mixedVersions.push(`${remote} ${knownVersion} and ${version}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) counts.faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a document aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') counts.faults.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  page.on('pageerror', (error) => counts.faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') counts.faults.push(message.text());
  });
};

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url, { timeout: LIMIT_MS });
  await page.locator('html[data-alive]').waitFor({ state: 'attached', timeout: LIMIT_MS });
};

const clickThroughLinks = async (page: Page, url: string, counts: SessionCounts, isOver: () => boolean): Promise<void> => {
  await open(page, `${url}/`);
  for (let click = 0; click < CLICKS && !isOver(); click += 1) {
    const [name, heading] = LINKS[click % LINKS.length] ?? LINKS[0];
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first().click({ timeout: LIMIT_MS });
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor({ timeout: LIMIT_MS });
    counts.clicks += 1;
    await pause(CLICK_PAUSE_MS);
  }
};

/** Types into a form and checks the typed text repeatedly while versions change. */
const typeIntoForm = async (page: Page, url: string, counts: SessionCounts, isOver: () => boolean): Promise<void> => {
  await open(page, `${url}/volunteer`);
  for (const [label, value] of Object.entries(TEXTS)) await page.getByLabel(label, { exact: true }).fill(value);
  for (const end = performance.now() + TYPING_MS; performance.now() < end && !isOver(); await pause(CLICK_PAUSE_MS)) {
    counts.formChecks += 1;
    for (const [label, value] of Object.entries(TEXTS)) {
      const foundText = await page.getByLabel(label, { exact: true }).inputValue({ timeout: LIMIT_MS });
      if (foundText !== value) counts.lostInputs.push(`${label}: "${foundText}"`);
    }
  }
};

/** Simulates two visitors in a browser until `stop` is called: one follows links in a tab, the other fills in a form. */
export const startSessions = (browser: Browser, url: string): { stop(): Promise<SessionCounts> } => {
  const counts: SessionCounts = { clicks: 0, documents: 0, formChecks: 0, faults: [], mixedVersions: [], lostInputs: [] };
  let isOver = false;
  const run = async (visit: typeof clickThroughLinks): Promise<void> => {
    while (!isOver) {
      const context = await browser.newContext();
      const page = await context.newPage();
      recordFailures(page, counts);
      await visit(page, url, counts, () => isOver).catch((error: unknown) => counts.faults.push(String(error).replaceAll('\n', ' ')));
      await context.close();
    }
  };
  const sessions = Promise.all([run(clickThroughLinks), run(typeIntoForm)]);
  return {
    stop: async () => {
      isOver = true;
      await sessions;
      return counts;
    },
  };
};
