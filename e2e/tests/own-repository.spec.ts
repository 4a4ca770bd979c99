import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { findFreePort } from '@site/scripts/free-port';
import { type Credentials, copyRemote, createTeams, createToken, getTeamEnvironment, packKit, run, runAdminCommand } from '@site/scripts/teams';
import { startDevServer } from '../support/dev-server.ts';
import { isLongRun } from '../support/long-drills.ts';
import { openAndHydrate } from '../support/public-pages.ts';
import { root } from '../support/servers.ts';
import { test as base, expect, type Site } from '../support/site-test.ts';

/** Maximum time that the team's commands take, from an empty folder to the release. */
const LIMIT_SECONDS = 90;
/** Maximum time from the activation until the release is served. */
const VISIBLE_LIMIT_MS = 1000;

interface Teams {
  readonly folder: string;
  /**
   * Path of the kit's package if the test installs the kit as a team would. Otherwise, the packages in this repository are linked, and the kit is unpacked next
   * to them.
   */
  readonly tarball: string | undefined;
}

/** Removes an entry that `npx` has cached for the package's path, which is temporary in this test. */
const removeFromNpxCache = async (folder: string): Promise<void> => {
  const cache = join((await run(root, getTeamEnvironment(), 'npm', 'config', 'get', 'cache')).trim().split('\n').at(-1) ?? '', '_npx');
  for (const entry of existsSync(cache) ? readdirSync(cache) : []) {
    const file = join(cache, entry, 'package.json');
    if (existsSync(file) && readFileSync(file, 'utf8').includes(basename(folder))) rmSync(join(cache, entry), { recursive: true, force: true });
  }
};

const withInstalledKit = async (use: (teams: Teams) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'teams-'));
  try {
    const packedFile = await packKit();
    const tarball = join(folder, basename(packedFile));
    copyFileSync(packedFile, tarball);
    await use({ folder, tarball });
  } finally {
    await removeFromNpxCache(folder);
    rmSync(folder, { recursive: true, force: true });
  }
};

const withLinkedKit = async (use: (teams: Teams) => Promise<void>): Promise<void> => {
  const teams = await createTeams();
  await use({ folder: teams.folder, tarball: undefined }).finally(() => teams.remove());
};

const test = base.extend<object, { teams: Teams }>({
  teams: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => (isLongRun ? withInstalledKit(use) : withLinkedKit(use)),
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Runs a team's commands outside this repository, and adds up their durations. */
const createTerminal = (credentials: Credentials) => {
  let seconds = 0;
  return {
    run: async (cwd: string, command: string, ...args: readonly string[]): Promise<string> => {
      const began = performance.now();
      const output = await run(cwd, getTeamEnvironment(credentials), command, ...args);
      const elapsed = (performance.now() - began) / 1000;
      if (isLongRun) process.stdout.write(`  ${elapsed.toFixed(1).padStart(5)} s  ${[command, ...args].join(' ')}\n`);
      seconds += elapsed;
      return output;
    },
    getSeconds: (): number => seconds,
  };
};

const fetchText = async (url: string): Promise<string> => {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? response.text() : '';
};

const readActivationTime = (dataFolder: string): number => {
  const registry = join(dataFolder, 'releases/registry');
  return Math.max(...readdirSync(registry).map((file) => statSync(join(registry, file)).mtimeMs));
};

/** Polls the host until it serves another version of a remote. `at` resolves with that time in milliseconds. */
const watchServedVersion = async (site: Site, remote: string): Promise<{ readonly at: Promise<number> }> => {
  const readVersion = async (): Promise<string> => JSON.parse(await fetchText(`${site.url}/ready`)).remotes[remote]?.version ?? '';
  const before = await readVersion();
  const waitUntilServed = () => expect.poll(readVersion, { intervals: [20], timeout: 120_000 }).not.toBe(before);
  return { at: waitUntilServed().then(() => Date.now()) };
};

const stopGroup = async (child: ChildProcess): Promise<void> => {
  const exited = new Promise((resolve) => child.once('close', resolve));
  // npm does not forward signals to the server.
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  await exited;
};

const expectDevServer = async (folder: string, path: string): Promise<void> => {
  const port = await findFreePort();
  const child = spawn('npm', ['run', 'dev', '--', '--port', String(port)], { cwd: folder, stdio: 'ignore', detached: true, env: getTeamEnvironment() });
  try {
    await expect.poll(() => fetchText(`http://localhost:${port}${path}`), { timeout: 60_000 }).toContain('<script');
    expect(await fetchText(`http://localhost:${port}/api/posts`)).toContain('Post 1');
  } finally {
    await stopGroup(child);
  }
};

/** Checks that the working copy of the new remote appears in the live site, but only in this machine's browser. */
const expectInLiveSite = async (page: Page, folder: string, site: Site): Promise<void> => {
  const server = await startDevServer(folder, [join(folder, 'node_modules/.bin/site-kit'), 'dev', '--host', site.url], {});
  try {
    await page.goto(`${server.url}/stories`);
    const file = join(folder, 'src/stories/stories-page.tsx');
    writeFileSync(file, readFileSync(file, 'utf8').replace('title="Stories"', 'title="Stories of today"'));
    // Allow more time, because development pages are neither minified nor split.
    await expect(page.getByRole('heading', { level: 1, name: 'Stories of today' })).toBeVisible({ timeout: 20_000 });
    expect(await fetchText(`${site.url}/stories`)).toContain('Stories</h1>');
  } finally {
    await server.stop();
  }
};

interface TeamWork {
  readonly site: Site;
  readonly folder: string;
  readonly remote: string;
  readonly path: string;
  readonly terminal: ReturnType<typeof createTerminal>;
}

const expectReleased = async ({ site, folder, remote, path, terminal }: TeamWork): Promise<void> => {
  await terminal.run(folder, 'npm', 'run', '--silent', 'test');
  // A deploy also builds and checks the types.
  if (isLongRun) for (const script of ['types', 'build']) await terminal.run(folder, 'npm', 'run', '--silent', script);
  const served = await watchServedVersion(site, remote);
  const browser = isLongRun ? [] : ['--skip-browser'];
  const output = await terminal.run(folder, 'npm', 'run', '--silent', 'deploy', '--', '--to', site.url, ...browser);
  expect(output).toContain('is active and served.');
  const visibleMs = (await served.at) - readActivationTime(site.dataFolder);
  if (isLongRun) process.stdout.write(`  ${remote}: ${terminal.getSeconds().toFixed(1)} s; served ${Math.round(visibleMs)} ms after its activation\n`);
  if (isLongRun) expect(visibleMs).toBeLessThanOrEqual(VISIBLE_LIMIT_MS);
  expect(terminal.getSeconds()).toBeLessThanOrEqual(LIMIT_SECONDS);
  if (isLongRun) await expectDevServer(folder, path);
};

test.describe('A remote in its own repository', { tag: '@drill' }, () => {
  test.setTimeout(isLongRun ? 600_000 : 120_000);

  test('RLS-01 RLS-02 a new remote is tested, built and released with the kit alone, and reachable from a tab opened earlier', async ({
    teams,
    ownSite,
    page,
    consoleErrors,
  }) => {
    const { url, dataFolder } = ownSite;
    const status = () => run(root, process.env, 'git', 'status', '--porcelain');
    const before = await status();
    const credentials = await createToken(dataFolder, 'stories', '--paths', '/stories');
    const terminal = createTerminal(credentials);
    await openAndHydrate(page, `${url}/gallery`);

    const folder = join(teams.folder, 'stories');
    const create = ['new', 'stories', '--path', '/stories'];
    if (teams.tarball === undefined) await terminal.run(teams.folder, 'node_modules/.bin/site-kit', ...create);
    else {
      // `npx` would treat an absolute path as the path of a command.
      await terminal.run(teams.folder, 'npx', '--yes', `./${relative(teams.folder, teams.tarball)}`, ...create);
      await terminal.run(folder, 'npm', 'install', '--no-audit', '--no-fund');
    }
    await expectReleased({ site: ownSite, folder, remote: 'stories', path: '/stories', terminal });

    expect(await fetchText(`${url}/stories`)).toContain('Stories</h1>');
    expect(await fetchText(`${url}/sitemap.xml`)).toContain('/stories<');
    await page.evaluate(() => {
      document.body.dataset.sameDocument = '';
      history.pushState({ idx: history.length, key: 'kit' }, '', '/stories');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await expect(page.getByRole('heading', { level: 1, name: 'Stories' })).toBeVisible();
    await expect(page.locator('body[data-same-document]')).toBeAttached();
    expect(consoleErrors).toEqual([]);

    const countLinks = async () => (await fetchText(`${url}/gallery`)).split('href="/stories"').length - 1;
    expect(await countLinks()).toBe(0);
    if (isLongRun) await expectInLiveSite(page, folder, ownSite);
    await runAdminCommand(dataFolder, 'releases', '--', 'links', 'stories', 'allow');
    await expect.poll(countLinks).toBe(2);
    expect(await status()).toBe(before);
  });

  test('RLS-01 the gallery, moved out of this repository, is tested, built and released with the kit alone', async ({ teams, ownSite }) => {
    test.skip(!isLongRun, 'A drill: the test above releases a remote in the same way.');
    const credentials = await createToken(ownSite.dataFolder, 'gallery');
    const terminal = createTerminal(credentials);
    const folder = copyRemote('gallery', teams.folder);
    if (teams.tarball !== undefined) await terminal.run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--save-exact', teams.tarball);
    await expectReleased({ site: ownSite, folder, remote: 'gallery', path: '/gallery', terminal });

    expect(await fetchText(`${ownSite.url}/gallery`)).toContain('Our Gallery');
  });
});
