import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { callApi, createStaffClient, inviteColleague, openAsStaff, signIn, storeSession } from '../support/staff.ts';

const PASSWORD = 'a-password-of-my-own';

test.describe('Permissions', () => {
  test("NS-08 ROLE-02 a contributor's token cannot publish, change others' work, read applications or list users", { tag: '@whole' }, async ({
    contentSite,
  }) => {
    const { token: admin } = await signIn(contentSite);
    const { token } = await inviteColleague(contentSite, 'contributor');
    const post = { title: 'From the outside', category: 'Schools', content: '<p>Words</p>' };
    const mine = (await (await callApi(contentSite, token, 'POST', '/posts', post)).json()).data;
    const theirs = (await (await callApi(contentSite, admin, 'POST', '/posts', { ...post, title: 'By somebody else' })).json()).data;
    const published = (await (await fetch(`${contentSite.url}/api/posts`)).json()).data[0];
    const event = (await (await fetch(`${contentSite.url}/api/events`)).json()).data[0];
    const program = (await (await fetch(`${contentSite.url}/api/programs`)).json()).data[0];
    const image = (await (await fetch(`${contentSite.url}/api/gallery`)).json()).data[0];
    const { data: applications } = await (await callApi(contentSite, admin, 'GET', '/applications')).json();
    const { data: users } = await (await callApi(contentSite, admin, 'GET', '/users')).json();

    const forbiddenCalls: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['POST', '/posts', { ...post, status: 'published' }],
      ['PUT', `/posts/${mine._id}`, { status: 'published' }],
      ['PUT', `/posts/${mine._id}`, { status: 'scheduled', publishedAt: '2030-01-01T00:00:00.000Z' }],
      ['PUT', `/posts/${theirs._id}`, { title: 'Mine now' }],
      ['DELETE', `/posts/${theirs._id}`],
      ['DELETE', `/posts/${published._id}`],
      ['POST', `/posts/${theirs._id}/restore`],
      ['PUT', `/events/${event._id}`, { title: 'Mine now' }],
      ['DELETE', `/events/${event._id}`],
      ['DELETE', `/gallery/${image._id}`],
      ['POST', '/programs', { title: 'A program' }],
      ['DELETE', `/programs/${program._id}`],
      ['GET', '/applications'],
      ['PUT', `/applications/${applications[0]._id}`, { isRead: true }],
      ['DELETE', `/applications/${applications[0]._id}`],
      ['GET', '/users'],
      ['POST', '/users', { name: 'Another', email: 'another@example.org', role: 'admin' }],
      ['PUT', `/users/${users[0]._id}`, { role: 'contributor' }],
      ['DELETE', `/users/${users[0]._id}`],
    ];
    const responses = await Promise.all(
      forbiddenCalls.map(async ([method, path, body]) => `${(await callApi(contentSite, token, method, path, body)).status} ${method} ${path}`),
    );
    // Restoring an item that is not in the trash returns 404 for every role.
    expect(responses.filter((response) => !/^403 |^404 POST .*restore$/.test(response))).toEqual([]);
    const statuses = await Promise.all(
      [`/posts/${published._id}`, `/posts/${theirs._id}`, `/events/${event._id}`].map(async (path) => (await callApi(contentSite, admin, 'GET', path)).status),
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect((await callApi(contentSite, token, 'DELETE', `/posts/${mine._id}`)).status).toBe(200);
  });

  test('NS-08 the screens hide forbidden actions from a contributor, and report a 403 inline without a sign-out', { tag: '@whole' }, async ({
    contentSite,
    context,
    page,
  }) => {
    await storeSession(context, await inviteColleague(contentSite, 'contributor'));
    await page.goto(`${contentSite.url}/admin/posts`);
    await expect(page.getByRole('link', { name: 'New post' })).toBeVisible();
    const areas = page.getByRole('navigation', { name: 'Staff area' });
    for (const name of ['Applications', 'Users', 'Programs']) await expect(areas.getByRole('link', { name })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    for (const name of ['Publish', 'Unpublish', 'Delete']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);

    for (const screen of ['applications', 'users']) {
      await page.goto(`${contentSite.url}/admin/${screen}`);
      await expect(page.getByText('You do not have permission to do this')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    }
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
  });

  test('NS-11 an invited user sets a password through the link, signs in with it, and sees the dashboard', { tag: '@whole' }, async ({
    contentSite,
    browser,
    page,
    context,
  }) => {
    await storeSession(context, await signIn(contentSite));
    await page.goto(`${contentSite.url}/admin/users`);
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Amina Bello');
    await page.getByRole('textbox', { name: 'Email' }).fill('amina@bettertomorrow.example');
    await page.getByLabel('Role', { exact: true }).selectOption('Editor');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.getByLabel('Invitation link').inputValue();

    // Another profile: the invited colleague.
    const theirs = await browser.newContext();
    const invitedPage = await theirs.newPage();
    await invitedPage.goto(link);
    await invitedPage.getByLabel('New password').fill(PASSWORD);
    await invitedPage.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(invitedPage).toHaveURL(`${contentSite.url}/admin/dashboard`);
    await expect(invitedPage.getByRole('heading', { name: /^Good .*, Amina$/ })).toBeVisible();
    await expect(invitedPage.getByRole('navigation', { name: 'Staff area' }).getByRole('link', { name: 'Users' })).toHaveCount(0);

    await invitedPage.getByRole('button', { name: 'Sign out' }).click();
    await invitedPage.getByLabel('Email').fill('amina@bettertomorrow.example');
    await invitedPage.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await invitedPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(invitedPage).toHaveURL(`${contentSite.url}/admin/dashboard`);
    await invitedPage.goto(link);
    await expect(invitedPage.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
    await theirs.close();
  });

  test('GEN-02 public pages never load staff code, even with a session', { tag: '@whole' }, async ({ site, context, page }) => {
    await storeSession(context, await signIn(site));
    const staffFiles: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/_mf/auth-admin/')) staffFiles.push(`${new URL(page.url()).pathname} ${request.url()}`);
    });
    for (const path of ['/', '/news', '/events', '/gallery', '/volunteer', '/nope']) {
      await page.goto(`${site.url}${path}`);
      await expectHydrated(page);
    }
    expect(staffFiles).toEqual([]);

    const staff = await createStaffClient(site);
    const [[post], [event]] = await Promise.all([staff.get('/posts?status=published'), staff.get('/events?status=published')]);
    for (const path of ['/programs/navigate', `/news/${post.slug}`, `/events/${event._id}`]) {
      await page.goto(`${site.url}${path}`);
      const heading = await page.locator('h1').textContent();
      await page.getByRole('link', { name: 'Edit this page' }).click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(heading ?? '');
    }
  });

  test('GEN-11 NS-01 the first view of the dashboard loads at most 200 KB of script, and no editor', async ({ site, context, page }) => {
    await storeSession(context, await signIn(site));
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return;
      expect(response.headers()['content-encoding'], response.url()).toBe('br');
      sizes.set(response.url(), Number(response.headers()['content-length']));
    });
    await page.goto(`${site.url}/admin/dashboard`);
    await expect(page.getByRole('list', { name: 'Counts' })).toBeVisible();
    await page.waitForLoadState('networkidle');

    const sum = [...sizes.values()].reduce((total, bytes) => total + bytes, 0);
    test.info().annotations.push({ type: 'script bytes', description: String(sum) });
    expect(sizes.size).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(200 * 1024);
    expect([...sizes.keys()].filter((url) => /editor|rich-text/.test(url))).toEqual([]);
  });

  test('the dashboard and lists do not load the text field, which loads with the editor', { tag: '@whole' }, async ({ site, page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await openAsStaff(page, site, '/admin/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${site.url}/admin/posts`);
    await expect(page.getByRole('link', { name: 'New post' })).toBeVisible();
    expect(scripts.filter((path) => /rich-text|-editor\./.test(path))).toEqual([]);
    await page.getByRole('link', { name: 'New post' }).click();
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
    expect(scripts.some((path) => /rich-text\.[0-9a-f]+\.js$/.test(path))).toBe(true);
  });
});
