/** @jest-environment node */
import fastify from 'fastify';
import type { PageContext } from '../pages/page-context.ts';
import { type Audience, createPageResponse, HTML_TYPE, type PageResponse } from '../pages/page-response.ts';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { createPlaces } from '../remotes/places.ts';
import { pageRoutes } from './pages.ts';

const visit = { set: activeSetFixture('set-1') };
const { site: place } = createPlaces({ siteUrl: 'https://site.test', staffUrl: 'https://staff.test' });

const build = (changes: Partial<PageResponse> = {}, audience: Audience = 'everyone') => {
  const fetchSpy = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  const getPage = jest.fn(async ({ url: { path, search } }: PageContext) => ({
    ...createPageResponse({
      text: path + search,
      status: 200,
      cacheability: 'content',
      contentType: HTML_TYPE,
      contentSecurityPolicy: '',
      getLastModified: () => 0,
    }),
    ...changes,
  }));
  const app = fastify();
  app.get('/health', async () => 'ok');
  app.register(pageRoutes, {
    providerUrl: 'http://provider.test',
    pages: { getPage },
    getVisit: async () => ({ visit, place, audience }),
    monitor: { noteServed: () => undefined },
    findUrlOnOtherOrigin: (_place, path) => (path.startsWith('/admin') ? `https://staff.test${path}` : undefined),
  });
  return { app, getPage, countedViews: () => fetchSpy.mock.calls.map(([url, init]) => [String(url), init?.body]) };
};

describe('pageRoutes', () => {
  it('OPS-03 identifies the client by its network', async () => {
    const { app, getPage } = build();
    await app.inject({ url: '/news', remoteAddress: '2001:db8:7:7::1' });
    expect(getPage.mock.calls[0]?.[0].getClient?.().address).toBe('2001:db8:7:7::/64');
  });

  it('responds to every URL that no other route matches', async () => {
    const { app } = build();

    expect((await app.inject('/')).body).toBe('/');
    expect((await app.inject('/news/a%20b?page=2')).body).toBe('/news/a%20b?page=2');
    expect((await app.inject('/health')).body).toBe('ok');
  });

  it.each([
    ['/news/?page=2', '/news?page=2'],
    ['/news//', '/news'],
    ['//elsewhere.test/', '/elsewhere.test'],
    ['/news/%74welve?page=2', '/news/twelve?page=2'],
    ['/search?q=%00', '/search?q=%EF%BF%BD'],
  ])('redirects %s to %s', async (url, location) => {
    const { app, getPage } = build();
    const response = await app.inject({ method: 'GET', url });

    expect([response.statusCode, response.headers.location]).toEqual([308, location]);
    expect(getPage).not.toHaveBeenCalled();
  });

  it('SEC-10 redirects to the origin that has the page, and composes nothing', async () => {
    const { app, getPage } = build();
    const response = await app.inject('/admin/posts?show=new');

    expect([response.statusCode, response.headers.location]).toEqual([302, 'https://staff.test/admin/posts?show=new']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(getPage).not.toHaveBeenCalled();
  });

  it('REL-01 composes nothing for a URL that is too long', async () => {
    const { app, getPage } = build();
    const response = await app.inject(`/news/${'"'.repeat(2700)}`);

    expect([response.statusCode, response.body]).toEqual([414, expect.stringContaining('too long')]);
    expect(getPage).not.toHaveBeenCalled();
  });

  it('OPS-03 passes on the whole query, including a second question mark', async () => {
    expect((await build().app.inject('/search?q=what?&page=2')).body).toBe('/search?q=what?&page=2');
  });

  it('NS-01 OPS-04 reports views of public pages in batches, with only their paths', async () => {
    const { app, countedViews } = build();
    for (const url of ['/news?page=2', '/about', '/news']) await app.inject(url);
    await app.close();

    const pages = [
      { path: '/news', views: 2 },
      { path: '/about', views: 1 },
    ];
    expect(countedViews()).toEqual([['http://provider.test/api/page-views/batch', JSON.stringify({ pages })]]);
  });

  it.each([
    ['a missing page', 'GET', { status: 404 }, 'everyone'],
    ['a staff page', 'GET', { cacheability: 'none' }, 'everyone'],
    ['a feed', 'GET', { contentType: 'application/rss+xml' }, 'everyone'],
    ['a HEAD request', 'HEAD', {}, 'everyone'],
    ['a preview', 'GET', {}, 'preview'],
  ] as const)('NS-01 RLS-07 does not count a view of %s', async (_, method, changes, audience) => {
    const { app, countedViews } = build(changes, audience);
    await app.inject({ method, url: '/news' });
    await app.close();

    expect(countedViews()).toEqual([]);
  });
});
