import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import { scanDisplayModes } from '../support/axe.ts';
import { DISPLAY_MODES, isLongRun } from '../support/long-drills.ts';
import { getHelpControl } from '../support/public-pages.ts';
import { root, TEMPLATE_FOLDER } from '../support/servers.ts';

const run = promisify(execFile);

const MAX_BYTES = 10e6;

interface Export {
  readonly folder: string;
  readonly output: string;
  readonly files: readonly string[];
}

const runExport = async (folder: string, dataFolder: string) =>
  run(process.execPath, ['scripts/run.mjs', 'export', folder], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataFolder, SITE_URL: 'https://bettertomorrow.example', ADMIN_PASSWORD: '', LOG_LEVEL: 'warn' },
  });

const test = base.extend<object, { copy: Export }>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const work = mkdtempSync(join(tmpdir(), 'export-'));
      try {
        const dataFolder = join(work, 'data');
        const folder = join(work, 'copy');
        cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
        const { stdout } = await runExport(folder, dataFolder);
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
        await use({ folder, output: stdout, files });
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const toUrl = ({ folder }: Export, file: string): string => pathToFileURL(join(folder, file)).href;
const isPage = (file: string): boolean => file.endsWith('.html');

/**
 * Exported pages that differ from the site's pages: the home page as an example, the search, a page without its form, and the albums. `page-audit` covers the
 * site's own pages.
 */
const SCANNED_PAGES = [
  { file: 'index.html', colorScheme: 'light', width: 360 },
  { file: 'search/index.html', colorScheme: 'dark', width: 1280 },
  { file: 'volunteer/index.html', colorScheme: 'light', width: 1280 },
  { file: 'gallery/index.html', colorScheme: 'dark', width: 360 },
] as const;

const watchRequests = (page: Page): string[] => {
  const problems: string[] = [];
  page.on('requestfailed', (request) => problems.push(`${page.url()} failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!/^(?:file|data):/.test(request.url())) problems.push(`${page.url()} requests ${request.url()}`);
  });
  page.on('console', (message) => problems.push(`${page.url()} ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`${page.url()} ${error}`));
  return problems;
};

test.describe('The static export', { tag: '@drill' }, () => {
  test('prints its progress, is small, and has one script and no federation', async ({ copy }) => {
    expect(copy.output).toMatch(/25 of \d+ pages found so far/);
    expect(copy.output).toMatch(/\d+ files, \d\.\d MB, in /);
    const bytes = copy.files.reduce((sum, file) => sum + statSync(join(copy.folder, file)).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(copy.files.filter((file) => file.endsWith('.js'))).toEqual(['assets/copy.js']);
    for (const file of copy.files.filter(isPage)) {
      const html = readFileSync(join(copy.folder, file), 'utf8');
      expect.soft(html.match(/<script/g), file).toHaveLength(1);
      expect.soft(html, file).not.toMatch(/_mf\/|type="module"|page-data/);
    }
  });

  test('opens from files: no broken link, no failed request, no request to a server', async ({ copy, page }) => {
    test.setTimeout(120_000);
    const problems = watchRequests(page);
    const fragments = new Map<string, Set<string>>();
    const ids = new Map<string, Set<string>>();
    for (const file of copy.files.filter(isPage)) {
      await page.goto(toUrl(copy, file));
      const found = await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager';
        const attributes = [...document.querySelectorAll('a[href],area[href],form[action],button[formaction]')];
        return {
          targets: attributes.map((element) => {
            if (element instanceof HTMLFormElement) return element.action;
            return element instanceof HTMLButtonElement ? element.formAction : (element as HTMLAnchorElement).href;
          }),
          ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        };
      });
      await page.waitForLoadState('load');
      const broken = await page.evaluate(async () => {
        await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
        return [...document.images].filter(({ naturalWidth, alt }) => naturalWidth === 0 && alt !== '').map(({ src }) => src);
      });
      expect.soft(broken, `images of ${file}`).toEqual([]);
      ids.set(page.url(), new Set(found.ids));
      for (const target of found.targets) {
        const url = new URL(target);
        if (url.protocol !== 'file:') {
          if (!/^(?:https|tel|mailto):$/.test(url.protocol)) problems.push(`${file} leads to ${target}`);
          continue;
        }
        if (!existsSync(fileURLToPath(url)) || statSync(fileURLToPath(url)).isDirectory()) problems.push(`${file} leads to ${target}`);
        const fragment = url.hash.slice(1);
        url.hash = '';
        // No element has the id that closes the helplines, and browsers scroll to the top for `#top` even without such an element.
        if (!['', 'top', 'closed'].includes(fragment)) fragments.set(url.href, (fragments.get(url.href) ?? new Set()).add(fragment));
      }
    }
    for (const [url, names] of fragments) for (const name of names) if (ids.get(url)?.has(name) !== true) problems.push(`nothing in ${url} is #${name}`);
    expect(problems).toEqual([]);
  });

  test('has no axe violations on pages that differ from the site', async ({ copy, page }) => {
    const problems: string[] = [];
    for (const { file, ...look } of SCANNED_PAGES) {
      await page.goto(toUrl(copy, file));
      problems.push(...(await scanDisplayModes(page, file, isLongRun ? DISPLAY_MODES : [look])));
    }
    expect(problems).toEqual([]);
  });

  test('finds titles through the search field of every page, and while the visitor types', async ({ copy, page }) => {
    await page.goto(toUrl(copy, 'about/index.html'));
    const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search this site' }).first();
    await field.fill('QUESTION box');
    await field.press('Enter');

    await expect(page.getByRole('status')).toHaveText('One title found.');
    await expect(page.getByRole('main').locator('li:visible').getByRole('link', { name: 'Twelve schools, one question box' })).toBeVisible();

    const searchField = page.getByRole('main').getByRole('searchbox');
    await searchField.fill('zzz');
    await expect(page.getByRole('status')).toHaveText('No title contains all of these words. Try fewer or different words.');
    await searchField.fill('');
    await expect(page.getByRole('heading', { name: 'All titles' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Twelve schools, one question box' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Twelve schools, one question box' })).toBeVisible();
  });

  test('shows the helplines, and explains why the form is missing', async ({ copy, page }) => {
    await page.goto(toUrl(copy, 'volunteer/index.html'));

    await expect(page.getByRole('banner').getByRole('link', { name: 'Need to talk? Call' }).first()).toHaveAttribute('href', /^tel:\d+$/);
    await expect(page.getByText('This offline copy of the site does not include the form.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'the form on our site' })).toHaveAttribute(
      'href',
      'https://bettertomorrow.example/volunteer',
    );
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await getHelpControl(page).click();
    await expect(page.getByRole('dialog', { name: 'Need to talk?' })).toBeVisible();
  });

  test('exits when Shift is pressed three times, like the site', async ({ copy, page }) => {
    await page.route('https://www.bbc.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Weather</title>' }));
    await page.goto(toUrl(copy, 'about/index.html'));

    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');

    await expect(page).toHaveURL('https://www.bbc.com/weather');
  });

  test('shows the albums and photos of the gallery', async ({ copy, page }) => {
    await page.goto(toUrl(copy, 'gallery/index.html'));
    await page.getByRole('button', { name: 'Schools' }).click();
    await expect(page.getByRole('button', { name: 'Schools' })).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/images\/[^/]+\.webp$/);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('lists all titles', async ({ copy, page }) => {
      await page.goto(`${toUrl(copy, 'search/index.html')}?q=anything`);

      await expect(page.getByRole('heading', { name: 'All titles' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Twelve schools, one question box' })).toBeVisible();
    });
  });

  test('does not change a folder that contains other files', async ({ copy }) => {
    const dataFolder = join(copy.folder, '../data');
    const failure = await runExport(dataFolder, dataFolder).catch((error: { readonly code: number; readonly stderr: string }) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty, and nothing in it is an earlier export') });
  });
});
