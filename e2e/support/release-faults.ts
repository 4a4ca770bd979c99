import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page, type Route } from '@playwright/test';
import type { ReleaseManifest } from '@site/releases/manifest';
import { buildWorkspace } from '@site/releases/release-client';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { startHost } from '@site/scripts/servers';
import { AREA_RESPONSES } from './area-test.ts';
import { createTeamCheckout, getReleasesFolder } from './releases.ts';
import { root, TEMPLATE_FOLDER } from './servers.ts';
import { startStubProvider } from './stub-provider.ts';

export interface FaultyRemote {
  readonly name: string;
  readonly path: string;
  /** Text of the link that opens this page from a page of another remote. */
  readonly link: string;
  readonly heading: RegExp;
  /** Path of the page that is open when the files fail, text of the link that is clicked afterwards, and heading of the page that it opens. */
  readonly idle: { readonly path: string; readonly link: string; readonly heading: RegExp };
  readonly chunks: { readonly first: string; readonly idle: string };
  /** Source files that are changed so that they record their evaluation, and the title that is changed to identify the version. */
  readonly sources: readonly (readonly [file: string, part: 'routes' | 'page', line: string])[];
  readonly title: readonly [file: string, text: string];
}

export const REMOTES = {
  gallery: {
    name: 'gallery',
    path: '/gallery',
    link: 'Gallery',
    heading: /^Our Gallery [AB]$/,
    idle: { path: '/news', link: 'Gallery', heading: /^Our Gallery [AB]$/ },
    chunks: { first: 'gallery', idle: 'gallery' },
    sources: [
      ['src/routes.tsx', 'routes', 'export const createRoutes'],
      ['src/gallery/gallery-page.tsx', 'page', 'export const GalleryPage'],
    ],
    title: ['src/gallery/gallery-content.ts', 'Our Gallery'],
  },
  news: {
    name: 'news-events',
    path: '/news',
    link: 'News',
    heading: /^Latest News & Updates [AB]$/,
    idle: { path: '/news', link: 'First post', heading: /^First post$/ },
    chunks: { first: 'news-list', idle: 'news-article' },
    sources: [
      ['src/routes.tsx', 'routes', 'export const createRoutes'],
      ['src/news/news-list-page.tsx', 'page', 'export const NewsListPage'],
      ['src/news/news-article-page.tsx', 'page', 'export const NewsArticlePage'],
    ],
    title: ['src/news/news-content.ts', 'Latest News & Updates'],
  },
} as const satisfies Record<string, FaultyRemote>;

interface Versions {
  /** The last good version of the remote. */
  readonly a: ReleaseManifest;
  /** The active version, whose files fail. */
  readonly b: ReleaseManifest;
}

export interface FaultSite {
  readonly url: string;
  readonly dataFolder: string;
  readonly store: ReleaseStore;
  readonly versions: Readonly<Record<keyof typeof REMOTES, Versions>>;
  readonly publish: (remote: keyof typeof REMOTES, edits: readonly (readonly [file: string, from: string, to: string])[]) => Promise<ReleaseManifest>;
  readonly activate: (release: ReleaseManifest) => Promise<void>;
}

const record = (part: string): string =>
  `declare const __webpack_public_path__: string;
if (typeof document !== 'undefined') Object.assign(globalThis, { evaluated: [...((globalThis as { evaluated?: unknown[] }).evaluated ?? []), ['${part}', 'A', __webpack_public_path__]] });
`;

export const waitUntilServed = async (url: string, { remote, version }: ReleaseManifest): Promise<void> => {
  const read = async (): Promise<unknown> => (await (await fetch(`${url}/release-set.json`)).json()).remotes[remote]?.versions[0]?.version;
  await expect.poll(read).toBe(version);
};

const startFaultSite = async (): Promise<{ readonly site: FaultSite; readonly stop: () => Promise<void> }> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
  const store = createReleaseStore(join(dataFolder, 'releases'));
  const team = createTeamCheckout(dataFolder);
  const remotes = Object.values(REMOTES);

  const publish = async (name: string): Promise<ReleaseManifest> => {
    await buildWorkspace(join(team.folder, `remote-${name}`));
    return store.publish(name, '1.0.0', join(team.folder, `remote-${name}`, 'dist'));
  };
  const publishAll = async (): Promise<readonly [ReleaseManifest, ReleaseManifest]> => Promise.all([publish('gallery'), publish('news-events')]);

  for (const { name, sources, title } of remotes) {
    for (const [file, part, line] of sources) team.edit(`remote-${name}/${file}`, line, `${record(part)}${line}`);
    team.edit(`remote-${name}/${title[0]}`, title[1], `${title[1]} A`);
  }
  const good = await publishAll();
  for (const { name, sources, title } of remotes) {
    for (const [file, part] of sources) team.edit(`remote-${name}/${file}`, `'${part}', 'A'`, `'${part}', 'B'`);
    team.edit(`remote-${name}/${title[0]}`, `${title[1]} A`, `${title[1]} B`);
  }
  const activeVersions = await publishAll();
  for (const release of [...good, ...activeVersions]) await store.activate(release);

  const stub = await startStubProvider(AREA_RESPONSES);
  const host = await startHost({ dataFolder, providerUrl: stub.url });
  const site: FaultSite = {
    url: host.url,
    dataFolder,
    store,
    versions: { gallery: { a: good[0], b: activeVersions[0] }, news: { a: good[1], b: activeVersions[1] } },
    publish: async (remote, edits) => {
      const folder = `remote-${REMOTES[remote].name}`;
      for (const [file, from, to] of edits) team.edit(`${folder}/${file}`, from, to);
      const release = await publish(REMOTES[remote].name);
      for (const [file, from, to] of edits) team.edit(`${folder}/${file}`, to, from);
      return release;
    },
    activate: async (release) => {
      await store.activate(release, { isExplicit: true });
      await waitUntilServed(host.url, release);
    },
  };
  const stop = async (): Promise<void> => {
    await host.stop();
    await stub.stop();
    team.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { site, stop };
};

/** A site with two versions of two remotes. The title of the last good version contains A, that of the active version B. */
export const test = base.extend<object, { faultSite: FaultSite }>({
  faultSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const { site, stop } = await startFaultSite();
      await use(site);
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const respond = async (route: Route, change: (body: Buffer) => Buffer): Promise<void> => {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.body()) });
};

const SLOW_MS = 5000;

/** Ways in which a file can fail. `hang` never responds. */
export const FAULTS = {
  '404': (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  '503': (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'Unavailable' }),
  hang: async () => {},
  'slow 5 s': async (route) => {
    setTimeout(() => route.continue().catch(() => undefined), SLOW_MS);
  },
  'HTML instead of a script': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the network</p>' }),
  truncated: (route) => respond(route, (body) => body.subarray(0, body.length / 2)),
  'one byte changed': (route) =>
    respond(route, (body) => {
      const changed = Buffer.from(body);
      changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
      return changed;
    }),
  'connection refused': (route) => route.abort('connectionrefused'),
} as const satisfies Record<string, (route: Route) => Promise<void>>;
export type Fault = keyof typeof FAULTS;

export const FILES = ['entry', 'routes chunk', 'page chunk', 'stylesheet', 'release set'] as const;
export const CONTEXTS = ['first load', 'client navigation', 'idle page, then click'] as const;

export interface Cell {
  readonly remote: keyof typeof REMOTES;
  readonly file: (typeof FILES)[number];
  readonly context: (typeof CONTEXTS)[number];
  readonly fault?: Fault;
}

const describeCell = ({ remote, file, context, fault }: Cell): string => `${remote}: ${fault === undefined ? 'no fault' : `${file} ${fault}`}, ${context}`;

const getChunk = ({ remote, context }: Cell): string =>
  REMOTES[remote].chunks[context === 'first load' ? 'first' : context === 'client navigation' ? 'first' : 'idle'];

/**
 * Returns whether a URL fails in a cell of the test matrix. In the cells for the release set, the entry fails too, because a page requests the set only after a
 * failed entry.
 */
const isFaulty = (cell: Cell, { b }: Versions, url: URL): boolean => {
  const path = decodeURIComponent(url.pathname);
  const folder = `/_mf/${b.remote}/${b.version}/`;
  if (!path.startsWith(folder)) return cell.file === 'release set' && path === '/release-set.json';
  const file = path.slice(folder.length);
  switch (cell.file) {
    case 'entry':
    case 'release set':
      return file === b.entry;
    case 'routes chunk':
      return file.startsWith('routes.');
    case 'page chunk':
      return file.startsWith(`${getChunk(cell)}.`) && file.endsWith('.js');
    case 'stylesheet':
      return file.startsWith(`${getChunk(cell)}.`) && file.endsWith('.css');
  }
};

type Evaluation = readonly [part: 'routes' | 'page', version: 'A' | 'B', publicPath: string];

declare global {
  var evaluated: readonly Evaluation[] | undefined;
}

const readEvaluations = (page: Page): Promise<readonly Evaluation[]> => page.evaluate(() => globalThis.evaluated ?? []);

/** Returns the evaluations of files whose version differs from that of the entry that requested them. */
const findMixedEvaluations = (evaluated: readonly Evaluation[], site: FaultSite): readonly Evaluation[] =>
  evaluated.filter(([, version, publicPath]) => {
    const path = decodeURIComponent(new URL(publicPath).pathname);
    const belongsToVersion = (name: 'a' | 'b'): boolean => Object.values(site.versions).some((versions) => path.includes(`/${versions[name].version}/`));
    return !belongsToVersion(version === 'A' ? 'a' : 'b');
  });

export interface CellOutcome {
  readonly cell: Cell;
  readonly isShellUsable: boolean;
  readonly shownVersion: 'A' | 'B' | undefined;
  readonly settledMs: number;
  readonly mixedCount: number;
  readonly loadCount: number;
}

const OBSERVATION_MS = 15_000;

const openHydrated = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
};

const runCell = async (browser: Browser, site: FaultSite, cell: Cell): Promise<CellOutcome> => {
  const remote = REMOTES[cell.remote];
  const context = await browser.newContext({ bypassCSP: false, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const isIdle = cell.context === 'idle page, then click';
  const { fault } = cell;
  const breakFiles = async (): Promise<void> => {
    if (fault === undefined) return;
    await page.route(
      (url) => isFaulty(cell, site.versions[cell.remote], url),
      (route) => FAULTS[cell.file === 'release set' && !route.request().url().includes('release-set') ? '404' : fault](route),
    );
  };
  let started = 0;
  if (cell.context === 'first load') {
    await breakFiles();
    await page.goto(`${site.url}${remote.path}`);
    started = Date.now();
  } else {
    await openHydrated(page, `${site.url}${isIdle ? remote.idle.path : '/team'}`);
    await breakFiles();
    started = Date.now();
    await page
      .getByRole('link', { name: isIdle ? remote.idle.link : remote.link, exact: true })
      .last()
      .click();
  }
  const heading = isIdle ? remote.idle.heading : remote.heading;
  const isWorking = async (): Promise<boolean> =>
    page.evaluate(
      ({ source, path }) =>
        document.documentElement.dataset.alive !== undefined &&
        (path === '' || location.pathname !== path) &&
        (globalThis.evaluated ?? []).some(([part]) => part === 'page') &&
        new RegExp(source).test(document.querySelector('main h1')?.textContent?.trim() ?? ''),
      { source: heading.source, path: cell.context === 'first load' ? '' : isIdle ? remote.idle.path : '/team' },
    );
  let settledMs = Number.POSITIVE_INFINITY;
  const hasSettled = await expect
    .poll(isWorking, { intervals: [25], timeout: OBSERVATION_MS })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  if (hasSettled) settledMs = Date.now() - started;
  const evaluated = await readEvaluations(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Team', exact: true }).click();
  const isShellUsable = await page
    .getByRole('heading', { level: 1, name: 'Our Team' })
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    );
  const loadCount = await page.evaluate(() => performance.getEntriesByType('navigation').length);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  const shownVersion = Number.isFinite(settledMs) ? evaluated.findLast(([part]) => part === 'page')?.[1] : undefined;
  return { cell, isShellUsable, shownVersion, settledMs, mixedCount: findMixedEvaluations(evaluated, site).length, loadCount };
};

const describeOutcome = ({ cell, isShellUsable, shownVersion, settledMs, mixedCount }: CellOutcome): string =>
  `${describeCell(cell)}: shell ${isShellUsable ? 'usable' : 'NOT USABLE'}, shows ${shownVersion ?? 'NOTHING'}, ${Math.round(settledMs)} ms, ${mixedCount} mixed`;

/**
 * Runs cells of the test matrix in sequence, because pages loaded in parallel would distort each other's timings. Calls `writeLine` with one line for each
 * cell.
 */
export const runCells = async (browser: Browser, site: FaultSite, cells: readonly Cell[], writeLine?: (line: string) => void): Promise<CellOutcome[]> => {
  const outcomes: CellOutcome[] = [];
  for (const cell of cells) {
    const outcome = await runCell(browser, site, cell);
    outcomes.push(outcome);
    writeLine?.(describeOutcome(outcome));
  }
  return outcomes;
};

/** Maximum time from the click, or from the page's `load` event, until the page works. */
const SETTLE_LIMIT_MS = 2500;

export const describeFailures = (outcomes: readonly CellOutcome[]): string[] =>
  outcomes
    .filter(
      ({ isShellUsable, shownVersion, settledMs, mixedCount, loadCount }) =>
        !isShellUsable || shownVersion === undefined || settledMs > SETTLE_LIMIT_MS || mixedCount > 0 || loadCount !== 1,
    )
    .map(describeOutcome);

/** Damages the server bundle of a version on disk. The returned function restores it. */
export const breakServerBundle = (
  dataFolder: string,
  { remote, version }: ReleaseManifest,
  fault: 'missing' | 'truncated' | 'one byte changed' | 'HTML',
): (() => void) => {
  const file = join(getReleasesFolder(dataFolder, remote), version, 'server/routes.cjs');
  const content = readFileSync(file);
  if (fault === 'missing') renameSync(file, `${file}.removed`);
  else if (fault === 'truncated') writeFileSync(file, content.subarray(0, 1000));
  else if (fault === 'HTML') writeFileSync(file, '<!doctype html><p>Sign in</p>');
  else writeFileSync(file, Buffer.concat([content.subarray(0, -1), Buffer.from('x')]));
  return () => {
    if (fault === 'missing') renameSync(`${file}.removed`, file);
    else writeFileSync(file, content);
  };
};

export { expect };
