/** @jest-environment node */

import { failure, success } from '@site/shared/domain/result';
import { type PageAddress, type PageHandle, pageHandle } from '@site/shared/remote/remote-contract';
import type { RouteObject } from 'react-router-dom';
import type { ActiveSet } from './active-set.ts';
import { type PageAddresses, pageAddresses } from './page-addresses.ts';
import { createSitemap, robotsTxt } from './sitemap.ts';

const head = () => ({ title: '', description: '' });
const page = (path: string, addresses?: PageHandle['addresses']): RouteObject => ({
  path,
  handle: pageHandle({ chunk: 'page', render: 'content', head, ...(addresses === undefined ? {} : { addresses }) }),
});

describe('pageAddresses', () => {
  const read = (routes: readonly RouteObject[]) => pageAddresses(routes, AbortSignal.timeout(5000));

  it('ROUTE-01 to ROUTE-15 takes the paths of public pages from their routes, and what pages say of themselves', async () => {
    const staff = { path: '/admin', handle: pageHandle({ chunk: 'staff', render: 'browser', head }), children: [page('/admin/posts')] };
    const article = page('/news/:slug', async () => success([{ path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }]));

    expect(await read([{ children: [page('/about'), article] }, page('/programs/:slug'), page('/thanks', async () => success([])), staff])).toEqual({
      addresses: [{ path: '/about' }, { path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }],
      isComplete: true,
    });
  });

  it('GEN-13 keeps the fixed pages while the provider is silent', async () => {
    const silent = async () => failure({ kind: 'network', message: '' } as const);

    expect(await read([page('/gallery', silent), page('/news/:slug', silent)])).toEqual({ addresses: [{ path: '/gallery' }], isComplete: false });
  });
});

const REMOTES = new Map([['marketing', { bundle: { file: 'a', hash: '', publicPath: '' } }]]);

const build = (answer: () => Promise<PageAddresses>, revision: () => string | undefined = () => 'counted-1') => {
  let time = 0;
  const asked = jest.fn(answer);
  const getSitemap = createSitemap({
    siteUrl: 'https://site.test',
    activeSet: { current: () => ({ browserSet: { id: 'set', remotes: {} }, remotes: REMOTES, unavailable: new Map() }) as unknown as ActiveSet },
    contentRevision: async () => revision(),
    addressesOf: asked,
    log: { error: jest.fn() },
    now: () => time,
  });
  return { getSitemap, asked, pass: (ms: number) => (time += ms) };
};
const complete =
  (...addresses: readonly PageAddress[]) =>
  async () => ({ addresses, isComplete: true });

describe('createSitemap', () => {
  it('names each address once, whole and escaped, with the moment of its last change', async () => {
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

  it('is made again when the content has changed, and not before', async () => {
    let revision = 'counted-1';
    const { getSitemap, asked, pass } = build(complete({ path: '/' }), () => revision);

    await Promise.all([getSitemap(), getSitemap()]);
    pass(1_000_000);
    await getSitemap();
    expect(asked).toHaveBeenCalledTimes(1);

    revision = 'counted-2';
    await getSitemap();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is made again after five seconds when something did not answer', async () => {
    const { getSitemap, asked, pass } = build(() => Promise.reject(new Error('hangs')));

    expect(await getSitemap()).not.toContain('<url>');
    pass(4999);
    await getSitemap();
    expect(asked).toHaveBeenCalledTimes(1);
    pass(1);
    await getSitemap();
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('robotsTxt', () => {
  it('keeps search engines out of the staff area, and shows them the sitemap', () => {
    const text = robotsTxt('https://site.test');

    for (const path of ['/admin', '/login', '/api']) expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).toContain('Sitemap: https://site.test/sitemap.xml');
  });
});
