import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router-dom';
import { filterOwnedRoutes } from './own-routes.ts';

const MARKETING = ['/', '/about'];
const NEWS = ['/news', '/events'];

/** Returns the ids of the routes that match a path, with the page last. */
const match = (routes: readonly RouteObject[], ownedPaths: readonly string[], path: string): (string | undefined)[] | undefined =>
  matchRoutes(filterOwnedRoutes(routes, ownedPaths), path)?.map(({ route }) => route.id);

describe('REL-05 routes of a remote', () => {
  it.each([
    ['/news', '/news', NEWS],
    ['/news/:slug', '/news/a', NEWS],
    ['/news/', '/news', NEWS],
    ['/news/*', '/news/a/b', NEWS],
    ['/events/:id/event.ics', '/events/1/event.ics', NEWS],
    ['/', '/', MARKETING],
    ['/about', '/about', MARKETING],
    ['about', '/about', MARKETING],
  ])('%s is matched by %s', (pattern, path, owned) => {
    expect(match([{ id: 'page', path: pattern }], owned, path)).toEqual(['page']);
  });

  it.each([
    ['/login', '/login', NEWS],
    ['login', '/login', NEWS],
    ['*', '/login', NEWS],
    ['/*', '/login', MARKETING],
    ['/:page', '/login', MARKETING],
    ['/news?', '/', NEWS],
    ['/news?/login', '/login', NEWS],
    ['/:language?/news', '/news', NEWS],
    ['//login', '/login', ['/']],
    ['/newsletter', '/newsletter', NEWS],
    ['/NEWS/../login', '/login', NEWS],
    ['/', '/', NEWS],
    ['', '/', NEWS],
  ])('%s does not match %s, which another remote owns', (pattern, path, owned) => {
    expect(match([{ id: 'page', path: pattern }], owned, path)).toBeUndefined();
    expect(match([{ id: 'layout', children: [{ id: 'page', path: pattern }] }], owned, path)).toBeUndefined();
  });

  it('includes index routes and relative children below an owned path', () => {
    const routes: RouteObject[] = [
      {
        id: 'admin',
        path: '/admin',
        children: [
          { id: 'index', index: true },
          { id: 'posts', path: 'posts', children: [{ id: 'post', path: ':id' }] },
        ],
      },
    ];
    expect(match(routes, ['/admin'], '/admin')).toEqual(['admin', 'index']);
    expect(match(routes, ['/admin'], '/admin/posts/1')).toEqual(['admin', 'posts', 'post']);
    expect(match(routes, ['/elsewhere'], '/admin')).toBeUndefined();
    expect(match([{ id: 'layout', children: [{ id: 'index', index: true }] }], NEWS, '/')).toBeUndefined();
    expect(match([{ id: 'layout', children: [{ id: 'index', index: true }] }], MARKETING, '/')).toEqual(['layout', 'index']);
  });

  it('includes a layout of another path only for the children that the remote owns', () => {
    const routes: RouteObject[] = [
      {
        id: 'layout',
        path: '/',
        children: [
          { id: 'index', index: true },
          { id: 'news', path: 'news' },
          { id: 'login', path: 'login' },
        ],
      },
    ];
    expect(match(routes, NEWS, '/news')).toEqual(['layout', 'news']);
    for (const path of ['/', '/login']) expect(match(routes, NEWS, path)).toBeUndefined();
  });

  it('matches an index route at its full path only', () => {
    const routes: RouteObject[] = [{ id: 'layout', path: '/news', children: [{ id: 'index', index: true, path: 'archive' }] }];
    expect(match(routes, ['/news/archive'], '/news/archive')).toEqual(['layout', 'index']);
    expect(match(routes, ['/news/archive'], '/archive')).toBeUndefined();
  });

  it('makes a tree that the router accepts, and changes no route of the remote', () => {
    const routes: RouteObject[] = [{ path: '/', children: [{ path: 'news', children: [{ index: true }, { path: '/news/:slug' }] }] }];
    const before = JSON.stringify(routes);
    expect(() => createMemoryRouter(filterOwnedRoutes(routes, NEWS)).dispose()).not.toThrow();
    expect(JSON.stringify(routes)).toBe(before);
  });
});
