/** @jest-environment node */
import { failure, success } from '@site/shared/domain/result';
import type { PageMembers } from '@site/shared/remote/remote-contract';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { findCandidates, getPageAddresses, toPrefixedRoutes } from './remote-routes.ts';

const ROUTES: RouteObject[] = [
  {
    id: 'layout',
    children: [
      { id: 'list', path: '/news' },
      { id: 'category', path: '/news/category/:slug' },
      { id: 'article', path: '/news/:slug' },
      { id: 'feed', path: '/news/rss.xml' },
      { id: 'archive', path: '/news/archive/:year?' },
      { id: 'files', path: '/news/files/*' },
    ],
  },
  {
    id: 'events',
    path: '/events',
    children: [
      { id: 'events-index', index: true },
      { id: 'event', path: '/events/:id' },
    ],
  },
  { id: 'home', path: '/' },
];

const getIds = (routes: readonly RouteObject[], pathname: string) => matchRoutes([...routes], pathname)?.map(({ route, params }) => [route.id, params]);

describe('routes that can match a path', () => {
  const prefixed = toPrefixedRoutes(ROUTES);

  it.each([
    '/',
    '/news',
    '/news/',
    '/News/A-story',
    '/news/a-story',
    '/n%65ws/a-story',
    '//news//a-story',
    '/news/rss.xml',
    '/news/category/hubs',
    '/news/category',
    '/news/archive',
    '/news/archive/2026',
    '/news/files/a/b',
    '/news/a/b/c',
    '/events',
    '/events/1',
    '/nothing',
    '/newsletter',
  ])('OPS-04 give the router the same match as all routes: %s', (pathname) => {
    expect(getIds(findCandidates(prefixed, pathname), pathname)).toEqual(getIds(ROUTES, pathname));
  });

  it('OPS-04 are only two for an article', () => {
    expect(findCandidates(prefixed, '/news/a-story').map(({ children }) => children?.map(({ id }) => id))).toEqual([['list', 'article']]);
  });
});

const head = () => ({ title: '', description: '' });
const page = (path: string, addresses?: PageMembers['addresses']): RouteObject => ({
  path,
  handle: { chunk: 'page', render: 'content', head, ...(addresses === undefined ? {} : { addresses }) } satisfies PageMembers,
});

describe('getPageAddresses', () => {
  const read = (routes: readonly RouteObject[]) => getPageAddresses(routes, AbortSignal.timeout(5000));

  it('ROUTE-01 to ROUTE-15 returns the paths of public pages, or the addresses that their handles list', async () => {
    const staff = { path: '/admin', handle: { chunk: 'staff', render: 'browser', head } satisfies PageMembers, children: [page('/admin/posts')] };
    const article = page('/news/:slug', async () => success([{ path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }]));

    expect(await read([{ children: [page('/about'), article] }, page('/programs/:slug'), page('/thanks', async () => success([])), staff])).toEqual({
      addresses: [{ path: '/about' }, { path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }],
      isComplete: true,
    });
  });

  it('GEN-13 lists the fixed pages when the provider does not respond', async () => {
    const failToList = async () => failure({ kind: 'network', message: '' } as const);

    expect(await read([page('/gallery', failToList), page('/news/:slug', failToList)])).toEqual({ addresses: [{ path: '/gallery' }], isComplete: false });
  });
});
