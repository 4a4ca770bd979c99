import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient, eventForm, postForm, signIn, storeSession } from '../support/staff.ts';

/** Maximum delay until a change is visible. Requests sent after this delay must return the new content, even if the response takes longer. */
const LIMIT_MS = 1900;

const waitForLimit = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LIMIT_MS));

const getText = async (site: Site, path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text();
const getStatus = async (site: Site, path: string): Promise<number> => (await fetch(`${site.url}${path}`)).status;

const findPathsContaining = async (site: Site, paths: readonly string[], text: string): Promise<readonly string[]> => {
  const pages = await Promise.all(paths.map(async (path) => [path, await getText(site, path)] as const));
  return pages.filter(([, page]) => page.includes(text)).map(([path]) => path);
};

const LISTS = ['/news', '/news/feed.xml', '/news/atom.xml', '/sitemap.xml'];

test.describe('A change by staff reaches visitors within two seconds, without a restart', () => {
  test('NEWS-02 X-08 POST-04 a post is published, changed, unpublished and deleted', { tag: '@time' }, async ({ contentSite }) => {
    const staff = await createStaffClient(contentSite);
    const relatedPost = await staff.post('/posts', postForm({ title: 'The related one', category: 'Only these two' }));
    const relatedPath = `/news/${relatedPost.slug}`;
    const draft = await staff.post('/posts', postForm({ title: 'First version', slug: 'first-version', category: 'Only these two', status: 'draft' }));
    const paths = [...LISTS, relatedPath];
    const findAll = (text: string) => findPathsContaining(contentSite, paths, text);
    // These requests put all paths into the host's cache.
    for (const text of ['First version', 'first-version']) expect(await findAll(text)).toEqual([]);
    expect(await getStatus(contentSite, '/news/first-version')).toBe(404);

    await staff.put(`/posts/${draft._id}`, { status: 'published' });
    await waitForLimit();
    expect(await findAll('first-version')).toEqual(paths);
    expect(await getStatus(contentSite, '/news/first-version')).toBe(200);

    await staff.put(`/posts/${draft._id}`, { title: 'Second version' });
    await waitForLimit();
    expect(await findAll('Second version')).toEqual(paths.filter((path) => path !== '/sitemap.xml'));
    expect(await getText(contentSite, '/news/first-version')).toContain('Second version');
    expect(await findAll('First version')).toEqual([]);

    await staff.put(`/posts/${draft._id}`, { status: 'draft' });
    await waitForLimit();
    expect(await findAll('first-version')).toEqual([]);
    expect(await getStatus(contentSite, '/news/first-version')).toBe(404);

    await staff.put(`/posts/${draft._id}`, { status: 'published' });
    await waitForLimit();
    expect(await findAll('first-version')).toEqual(paths);
    await staff.delete(`/posts/${draft._id}`);
    await waitForLimit();
    expect(await findAll('first-version')).toEqual([]);
    expect(await getStatus(contentSite, '/news/first-version')).toBe(404);
  });

  test('EVT-02 EVD-04 an event is published, changed and deleted; an album appears and disappears', { tag: ['@time', '@whole'] }, async ({ contentSite }) => {
    const staff = await createStaffClient(contentSite);
    const event = await staff.post('/events', eventForm({ title: 'Quiet evening', status: 'draft' }));
    const path = `/events/${event._id}`;
    const paths = ['/events', '/events/calendar.ics', '/sitemap.xml'];
    const findAll = () => findPathsContaining(contentSite, paths, event._id);
    expect(await findAll()).toEqual([]);
    for (const shownPath of [path, `${path}/event.ics`]) expect(await getStatus(contentSite, shownPath), shownPath).toBe(404);

    await staff.put(`/events/${event._id}`, { status: 'published' });
    await waitForLimit();
    expect(await findAll()).toEqual(paths);
    for (const shownPath of [path, `${path}/event.ics`]) expect(await getStatus(contentSite, shownPath)).toBe(200);

    await staff.put(`/events/${event._id}`, { title: 'Loud evening' });
    await waitForLimit();
    for (const shownPath of ['/events', '/events/calendar.ics', path, `${path}/event.ics`])
      expect(await getText(contentSite, shownPath)).toContain('Loud evening');

    await staff.delete(`/events/${event._id}`);
    await waitForLimit();
    expect(await findAll()).toEqual([]);
    for (const shownPath of [path, `${path}/event.ics`]) expect(await getStatus(contentSite, shownPath)).toBe(404);

    const album = await staff.post('/gallery/albums', { name: 'Quiet album' });
    await waitForLimit();
    expect(await getText(contentSite, '/gallery')).toContain('Quiet album');
    await staff.delete(`/gallery/albums/${album._id}`);
    await waitForLimit();
    expect(await getText(contentSite, '/gallery')).not.toContain('Quiet album');
  });

  test('EVT-03 EVD-02 a cancelled event is marked on its card and page, in feeds, calendar and search results, with and without script', {
    tag: ['@time', '@whole'],
  }, async ({ contentSite, browser }) => {
    const staff = await createStaffClient(contentSite);
    const title = 'Evening that is called off';
    const event = await staff.post('/events', eventForm({ title, attendanceMode: 'hybrid', agenda: '4:00 PM Tea', audience: 'Students' }));
    const path = `/events/${event._id}`;
    const paths = ['/events/feed.xml', '/events/atom.xml', '/events/feed.json', '/events/calendar.ics', `${path}/event.ics`, path];
    await waitForLimit();
    expect(await findPathsContaining(contentSite, paths, title)).toEqual(paths);
    expect(await findPathsContaining(contentSite, paths, `Cancelled: ${title}`)).toEqual([]);

    await staff.put(path, { eventStatus: 'cancelled' });
    await waitForLimit();
    expect(await findPathsContaining(contentSite, paths, `Cancelled: ${title}`)).toEqual(paths);
    expect(await getText(contentSite, `${path}/event.ics`)).toContain('STATUS:CANCELLED');
    const html = await getText(contentSite, path);
    for (const text of ['https://schema.org/EventCancelled', 'https://schema.org/MixedEventAttendanceMode']) expect(html).toContain(text);

    // Another profile: a visitor without script.
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${contentSite.url}/events`);
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: title }) })
        .getByText('Cancelled', { exact: true }),
    ).toBeVisible();
    await page.goto(`${contentSite.url}${path}`);
    await expect(page.getByText('This event has been cancelled.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Agenda' }).getByText('Tea')).toBeVisible();
    await expect(page.getByRole('link', { name: /Add to calendar|Register Now/ })).toHaveCount(0);
    await context.close();
  });

  test('OPS-01 pages stay cached while an editor writes a draft, and change when content is published', { tag: '@whole' }, async ({ contentSite }) => {
    const staff = await createStaffClient(contentSite);
    const draft = await staff.post('/posts', postForm({ title: 'Typed', status: 'draft' }));
    const getLastModified = async (): Promise<string | null> => (await fetch(`${contentSite.url}/news`)).headers.get('last-modified');
    await waitForLimit();
    const first = await getLastModified();
    for (let second = 1; second <= 10; second += 1) {
      await staff.put(`/posts/${draft._id}`, { title: `Typed for ${second} s`, isAutosave: 'true' });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect([second, await getLastModified()]).toEqual([second, first]);
    }

    await staff.put(`/posts/${draft._id}`, { status: 'published' });
    await waitForLimit();
    expect(await getLastModified()).not.toBe(first);
  });

  test('feeds, calendars and pages have the right content type and respond with 304 to a matching validator', async ({ site }) => {
    for (const [path, type] of [
      ['/news', 'text/html'],
      ['/news/feed.xml', 'application/rss+xml'],
      ['/news/atom.xml', 'application/atom+xml'],
      ['/news/feed.json', 'application/feed+json'],
      ['/events/feed.xml', 'application/rss+xml'],
      ['/events/atom.xml', 'application/atom+xml'],
      ['/events/feed.json', 'application/feed+json'],
      ['/events/calendar.ics', 'text/calendar'],
    ] as const) {
      const first = await fetch(`${site.url}${path}`);
      expect(first.headers.get('content-type'), path).toContain(type);
      const etag = first.headers.get('etag') ?? '';
      // `Last-Modified` is sent only after the second in which the content changed.
      await expect.poll(async () => (await fetch(`${site.url}${path}`)).headers.get('last-modified')).not.toBeNull();
      const lastModified = (await fetch(`${site.url}${path}`)).headers.get('last-modified') ?? '';
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-none-match': etag } })).status, path).toBe(304);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-modified-since': lastModified } })).status, path).toBe(304);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' } })).status, path).toBe(200);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-none-match': '"x"', 'if-modified-since': lastModified } })).status, path).toBe(200);
    }
    expect((await fetch(`${site.url}/events/nothing/event.ics`)).status).toBe(404);
    const news = await getText(site, '/news');
    for (const path of ['/news/feed.xml', '/news/atom.xml', '/news/feed.json'])
      expect(news).toMatch(new RegExp(`<link rel="alternate" type="application/[a-z]+\\+(xml|json)" title="[^"]+" href="${path}">`));
  });

  test('NEWS-05 NEWS-10 every category and tag has a page with feeds, in the sitemap; unknown ones respond with 404', async ({ site, page }) => {
    await page.goto(`${site.url}/news`);
    const paths = await page.locator('main a').evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
    const topics = paths.filter((path) => /^\/news\/(category|tag)\//.test(path));
    expect(topics.filter((path) => path.includes('/tag/')).length).toBeGreaterThan(2);
    const [category = ''] = topics;
    expect(category).toContain('/category/');
    for (const path of topics) expect((await fetch(`${site.url}${path}`)).status, path).toBe(200);

    const html = await getText(site, category);
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="https?://[^"]+${category}">`));
    expect(html).toMatch(/<title>News: /);
    for (const file of ['feed.xml', 'atom.xml', 'feed.json']) {
      expect(html).toContain(`href="${category}/${file}"`);
      expect((await fetch(`${site.url}${category}/${file}`)).status, file).toBe(200);
      expect((await fetch(`${site.url}/news/category/nothing-of-it/${file}`)).status, file).toBe(404);
    }
    expect((await fetch(`${site.url}/news/tag/nothing-of-it`)).status).toBe(404);
    const sitemap = await getText(site, '/sitemap.xml');
    for (const path of topics) expect(sitemap).toContain(`${path}</loc>`);

    // This link is on top of the link that covers the card.
    await page.locator(`main a[href="${category}"]`).first().click();
    await expect(page).toHaveURL(`${site.url}${category}`);
    await expect(page.getByRole('heading', { level: 1, name: /^News: / })).toBeVisible();
    await page.goto(`${site.url}/news`);
    await page.getByRole('list', { name: 'Tags' }).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^News tagged / })).toBeVisible();
  });

  test('previews are for staff only: no draft in their HTML, never cached, never indexed', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const draft = await staff.post('/posts', postForm({ title: 'Not for everybody', status: 'draft' }));
    const path = `/news/preview/${draft._id}`;
    const response = await fetch(`${contentSite.url}${path}`);
    const html = await response.text();
    expect(html).not.toContain('Not for everybody');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await getText(contentSite, '/sitemap.xml')).not.toContain('preview');

    await page.goto(`${contentSite.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Sign in to see this preview' })).toBeVisible();
    await storeSession(page.context(), await signIn(contentSite));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Not for everybody' })).toBeVisible();
    await expect(page.getByText('Preview: visitors cannot see this yet')).toBeVisible();
  });
});
