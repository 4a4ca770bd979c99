import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { createReleaseStore } from '@site/releases/release-store';
import { expectHydrated } from '../support/public-pages.ts';
import { runCommand } from '../support/releases.ts';
import { root } from '../support/servers.ts';
import { expect, test, withSite } from '../support/site-test.ts';
import { addAuthenticator, createStaffClient, fillLogin, getStoredSessionKeys, inviteColleague, postForm, signIn } from '../support/staff.ts';

interface Origins {
  readonly site: string;
  readonly staff: string;
  readonly preview: string;
  readonly provider: { readonly url: string };
  readonly dataFolder: string;
}

const withOrigins = (count: 1 | 2 | 3, use: (origins: Origins) => Promise<void>): Promise<void> => {
  const at = (name: string, port: number): string => `http://${name}localhost:${port}`;
  const getHostEnv = (port: number) => ({
    ...(count > 1 ? { STAFF_URL: at('staff.', port) } : {}),
    ...(count > 2 ? { PREVIEW_URL: at('preview.', port) } : {}),
  });
  return withSite(
    async ({ host: { port }, provider, dataFolder }) => {
      const site = at('', port);
      await use({ site, staff: count > 1 ? at('staff.', port) : site, preview: count > 2 ? at('preview.', port) : site, provider, dataFolder });
    },
    { getHostEnv },
  );
};

const greeting = (page: Page) => page.getByRole('heading', { name: /^Good / });

const signInAsStaff = async (page: Page, { site }: Origins): Promise<void> => {
  await page.goto(`${site}/login`);
  await fillLogin(page);
  await expect(greeting(page)).toBeVisible();
};

const listRemotes = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set(performance.getEntriesByType('resource').flatMap(({ name }) => /\/_mf\/([^/]+)\/.*\.js$/.exec(name)?.[1] ?? []))]);

for (const count of [2, 3] as const) {
  test(`SEC-10 staff sign in, write, preview and edit on ${count} origins`, { tag: count === 3 ? '@drill' : [] }, async ({ page, context, consoleErrors }) => {
    await withOrigins(count, async (origins) => {
      const { site, staff, preview, provider } = origins;
      const client = await createStaffClient(provider);
      const published = await client.post('/posts', postForm({ title: 'A post of two origins', status: 'published' }));

      await page.goto(`${site}/news`);
      await expectHydrated(page);
      await page.goto(`${site}/login?from=x`);
      await expect(page).toHaveURL(`${staff}/login?from=x`);
      await fillLogin(page);
      await expect(page).toHaveURL(`${staff}/admin/dashboard`);
      await expect(greeting(page)).toBeVisible();
      expect(await listRemotes(page)).toEqual(['auth-admin']);

      // Published documents are not saved automatically.
      await page.goto(`${staff}/admin/posts/${published._id}`);
      await page.getByLabel('Title', { exact: true }).fill('Words that are not saved');
      const previewPromise = context.waitForEvent('page');
      await page.getByRole('button', { name: 'Preview' }).click();
      const shown = await previewPromise;
      await expect(shown).toHaveURL(new RegExp(`^${preview}/news/review/[^#]+#draft=`));
      await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Words that are not saved');
      await expect(shown.getByText('Preview: visitors cannot see this yet')).toBeVisible();
      expect([await getStoredSessionKeys(shown), await listRemotes(shown)]).toEqual([[], ['news-events']]);
      // Change the preview's text but keep its link.
      await shown.evaluate(() => {
        const [url, fragment = ''] = window.location.href.split('#');
        window.history.replaceState(null, '', `${url}#${fragment.replace('not', 'never')}`);
      });
      await shown.reload();
      await expect(shown.getByRole('heading', { level: 1 })).toHaveText('A post of two origins');
      await shown.close();
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words that are not saved');

      await page.goto(`${staff}/admin/posts/${published._id}`);
      await page.getByRole('link', { name: 'View on the site' }).click();
      await expect(page).toHaveURL(`${site}/news/${published.slug}#edit`);
      await expectHydrated(page);
      expect(await getStoredSessionKeys(page)).toEqual([]);
      await page.getByRole('link', { name: 'Edit this page' }).click();
      await expect(page).toHaveURL(new RegExp(`^${staff}/admin/posts/`));
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A post of two origins');
      await page.getByRole('link', { name: 'View site' }).click();
      await expect(page).toHaveURL(`${site}/`);
      await expectHydrated(page);

      // The session must have no effect on this origin.
      const { token } = await signIn(provider);
      const call = (authorization: string) =>
        page.evaluate(async (value) => (await fetch('/api/users', { headers: { authorization: value } })).status, authorization);
      expect(await call(`Bearer ${token}`)).toBe(403);
      // Check before the site stops, because the page may still be loading images.
      expect(consoleErrors.filter((line) => !line.includes('403'))).toEqual([]);
    });
  });
}

test('SEC-10 passkeys and password-reset links work on the origin where staff sign in', async ({ page }) => {
  await withOrigins(2, async ({ staff, site, provider, dataFolder }) => {
    const { user } = await inviteColleague(provider, 'editor');
    const { output } = runCommand(dataFolder, 'run', 'reset-password', '-w', 'provider', '--', user.email);
    const path = /\/login\/reset\/\S+/.exec(output)?.[0];
    await page.goto(`${site}${path}`);
    await expect(page).toHaveURL(`${staff}${path}`);
    await page.getByLabel('New password', { exact: true }).fill('a-long-enough-password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(greeting(page)).toBeVisible();

    await addAuthenticator(page);
    await page.goto(`${staff}/admin/profile/security`);
    await page.getByLabel('Name').fill('My phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My phone');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(greeting(page)).toBeVisible();
  });
});

/**
 * Script in the gallery that runs when a staff member opens its preview. It records whether it got a token, how the API responds, and whether it could create
 * an account.
 */
const ATTACK = `;(async () => {
  const token = localStorage.getItem('authToken');
  const call = async (method, path, body) => {
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const response = await fetch('/api' + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return response.status;
  };
  const created = await call('POST', '/users', { name: 'Mallory', email: 'mallory@example.com', role: 'admin' });
  document.documentElement.dataset.stolen = JSON.stringify({ hasToken: token !== null, applications: await call('GET', '/applications'), created });
})();`;

const replayTakeover = async (page: Page, context: BrowserContext, origins: Origins) => {
  const { dataFolder, site, provider } = origins;
  const build = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    cpSync(join(root, 'remote-gallery/dist'), build, { recursive: true });
    const { entry } = JSON.parse(readFileSync(join(build, 'browser/build.json'), 'utf8')) as { entry: string };
    appendFileSync(join(build, 'browser', entry), ATTACK);
    for (const suffix of ['.br', '.gz']) rmSync(join(build, 'browser', `${entry}${suffix}`), { force: true });
    const { version } = await createReleaseStore(join(dataFolder, 'releases')).publish('gallery', '6.6.6', build);
    const { output } = runCommand(dataFolder, 'run', 'releases', '--', 'preview', 'gallery', version, '--site', site);
    const [url = ''] = /http\S+\/_preview\/\S+/.exec(output) ?? [];

    await signInAsStaff(page, origins);
    const attackPage = await context.newPage();
    await attackPage.goto(url);
    const result = attackPage.locator('html[data-stolen]');
    await expect(result).toBeAttached();
    const users: { readonly email: string }[] = await (await createStaffClient(provider)).get('/users');
    return {
      ...(JSON.parse((await result.getAttribute('data-stolen')) ?? '{}') as object),
      isCreated: users.some(({ email }) => email === 'mallory@example.com'),
    };
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
};

test('SEC-10 a preview can take over the staff area on one origin, as SECURITY.md says', { tag: '@drill' }, async ({ page, context }) => {
  await withOrigins(1, async (origins) => {
    expect(await replayTakeover(page, context, origins)).toEqual({ hasToken: true, applications: 200, created: 201, isCreated: true });
  });
});

for (const count of [2, 3] as const) {
  test(`SEC-10 a preview cannot read staff data or create accounts on ${count} origins`, { tag: '@drill' }, async ({ page, context }) => {
    await withOrigins(count, async (origins) => {
      expect(await replayTakeover(page, context, origins)).toEqual({ hasToken: false, applications: 403, created: 403, isCreated: false });
    });
  });
}
