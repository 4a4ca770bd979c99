import type { RouteObject } from 'react-router-dom';

/**
 * The router's routes for those of a remote, of any supported version of the contract: what the router hands on as a match's `handle` is the route itself (version 2),
 * or the handle that the route has (version 1).
 */
export const toRouterRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => ({ handle: route, ...route, ...(route.children && { children: toRouterRoutes(route.children) }) }) as RouteObject);
