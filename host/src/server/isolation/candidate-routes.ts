import type { RouteObject } from 'react-router-dom';

/** A route of a remote, whose path is absolute, with what comes before its first parameter. */
interface PrefixedRoute {
  readonly route: RouteObject;
  readonly prefix: string;
  readonly children: readonly PrefixedRoute[] | undefined;
}

/** "/news/:slug" → "/news/", "/news/:slug?" and "/news/*" → "/news", because they also match without a segment. */
const getPrefix = (path: string): string => {
  const segments = path.split('/');
  const dynamic = segments.findIndex((segment) => /[:*?]/.test(segment));
  if (dynamic === -1) return path;
  const prefix = segments.slice(0, dynamic).join('/');
  return /^:[^?]*$/.test(segments[dynamic] ?? '') ? `${prefix}/` : prefix;
};

export const toPrefixedRoutes = (routes: readonly RouteObject[]): PrefixedRoute[] =>
  routes.map((route) => ({ route, prefix: getPrefix(route.path ?? ''), children: route.children && toPrefixedRoutes(route.children) }));

/** The router also matches these in another form: escaped, with capital letters, with more than one slash. */
const OTHER_FORMS = /[%A-Z]|\/\//;

/**
 * The routes that can match a path, among which the router chooses: it compiles and ranks all that it is given for each request, which takes longer than the rest of a
 * short page. A layout without a path, which never matches by
 * itself, is a copy with fewer children; all other routes are the objects themselves.
 */
export const findCandidates = (routes: readonly PrefixedRoute[], pathname: string): RouteObject[] =>
  routes.flatMap(({ route, prefix, children }): RouteObject[] => {
    if (!pathname.startsWith(prefix) && !OTHER_FORMS.test(pathname)) return [];
    if (route.index || children === undefined || route.path !== undefined) return [route];
    return [{ ...route, children: findCandidates(children, pathname) }];
  });
