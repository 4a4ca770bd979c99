import { ownsPath } from '@site/shared/remote/owned-paths';
import type { RouteObject } from 'react-router-dom';

/**
 * Keeps the routes of a remote that are inside the paths it owns, so that no remote serves another remote's page. A layout route outside these paths stays for
 * its children, but matches nothing itself. `parent` is the path of the parent route.
 */
export const filterOwnedRoutes = (routes: readonly RouteObject[], ownedPaths: readonly string[], parent = ''): RouteObject[] =>
  routes.flatMap((route): RouteObject[] => {
    const path = (route.path?.startsWith('/') ? route.path : `${parent}/${route.path ?? ''}`).replace(/\/+(?=\/|$)/g, '') || '/';
    const isOwned = ownsPath(ownedPaths, path);
    if (route.index) return isOwned ? [route.path ? { ...route, path } : route] : [];
    const { path: declared, children, ...layout } = route;
    const ownedChildren = children && filterOwnedRoutes(children, ownedPaths, path);
    if (declared && isOwned) return [{ ...layout, path, ...(ownedChildren && { children: ownedChildren }) }];
    return ownedChildren?.length ? [{ ...layout, children: ownedChildren }] : [];
  });
