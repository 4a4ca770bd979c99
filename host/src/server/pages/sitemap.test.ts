/** @jest-environment node */
import { gunzipSync } from 'node:zlib';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import Fastify from 'fastify';
import type { PageAddresses } from '../isolation/protocol.ts';
import { sitemapRoutes } from '../plugins/sitemap.ts';
import type { ActiveSet } from '../remotes/active-set.ts';
import { createRobotsTxt, createSitemap } from './sitemap.ts';

const REMOTES = new Map([['marketing', { bundle: { file: 'a', hash: '', publicPath: '', paths: ['/', '/gallery', '/news', '/b'] } }]]);

const build = (respond: () => Promise<PageAddresses>, revision: () => string | undefined = () => 'counted-1') => {
  let time = 0;
  const getAddresses = jest.fn(respond);
  const sitemap = createSitemap({
    siteUrl: 'https://site.test',
    activeSet: { current: () => ({ browserSet: { id: 'set', remotes: {} }, remotes: REMOTES, unavailable: new Map() }) as unknown as ActiveSet },
    contentRevision: async () => revision(),
    getAddresses,
    log: { error: jest.fn() },
    now: () => time,
  });
  const getSitemap = async () => (await sitemap.getMain()).getXml();
  return { sitemap, getSitemap, getAddresses, pass: (ms: number) => (time += ms) };
};
const complete =
  (...addresses: readonly PageAddress[]) =>
  async () => ({ addresses, isComplete: true });

describe('createSitemap', () => {
  it('lists each URL once, absolute and escaped, with the date of its last change', async () => {
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

  it('lists the images of a page, on this or another site, and nothing else', async () => {
    const images = ['/img/upload/v1/a.webp', 'https://images.test/b.jpg?w=1&h=2', '', 'javascript:alert(1)', 'http://['];
    const { getSitemap } = build(complete({ path: '/news/one', lastModified: '2026-11-14', images }));

    const xml = await getSitemap();
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
    expect(xml.match(/<image:.*<\/image:image>/g)?.join()).toBe(
      '<image:image><image:loc>https://site.test/img/upload/v1/a.webp</image:loc></image:image>' +
        '<image:image><image:loc>https://images.test/b.jpg?w=1&amp;h=2</image:loc></image:image>',
    );
  });

  it('REL-05 omits URLs outside the paths that a remote owns', async () => {
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

  const createLargeSitemap = (lists: Readonly<Record<string, readonly PageAddress[]>>) => {
    const remotes = new Map(Object.keys(lists).map((file) => [file, { bundle: { file, hash: '', publicPath: '', paths: ['/gallery', '/news', '/b'] } }]));
    return createSitemap({
      siteUrl: 'https://site.test',
      activeSet: { current: () => ({ browserSet: { id: 'set', remotes: {} }, remotes, unavailable: new Map() }) as unknown as ActiveSet },
      contentRevision: async () => 'counted-1',
      getAddresses: async ({ file }) => ({ addresses: lists[file] ?? [], isComplete: true }),
      log: { error: jest.fn() },
    });
  };
  const list = (path: string, count: number): PageAddress[] => Array.from({ length: count }, (_, index) => ({ path: `${path}/${index}` }));
  const getAddressesIn = (xml: string): string[] => [...xml.matchAll(/<url><loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);

  it('OPS-09 REL-01 is an index of parts on a site with many pages, with every URL of every remote', async () => {
    const sitemap = createLargeSitemap({ a: list('/gallery', 50_000), b: list('/news', 10), c: list('/b', 30_000) });

    const index = await (await sitemap.getMain()).getXml();
    const parts = [...index.matchAll(/<sitemap><loc>https:\/\/site\.test\/sitemap-(\d+)\.xml<\/loc><\/sitemap>/g)].map(([, part]) => Number(part));
    expect(index).toMatch(/<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/);
    expect(parts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

    const addresses = [];
    for (const part of parts) addresses.push(getAddressesIn((await (await sitemap.getPart(part))?.getXml()) ?? ''));
    expect(Math.max(...addresses.map(({ length }) => length))).toBe(10_000);
    expect(addresses.flat()).toEqual([...list('/gallery', 50_000), ...list('/news', 10), ...list('/b', 30_000)].map(({ path }) => `https://site.test${path}`));
    expect(await sitemap.getPart(10)).toBeUndefined();
  });

  it('OPS-09 is one file up to ten thousand pages', async () => {
    const sitemap = createLargeSitemap({ a: list('/news', 10_000) });

    expect(getAddressesIn(await (await sitemap.getMain()).getXml())).toHaveLength(10_000);
    expect(await sitemap.getPart(1)).toBeUndefined();
  });

  it('OPS-09 is served compressed to clients that accept it', async () => {
    const app = Fastify();
    await app.register(sitemapRoutes, { sitemap: createLargeSitemap({ a: list('/news', 10_001) }) });
    const ask = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });

    const compressed = await ask('/sitemap-2.xml', 'gzip, br');
    const plain = await ask('/sitemap-2.xml', 'identity');

    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/xml; charset=utf-8', vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(getAddressesIn(plain.body)).toEqual(['https://site.test/news/10000']);
    expect((await ask('/sitemap.xml', 'identity')).body).toContain('<sitemapindex');
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': String(compressed.headers.etag) };
    expect((await app.inject({ url: '/sitemap-2.xml', headers })).statusCode).toBe(304);
    expect((await app.inject({ url: '/sitemap-1.xml', headers })).statusCode).toBe(200);
    for (const part of ['0', '3', '99999', 'x', '1x']) expect((await ask(`/sitemap-${part}.xml`, 'gzip')).statusCode).toBe(404);
    await app.close();
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
