import type { HostServices } from '@site/shared/host-services';
import type { ReactNode } from 'react';
import { createBrowserRouter, type HydrationState, type RouteObject } from 'react-router-dom';
import { loadBudgetMs } from '../federation/load-budget.ts';
import { type createRemoteLoader, RemoteUnavailableError } from '../federation/load-remote.ts';
import { type ReleaseSet, remoteOwning } from '../federation/release-set.ts';
import { withinMs } from '../federation/within.ts';
import { AREA_ROUTE_ID, createSiteRoutes } from './site-routes.tsx';

const PAGE_BUDGET_FACTOR = 1.7;

/** A page's own files may fail as its remote's entry may: late or missing, the area says so and can ask again. */
const guardLazy = (remote: string, routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route): RouteObject => {
    const { lazy } = route;
    if (route.index === true || typeof lazy !== 'function') return route;
    return {
      ...route,
      lazy: () =>
        withinMs(lazy(), loadBudgetMs() * PAGE_BUDGET_FACTOR).catch((error: unknown) => {
          throw new RemoteUnavailableError(remote, error);
        }),
      ...(route.children === undefined ? {} : { children: guardLazy(remote, route.children) }),
    };
  });

export interface SiteRouterOptions {
  readonly set: ReleaseSet;
  readonly services: HostServices;
  readonly overlays: ReactNode;
  readonly load: ReturnType<typeof createRemoteLoader>;
  /** Routes of the remote that owns the first page, when the server rendered it. */
  readonly firstRoutes?: { readonly remote: string; readonly routes: RouteObject[] };
  readonly hydrationData?: HydrationState;
}

/** The browser's router: a remote is loaded when a path that it owns is first visited, and again after a failure. */
export const createSiteRouter = ({ set, services, overlays, load, firstRoutes, hydrationData }: SiteRouterOptions) => {
  const patched = new Set(firstRoutes === undefined ? [] : [firstRoutes.remote]);
  return createBrowserRouter(createSiteRoutes(services.site, firstRoutes?.routes ?? [], overlays), {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const remote = remoteOwning(set, path);
      if (remote === undefined || patched.has(remote)) return;
      const module = await load(remote);
      patched.add(remote);
      patch(AREA_ROUTE_ID, guardLazy(remote, module.createRoutes(services)));
    },
  });
};
