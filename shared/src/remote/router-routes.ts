import type { RouteObject } from 'react-router-dom';
import type { RemoteRoute } from './remote-contract.ts';

/**
 * Converts the routes of a remote to the router's routes. The router passes on a match's `handle`, which is the remote's own route. While hosts serve two
 * versions of the contract, this function also adapts the routes of the older version.
 */
export const toRouterRoutes = (routes: readonly RemoteRoute[]): RouteObject[] =>
  routes.map(
    (route) => ({ ...route, handle: route, ...('children' in route && route.children && { children: toRouterRoutes(route.children) }) }) as RouteObject,
  );
