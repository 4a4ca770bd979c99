import type { RouteObject } from 'react-router-dom';
import { findPage } from '../../federation/page-head.ts';
import type { PageAddresses } from './protocol.ts';

/** A remote's route with an absolute path, and the part of that path before its first parameter. */
interface PrefixedRoute {
  readonly route: RouteObject;
  readonly prefix: string;
  readonly children: readonly PrefixedRoute[] | undefined;
}

/** "/news/:slug" → "/news/". "/news/:slug?" and "/news/*" → "/news", because they also match without that segment. */
const getPrefix = (path: string): string => {
  const segments = path.split('/');
  const dynamicIndex = segments.findIndex((segment) => /[:*?]/.test(segment));
  if (dynamicIndex === -1) return path;
  const prefix = segments.slice(0, dynamicIndex).join('/');
  return /^:[^?]*$/.test(segments[dynamicIndex] ?? '') ? `${prefix}/` : prefix;
};

export const toPrefixedRoutes = (routes: readonly RouteObject[]): PrefixedRoute[] =>
  routes.map((route) => ({ route, prefix: getPrefix(route.path ?? ''), children: route.children && toPrefixedRoutes(route.children) }));

/** Paths that the router also matches in another form: escaped, with capital letters, or with repeated slashes. */
const OTHER_FORMS = /[%A-Z]|\/\//;

/**
 * The routes that may match a path. For each request, the router compiles and ranks every route that it gets, which takes longer than all other work for a
 * short page. A layout without a path never matches alone, so it is copied with fewer children; all other routes are the original objects.
 */
export const findCandidates = (routes: readonly PrefixedRoute[], pathname: string): RouteObject[] =>
  routes.flatMap(({ route, prefix, children }): RouteObject[] => {
    if (!pathname.startsWith(prefix) && !OTHER_FORMS.test(pathname)) return [];
    if (route.index || children === undefined || route.path !== undefined) return [route];
    return [{ ...route, children: findCandidates(children, pathname) }];
  });

const containsRoute = (route: RouteObject, leaf: RouteObject): boolean =>
  route === leaf || (route.children?.some((child) => containsRoute(child, leaf)) ?? false);

/** Replaces each route that does not lead to `leaf` with an empty one, so that positions stay the same. */
export const keepRoutesTo = (routes: readonly RouteObject[], leaf: RouteObject): RouteObject[] =>
  routes.map((route) => {
    if (route === leaf || route.index || route.children === undefined) return route === leaf ? route : {};
    return containsRoute(route, leaf) ? { ...route, children: keepRoutesTo(route.children, leaf) } : {};
  });

const isFixed = (path: string | undefined): path is string => path?.startsWith('/') === true && !/[:*]/.test(path);

const getRouteAddresses = async (route: RouteObject, signal: AbortSignal): Promise<PageAddresses> => {
  const handle = findPage([{ handle: route.handle }])?.handle;
  // Staff pages and all their children are not listed.
  if (handle?.render === 'browser') return { addresses: [], isComplete: true };
  const fixedAddresses = handle !== undefined && isFixed(route.path) ? [{ path: route.path }] : [];
  const [listing, nested] = await Promise.all([handle?.addresses?.(signal), getPageAddresses(route.children ?? [], signal)]);
  const ownAddresses = listing?.ok ? listing.value : listing === undefined || fixedAddresses.length > 0 ? fixedAddresses : [];
  return { addresses: [...ownAddresses, ...nested.addresses], isComplete: listing?.ok !== false && nested.isComplete };
};

/** The addresses of all public pages that the server renders: the paths of their routes, or those that a page's handle lists. */
export const getPageAddresses = async (routes: readonly RouteObject[], signal: AbortSignal): Promise<PageAddresses> => {
  const parts = await Promise.all(routes.map((route) => getRouteAddresses(route, signal)));
  return { addresses: parts.flatMap(({ addresses }) => addresses), isComplete: parts.every(({ isComplete }) => isComplete) };
};
