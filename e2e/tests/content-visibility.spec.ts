import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient, eventForm, postForm, signIn, storeSession } from '../support/staff.ts';

/** A visitor who asks that long after a change sees it, however busy the machine is with answering. */
const LIMIT_MS = 1900;

const atTheLimit = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LIMIT_MS));

const textOf = async (site: Site, path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text();
const statusOf = async (site: Site, path: string): Promise<number> => (await fetch(`${site.url}${path}`)).status;

/** The places where a text stands, of those that are asked. */
const placesWith = async (site: Site, paths: readonly string[], text: string): Promise<readonly string[]> => {
  const pages = await Promise.all(paths.map(async (path) => [path, await textOf(site, path)] as const));
  return pages.filter(([, page]) => page.includes(text)).map(([path]) => path);
};

const LISTS = ['/news', '/news/feed.xml', '/news/atom.xml', '/sitemap.xml'];

test.describe('A change by staff reaches visitors within two seconds, without a restart', () => {
  test('NEWS-02 X-08 POST-04 a post is published, changed, unpublished and deleted', async ({ ownSite }) => {
    const staff = await createStaffClient(ownSite);
    const beside = await staff.post('/posts', postForm({ title: 'The one beside', category: 'Only these two' }));
    const related = `/news/${beside.slug}`;
    const draft = await staff.post('/posts', postForm({ title: 'First words', slug: 'first-words', category: 'Only these two', status: 'draft' }));
    const places = [...LISTS, related];
    const everywhere = (text: string) => placesWith(ownSite, places, text);
    // From here on the host has kept them all.
    for (const text of ['First words', 'first-words']) expect(await everywhere(text)).toEqual([]);
    expect(await statusOf(ownSite, '/news/first-words')).toBe(404);

    await staff.put(`/posts/${draft._id}`, { status: 'published' });
    await atTheLimit();
    expect(await everywhere('first-words')).toEqual(places);
    expect(await statusOf(ownSite, '/news/first-words')).toBe(200);

    await staff.put(`/posts/${draft._id}`, { title: 'Second words' });
    await atTheLimit();
    expect(await everywhere('Second words')).toEqual(places.filter((path) => path !== '/sitemap.xml'));
    expect(await textOf(ownSite, '/news/first-words')).toContain('Second words');
    expect(await everywhere('First words')).toEqual([]);

    await staff.put(`/posts/${draft._id}`, { status: 'draft' });
    await atTheLimit();
    expect(await everywhere('first-words')).toEqual([]);
    expect(await statusOf(ownSite, '/news/first-words')).toBe(404);

    await staff.put(`/posts/${draft._id}`, { status: 'published' });
    await atTheLimit();
    expect(await everywhere('first-words')).toEqual(places);
    await staff.delete(`/posts/${draft._id}`);
    await atTheLimit();
    expect(await everywhere('first-words')).toEqual([]);
    expect(await statusOf(ownSite, '/news/first-words')).toBe(404);
  });

  test('EVT-02 EVD-04 an event is published, changed and deleted; an album appears and disappears', async ({ ownSite }) => {
    const staff = await createStaffClient(ownSite);
    const event = await staff.post('/events', eventForm({ title: 'Quiet evening', status: 'draft' }));
    const address = `/events/${event._id}`;
    const places = ['/events', '/events/calendar.ics', '/sitemap.xml'];
    const everywhere = () => placesWith(ownSite, places, event._id);
    expect(await everywhere()).toEqual([]);
    for (const path of [address, `${address}/event.ics`]) expect(await statusOf(ownSite, path), path).toBe(404);

    await staff.put(`/events/${event._id}`, { status: 'published' });
    await atTheLimit();
    expect(await everywhere()).toEqual(places);
    for (const path of [address, `${address}/event.ics`]) expect(await statusOf(ownSite, path)).toBe(200);

    await staff.put(`/events/${event._id}`, { title: 'Loud evening' });
    await atTheLimit();
    for (const path of ['/events', '/events/calendar.ics', address, `${address}/event.ics`]) expect(await textOf(ownSite, path)).toContain('Loud evening');

    await staff.delete(`/events/${event._id}`);
    await atTheLimit();
    expect(await everywhere()).toEqual([]);
    for (const path of [address, `${address}/event.ics`]) expect(await statusOf(ownSite, path)).toBe(404);

    const album = await staff.post('/gallery/albums', { name: 'Quiet album' });
    await atTheLimit();
    expect(await textOf(ownSite, '/gallery')).toContain('Quiet album');
    await staff.delete(`/gallery/albums/${album._id}`);
    await atTheLimit();
    expect(await textOf(ownSite, '/gallery')).not.toContain('Quiet album');
  });

  test('feeds, calendars and pages name their type and answer 304 to a matching validator', async ({ site }) => {
    for (const [path, type] of [
      ['/news', 'text/html'],
      ['/news/feed.xml', 'application/rss+xml'],
      ['/news/atom.xml', 'application/atom+xml'],
      ['/events/calendar.ics', 'text/calendar'],
    ] as const) {
      const first = await fetch(`${site.url}${path}`);
      expect(first.headers.get('content-type'), path).toContain(type);
      const etag = first.headers.get('etag') ?? '';
      // Its own second may not be over yet.
      await expect.poll(async () => (await fetch(`${site.url}${path}`)).headers.get('last-modified')).not.toBeNull();
      const modified = (await fetch(`${site.url}${path}`)).headers.get('last-modified') ?? '';
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-none-match': etag } })).status, path).toBe(304);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-modified-since': modified } })).status, path).toBe(304);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' } })).status, path).toBe(200);
      expect((await fetch(`${site.url}${path}`, { headers: { 'if-none-match': '"x"', 'if-modified-since': modified } })).status, path).toBe(200);
    }
    expect((await fetch(`${site.url}/events/nothing/event.ics`)).status).toBe(404);
    const news = await textOf(site, '/news');
    for (const path of ['/news/feed.xml', '/news/atom.xml'])
      expect(news).toMatch(new RegExp(`<link rel="alternate" type="application/[a-z]+\\+xml" title="[^"]+" href="${path}">`));
  });

  test('previews are for staff only: no draft in their HTML, never cached, never indexed', async ({ ownSite, page }) => {
    const staff = await createStaffClient(ownSite);
    const draft = await staff.post('/posts', postForm({ title: 'Not for everybody', status: 'draft' }));
    const path = `/news/preview/${draft._id}`;
    const answer = await fetch(`${ownSite.url}${path}`);
    const html = await answer.text();
    expect(html).not.toContain('Not for everybody');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await textOf(ownSite, '/sitemap.xml')).not.toContain('preview');

    await page.goto(`${ownSite.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Sign in to see this preview' })).toBeVisible();
    await storeSession(page.context(), await signIn(ownSite));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Not for everybody' })).toBeVisible();
    await expect(page.getByText('Preview: visitors do not see this yet')).toBeVisible();
  });
});
