import type { RouteObject } from 'react-router-dom';
import type { RemoteRoute } from './remote-contract.ts';

/**
 * Converts a remote's routes to the router's routes. The remote's own route becomes the `handle`, which the router passes on with each match. While hosts serve
 * two versions of the contract, this function also adapts the routes of the older version.
 */
export const toRouterRoutes = (routes: readonly RemoteRoute[]): RouteObject[] =>
  routes.map(
    (route) => ({ ...route, handle: route, ...('children' in route && route.children && { children: toRouterRoutes(route.children) }) }) as RouteObject,
  );
