/** @jest-environment node */
import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { PageAddresses } from '../isolation/page-addresses.ts';
import type { ActiveSet } from '../remotes/active-set.ts';
import { createRobotsTxt, createSitemap } from './sitemap.ts';

const REMOTES = new Map([['marketing', { bundle: { file: 'a', hash: '', publicPath: '', paths: ['/', '/gallery', '/news', '/b'] } }]]);

const build = (respond: () => Promise<PageAddresses>, revision: () => string | undefined = () => 'counted-1') => {
  let time = 0;
  const getAddresses = jest.fn(respond);
  const getSitemap = createSitemap({
    siteUrl: 'https://site.test',
    activeSet: { current: () => ({ browserSet: { id: 'set', remotes: {} }, remotes: REMOTES, unavailable: new Map() }) as unknown as ActiveSet },
    contentRevision: async () => revision(),
    getAddresses,
    log: { error: jest.fn() },
    now: () => time,
  });
  return { getSitemap, getAddresses, pass: (ms: number) => (time += ms) };
};
const complete =
  (...addresses: readonly PageAddress[]) =>
  async () => ({ addresses, isComplete: true });

describe('createSitemap', () => {
  it('lists each address once, absolute and escaped, with the date of its last change', async () => {
    const { getSitemap } = build(
      complete(
        { path: '/' },
        { path: '/' },
        { path: '/gallery?album=a&page=2' },
        { path: '/news/one', lastModified: '2026-11-14' },
        { path: '/b', lastModified: 'soon' },
      ),
    );

    const xml = await getSitemap();

    expect(xml.match(/<url>.*<\/url>/g)).toEqual([
      '<url><loc>https://site.test/</loc></url>',
      '<url><loc>https://site.test/gallery?album=a&amp;page=2</loc></url>',
      '<url><loc>https://site.test/news/one</loc><lastmod>2026-11-14T00:00:00.000Z</lastmod></url>',
      '<url><loc>https://site.test/b</loc></url>',
    ]);
  });

  it('REL-05 omits addresses outside the paths that a remote owns', async () => {
    const { getSitemap } = build(
      complete(
        { path: '/news?page=2' },
        { path: '/login' },
        { path: 'https://elsewhere.test/news' },
        { path: '//elsewhere.test/news' },
        { path: '/news/../login' },
        { path: '/news/%2e%2e/login' },
        { path: '/news\\..\\login' },
      ),
    );

    expect((await getSitemap()).match(/<loc>.*<\/loc>/g)).toEqual(['<loc>https://site.test/news?page=2</loc>']);
  });

  it('REL-01 has room for the addresses of every remote, whatever another one lists', async () => {
    const list = (path: string, count: number): PageAddress[] => Array.from({ length: count }, (_, index) => ({ path: `${path}/${index}` }));
    const lists: Record<string, PageAddress[]> = { a: list('/gallery', 50_000), b: list('/news', 10), c: list('/b', 30_000) };
    const remotes = new Map(Object.keys(lists).map((file) => [file, { bundle: { file, hash: '', publicPath: '', paths: ['/gallery', '/news', '/b'] } }]));
    const getSitemap = createSitemap({
      siteUrl: 'https://site.test',
      activeSet: { current: () => ({ browserSet: { id: 'set', remotes: {} }, remotes, unavailable: new Map() }) as unknown as ActiveSet },
      contentRevision: async () => 'counted-1',
      getAddresses: async ({ file }) => ({ addresses: lists[file] ?? [], isComplete: true }),
      log: { error: jest.fn() },
    });

    const xml = await getSitemap();
    const count = (path: string) => xml.split(`<loc>https://site.test${path}/`).length - 1;
    expect([count('/gallery'), count('/news'), count('/b')]).toEqual([24_995, 10, 24_995]);
  });

  it('is created again when the content has changed, and not before', async () => {
    let revision = 'counted-1';
    const { getSitemap, getAddresses, pass } = build(complete({ path: '/' }), () => revision);

    await Promise.all([getSitemap(), getSitemap()]);
    pass(1_000_000);
    await getSitemap();
    expect(getAddresses).toHaveBeenCalledTimes(1);

    revision = 'counted-2';
    await getSitemap();
    expect(getAddresses).toHaveBeenCalledTimes(2);
  });

  it('is created again after five seconds when a part did not respond', async () => {
    const { getSitemap, getAddresses, pass } = build(() => Promise.reject(new Error('hangs')));

    expect(await getSitemap()).not.toContain('<url>');
    pass(4999);
    await getSitemap();
    expect(getAddresses).toHaveBeenCalledTimes(1);
    pass(1);
    await getSitemap();
    expect(getAddresses).toHaveBeenCalledTimes(2);
  });
});

describe('createRobotsTxt', () => {
  it('excludes private paths and the API, and names the sitemap', () => {
    const text = createRobotsTxt('https://site.test', ['/admin', '/login']);

    for (const path of ['/admin', '/login', '/api']) expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).toContain('Sitemap: https://site.test/sitemap.xml');
  });
});
