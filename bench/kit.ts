import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildAndPublish, printLine, root } from '@site/scripts/parts';
import { findFreePort, type RunningServer, startHost } from '@site/scripts/servers';
import { createReport, pause, startMeasuredProvider } from './measuring.ts';
import { CHROMIUM } from './page-comparison.ts';
import { administer, type Credentials, createToken, getTeamEnvironment, moveOut, NO_CREDENTIALS, packKit, run } from './teams.ts';

const LIMIT_S = 90;
const VISIBLE_LIMIT_MS = 1000;
const START_LIMIT_MS = 60_000;
const TAB_LIMIT_MS = 10_000;
const POLL_MS = 20;
/** The commands of a team, from the installed repository to what could be released. */
const TEAM_SCRIPTS = ['types', 'test', 'build'];

type Report = ReturnType<typeof createReport>['report'];

interface Measurement {
  /** Temporary folder of everything, and below it the repositories of the teams. */
  readonly folder: string;
  readonly teams: string;
  readonly tarball: string;
  readonly dataFolder: string;
  readonly host: RunningServer;
  readonly report: Report;
}

/** Runs a command outside of this repository; prints and returns its seconds. */
const time = async (cwd: string, credentials: Credentials, command: string, ...args: readonly string[]): Promise<number> => {
  const began = performance.now();
  await run(cwd, getTeamEnvironment(credentials), command, ...args);
  const seconds = (performance.now() - began) / 1000;
  printLine(`  ${seconds.toFixed(1).padStart(5)} s  ${[command, ...args].join(' ')}`);
  return seconds;
};

const fetchText = async (url: string): Promise<string> => {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? response.text() : '';
};

/** Waits until a page contains a text. False after a minute, or when `isOver`. */
const waitForText = async (url: string, text: string, isOver = (): boolean => false): Promise<boolean> => {
  for (const end = performance.now() + START_LIMIT_MS; performance.now() < end && !isOver(); await pause(POLL_MS))
    if ((await fetchText(url)).includes(text)) return true;
  return false;
};

const stopGroup = async (child: ChildProcess): Promise<void> => {
  const exited = new Promise((resolve) => child.once('close', resolve));
  // npm passes no signal on to the server.
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  await exited;
};

/** Starts the dev server of a remote alone, and looks at its page and at the sample content. */
const tryDevServer = async (folder: string, path: string, report: Report): Promise<void> => {
  const port = await findFreePort();
  const child = spawn('npm', ['run', 'dev', '--', '--port', String(port)], { cwd: folder, stdio: 'ignore', detached: true, env: getTeamEnvironment() });
  try {
    const isServed = await waitForText(`http://localhost:${port}${path}`, '<script');
    const hasSamples = (await fetchText(`http://localhost:${port}/api/posts`)).includes('Post 1');
    report('npm run dev', `the page alone ${isServed}, sample content ${hasSamples}`, isServed && hasSamples);
  } finally {
    await stopGroup(child);
  }
};

/** When the newest generation of the registry was written, in milliseconds since 1970. */
const readActivationTime = (dataFolder: string): number => {
  const registry = join(dataFolder, 'releases/registry');
  return Math.max(...readdirSync(registry).map((file) => statSync(join(registry, file)).mtimeMs));
};

/** Follows the host while a release is activated; returns the milliseconds from the activation until the host served the new version. */
const watchRelease = async ({ dataFolder, host }: Measurement, remote: string): Promise<() => Promise<number>> => {
  const readVersion = async (): Promise<string | undefined> => JSON.parse(await fetchText(`${host.url}/ready`)).remotes[remote]?.version;
  const before = await readVersion();
  let isOver = false;
  const seenAt = (async (): Promise<number> => {
    while (!isOver) {
      if ((await readVersion()) !== before) return Date.now();
      await pause(POLL_MS);
    }
    return Number.POSITIVE_INFINITY;
  })();
  return async () => {
    isOver = true;
    return (await seenAt) - readActivationTime(dataFolder);
  };
};

interface TeamRelease {
  readonly folder: string;
  readonly remote: string;
  readonly credentials: Credentials;
  /** Seconds of its installation. */
  readonly spent: number;
}

/** Checks, tests, builds and releases a remote in its own repository. */
const release = async (measurement: Measurement, { folder, remote, credentials, spent }: TeamRelease): Promise<void> => {
  const { host, report } = measurement;
  let seconds = spent;
  for (const script of TEAM_SCRIPTS) seconds += await time(folder, credentials, 'npm', 'run', '--silent', script);
  const getVisibleMs = await watchRelease(measurement, remote);
  seconds += await time(folder, credentials, 'npm', 'run', '--silent', 'deploy', '--', '--to', host.url);
  const visibleMs = await getVisibleMs();
  report(`${remote}: installation, type check, tests, build, gate and release`, `${seconds.toFixed(1)} s (at most ${LIMIT_S} s)`, seconds <= LIMIT_S);
  report(`${remote}: served after its activation`, `${Math.round(visibleMs)} ms (at most ${VISIBLE_LIMIT_MS} ms)`, visibleMs <= VISIBLE_LIMIT_MS);
};

/** Navigates as a link does, in a page that was sent before the remote existed. True when the new page is there without a reload. */
const openInOldTab = async (page: Page, path: string, heading: string): Promise<boolean> => {
  await page.evaluate((target) => {
    document.body.dataset.sameDocument = '';
    history.pushState({ idx: history.length, key: 'kit' }, '', target);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  const isShown = await page
    .getByRole('heading', { level: 1, name: heading })
    .waitFor({ timeout: TAB_LIMIT_MS })
    .then(
      () => true,
      () => false,
    );
  return isShown && page.evaluate(() => document.body.dataset.sameDocument === '');
};

const measureNewRemote = async (measurement: Measurement, page: Page): Promise<void> => {
  const { teams, tarball, dataFolder, host, report } = measurement;
  printLine('A new remote, in an empty folder');
  const credentials = await createToken(dataFolder, 'stories', '--paths', '/stories');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${host.url}/gallery`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached', timeout: START_LIMIT_MS });
  // `npx` takes an absolute path for the path of a command.
  const created = await time(teams, NO_CREDENTIALS, 'npx', '--yes', relative(teams, tarball), 'new', 'stories', '--path', '/stories');
  const folder = join(teams, 'stories');
  const installed = await time(folder, NO_CREDENTIALS, 'npm', 'install', '--no-audit', '--no-fund');
  await release(measurement, { folder, remote: 'stories', credentials, spent: created + installed });
  report('/stories', 'its heading is in the HTML', (await fetchText(`${host.url}/stories`)).includes('Stories</h1>'));
  report('sitemap', 'has /stories', (await fetchText(`${host.url}/sitemap.xml`)).includes('/stories<'));
  const isInOldTab = await openInOldTab(page, '/stories', 'Stories');
  report(
    'a tab that was open before',
    `${isInOldTab ? 'shows it without a reload' : 'does not show it'} ${errors.join(' ')}`,
    isInOldTab && errors.length === 0,
  );

  const countLinks = async (): Promise<number> => (await fetchText(`${host.url}/gallery`)).split('href="/stories"').length - 1;
  report('Explore group', 'has no link that nobody allowed', (await countLinks()) === 0);
  await administer(dataFolder, 'releases', '--', 'links', 'stories', 'allow');
  await waitForText(`${host.url}/gallery`, 'href="/stories"');
  const links = await countLinks();
  report('Explore group', `has the link after that, ${links} times: menu and footer`, links === 2);
  await tryDevServer(folder, '/stories', report);
};

const measureMovedGallery = async (measurement: Measurement): Promise<void> => {
  const { teams, tarball, dataFolder, host, report } = measurement;
  printLine('remote-gallery, moved out alone');
  const folder = moveOut('gallery', teams);
  const credentials = await createToken(dataFolder, 'gallery');
  const spent = await time(folder, NO_CREDENTIALS, 'npm', 'install', '--no-audit', '--no-fund', '--save-exact', tarball);
  await release(measurement, { folder, remote: 'gallery', credentials, spent });
  report('/gallery', 'is served', (await fetchText(`${host.url}/gallery`)).includes('Our Gallery'));
  await time(folder, NO_CREDENTIALS, 'npm', 'run', '--silent', 'check:release');
  await tryDevServer(folder, '/gallery', report);
};

/** `npx` caches what it runs by its address, which is a temporary one here. */
const removeFromNpxCache = async (folder: string): Promise<void> => {
  const cache = join((await run(root, getTeamEnvironment(), 'npm', 'config', 'get', 'cache')).trim().split('\n').at(-1) ?? '', '_npx');
  for (const entry of existsSync(cache) ? readdirSync(cache) : []) {
    const file = join(cache, entry, 'package.json');
    if (existsSync(file) && readFileSync(file, 'utf8').includes(basename(folder))) rmSync(join(cache, entry), { recursive: true, force: true });
  }
};

const getStatus = (): Promise<string> => run(root, process.env, 'git', 'status', '--porcelain');

/** A new remote and the existing gallery, each in a repository of its own with the kit alone: installed, tested, built, developed and released to a site. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const before = await getStatus();
  const folder = mkdtempSync(join(tmpdir(), 'kit-'));
  const [dataFolder, teams] = [join(folder, 'site'), join(folder, 'teams')];
  mkdirSync(teams);
  const packed = await packKit();
  const tarball = join(folder, basename(packed));
  copyFileSync(packed, tarball);
  await buildAndPublish({ folder: dataFolder });
  const provider = await startMeasuredProvider(dataFolder);
  const host = await startHost({ dataFolder, providerUrl: provider.url, env: { LOG_LEVEL: 'error' } });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const measurement = { folder, teams, tarball, dataFolder, host, report };
    await measureNewRemote(measurement, await browser.newPage());
    await measureMovedGallery(measurement);
    report('this repository', 'git status is what it was', (await getStatus()) === before);
  } finally {
    await browser.close();
    await host.stop();
    await provider.stop();
    await removeFromNpxCache(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  return allHeld();
};
