import { matchRoutes, type RouteObject } from 'react-router-dom';
import { findCandidates, toPrefixedRoutes } from './candidate-routes.ts';

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
  ])('OPS-04 the router finds the same among them: %s', (pathname) => {
    expect(getIds(findCandidates(prefixed, pathname), pathname)).toEqual(getIds(ROUTES, pathname));
  });

  it('OPS-04 an article leaves the router two of the routes', () => {
    expect(findCandidates(prefixed, '/news/a-story').map(({ children }) => children?.map(({ id }) => id))).toEqual([['list', 'article']]);
  });
});
