import { ownsPath } from '@site/shared/remote/owned-paths';
import type { RouteObject } from 'react-router-dom';

/**
 * Keeps the routes of a remote inside the paths that it owns and drops all others, so that no remote serves another's page. A layout whose own path is outside
 * remains for its children inside, but matches nothing itself. `parent` is the path of the routes' parent.
 */
export const keepOwnRoutes = (routes: readonly RouteObject[], ownedPaths: readonly string[], parent = ''): RouteObject[] =>
  routes.flatMap((route): RouteObject[] => {
    const path = (route.path?.startsWith('/') ? route.path : `${parent}/${route.path ?? ''}`).replace(/\/+(?=\/|$)/g, '') || '/';
    const isOwn = ownsPath(ownedPaths, path);
    if (route.index) return isOwn ? [route.path ? { ...route, path } : route] : [];
    const { path: declared, children, ...layout } = route;
    const own = children && keepOwnRoutes(children, ownedPaths, path);
    if (declared && isOwn) return [{ ...layout, path, ...(own && { children: own }) }];
    return own?.length ? [{ ...layout, children: own }] : [];
  });
