import type { HostServices } from '@site/shared/remote/host-services';
import type { ReactNode } from 'react';
import { createBrowserRouter, type HydrationState, type RouteObject } from 'react-router-dom';
import { type createRemoteLoader, loadBudgetMs } from '../federation/load-remote.ts';
import { keepOwnRoutes } from '../federation/own-routes.ts';
import { findRemote, type ReleaseSet } from '../federation/release-set.ts';
import { withinMs } from '../federation/within.ts';
import { LazyPageFallback } from './area-error.tsx';
import { AREA_ROUTE_ID, createSiteRoutes } from './site-routes.tsx';

const PAGE_BUDGET_FACTOR = 1.7;

/**
 * A page's own files may fail to load like its remote's entry. The router caches a rejected `lazy` for the lifetime of the document, so a page that is
 * late or missing resolves to a fallback that retries.
 */
const guardLazy = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route): RouteObject => {
    if (route.index === true) return route;
    const { lazy, children } = route;
    return {
      ...route,
      ...(children === undefined ? {} : { children: guardLazy(children) }),
      ...(typeof lazy !== 'function'
        ? {}
        : {
            lazy: () =>
              withinMs(lazy(), loadBudgetMs() * PAGE_BUDGET_FACTOR).catch((cause: unknown) => ({ element: <LazyPageFallback load={lazy} cause={cause} /> })),
          }),
    };
  });

interface SiteRouterOptions {
  readonly set: ReleaseSet;
  readonly services: HostServices;
  readonly overlays: ReactNode;
  readonly load: ReturnType<typeof createRemoteLoader>;
  /** The routes of the remote that owns the first page, when the server rendered it. */
  readonly firstRoutes?: { readonly remote: string; readonly routes: RouteObject[] };
  readonly hydrationData?: HydrationState;
}

/** The browser's router: a remote is loaded at the first visit to a path that it owns, and again after a failure. */
export const createSiteRouter = ({ set, services, overlays, load, firstRoutes, hydrationData }: SiteRouterOptions) => {
  const patched = new Set(firstRoutes === undefined ? [] : [firstRoutes.remote]);
  return createBrowserRouter(createSiteRoutes(services.site, guardLazy(firstRoutes?.routes ?? []), overlays), {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const remote = findRemote(set, path);
      if (remote === undefined || patched.has(remote)) return;
      const module = await load(remote);
      patched.add(remote);
      patch(AREA_ROUTE_ID, guardLazy(keepOwnRoutes(module.createRoutes(services), set.remotes[remote]?.paths ?? [])));
    },
  });
};
