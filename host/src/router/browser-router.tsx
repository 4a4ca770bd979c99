import type { HostServices } from '@site/shared/remote/host-services';
import type { ReactNode } from 'react';
import { createBrowserRouter, type HydrationState, isRouteErrorResponse, type RouteObject } from 'react-router-dom';
import { withinBudget } from '../federation/load-budget.ts';
import { type Remotes, RemoteUnavailableError } from '../federation/load-remote.ts';
import { afterFirstRender, isFirstRender, recordPendingRender } from '../federation/pending-render.ts';
import { findRemote } from '../federation/release-set.ts';
import type { LoadedRemote } from '../federation/remotes-state.ts';
import { AreaError } from './area-error.tsx';
import { AREA_ROUTE_ID } from './route-ids.ts';
import { createSiteRoutes } from './site-routes.tsx';
import { watchNavigations } from './watch-navigations.ts';

export const NEVER_RENDERED = 'never renders';

interface SiteRouterOptions {
  readonly services: HostServices;
  readonly overlays: ReactNode;
  readonly remotes: Pick<Remotes, 'state' | 'load' | 'fail' | 'refresh' | 'findLoaded' | 'report'>;
  /** Loads the parts of the release set and the configuration that the first page's HTML omits (`createSiteDataLoader`). */
  readonly complete: () => Promise<void>;
  readonly first?: { readonly owner: LoadedRemote; readonly routes: RouteObject[] } | undefined;
  readonly hydrationData?: HydrationState;
  /** Whether other origins serve some pages of the site. */
  readonly hasOtherOrigins?: boolean;
}

type Router = ReturnType<typeof createBrowserRouter>;
type LazyPage = Extract<RouteObject['lazy'], () => unknown>;

/** Wraps the functions that load the pages' files. The route ids keep the data of two versions apart. */
const guardRoutes = (routes: readonly RouteObject[], guard: (lazy: LazyPage) => LazyPage, prefix?: string): RouteObject[] =>
  routes.map((route, index): RouteObject => {
    const id = prefix === undefined ? {} : { id: route.id ?? `${prefix}-${index}` };
    if (route.index === true) return { ...route, ...id };
    const { lazy, children } = route;
    return {
      ...route,
      ...id,
      ...(children === undefined ? {} : { children: guardRoutes(children, guard, id.id) }),
      ...(typeof lazy === 'function' ? { lazy: guard(lazy) } : {}),
    };
  });

/** Handles a failed page file like a failed entry. `onFailure` is called after the version has been recorded as failed. */
const createGuard =
  (owner: LoadedRemote, remotes: SiteRouterOptions['remotes'], complete: () => Promise<void>, onFailure: () => void) => (lazy: LazyPage) => async () => {
    await complete();
    recordPendingRender(owner.version.entry);
    return withinBudget(lazy()).catch((reason: unknown) => {
      if (remotes.state.loaded.get(owner.remote) === owner) {
        remotes.fail('load', owner.version.entry, reason);
        onFailure();
      }
      // Render nothing, because a navigation to the other version has replaced this navigation.
      return { element: null };
    });
  };

/** Replaces all routes, and loads the pending or current location again. */
const replaceRoutes = (router: Router, routes: RouteObject[]): void => {
  // React Router uses this method for hot module replacement. A second router would render the shell again, which would lose its open menu, focus and scroll
  // position.
  router._internalSetRoutes(routes);
  const { location, navigation } = router.state;
  if (navigation.state !== 'idle') return void router.revalidate();
  // `revalidate` would keep showing an error until the location changes. A location with the same hash would not be loaded again.
  void router.navigate({ ...location, hash: '' }, { replace: true, state: location.state, preventScrollReset: true });
};

/**
 * Creates the browser's router. A remote is loaded on the first visit to a path that it owns. When a version fails while its page is loading or rendering, the
 * router switches to another version. All areas get new routes, and the pending or current location is loaded again while the visible content stays.
 */
export const createSiteRouter = ({ services, overlays, remotes, complete, first, hydrationData, hasOtherOrigins = false }: SiteRouterOptions) => {
  let replaced: unknown;
  const patchedRemotes = new Set(first === undefined ? [] : [first.owner.remote]);
  let isRetry = true;

  const adoptNewRoutes = (retries = false): void => {
    isRetry = retries;
    patchedRemotes.clear();
    replaced = router.routes;
    replaceRoutes(router, createRoutes([]));
  };

  const retry = (isExplicit: boolean): void => {
    if (isExplicit) remotes.state.failures.clear();
    adoptNewRoutes(true);
  };

  /** Handles an error that a page or its loader threw. Returns false if no other version can fix it. */
  const handleFault = (error: unknown): boolean => {
    const { location, navigation } = router.state;
    const owner = remotes.findLoaded((navigation.location ?? location).pathname);
    if (process.env.NODE_ENV === 'development') {
      // The dev server's overlay shows the error. Fast Refresh renders the page again once the error is fixed.
      // oxlint-disable-next-line no-restricted-globals -- Developers have newer browsers.
      reportError(error);
      return false;
    }
    if (owner === undefined || error instanceof RemoteUnavailableError || isRouteErrorResponse(error)) return false;
    remotes.fail(isFirstRender() ? 'hydration' : 'error', owner.version.entry, error);
    adoptNewRoutes();
    return true;
  };

  const createRoutes = (areaRoutes: readonly RouteObject[]): RouteObject[] =>
    createSiteRoutes(services.site, areaRoutes, overlays, <AreaError site={services.site} onFault={handleFault} onRetry={retry} />);

  const guard = (routes: readonly RouteObject[], owner: LoadedRemote, prefix?: string): RouteObject[] =>
    guardRoutes(routes, createGuard(owner, remotes, complete, adoptNewRoutes), prefix);

  const router = createBrowserRouter(createRoutes(first === undefined ? [] : guard(first.routes, first.owner)), {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    patchRoutesOnNavigation: async ({ path, patch, signal }) => {
      await complete();
      const findOwningRemote = () => findRemote(remotes.state.set, path);
      // A remote may have been released after this page was sent.
      const remote = findOwningRemote() ?? (await remotes.refresh().then(findOwningRemote));
      const { location } = router.state.navigation;
      if (remote === undefined && hasOtherOrigins && location !== undefined && !signal.aborted) {
        // Request the page from the host, which knows the origin that serves it.
        window.location.assign(router.createHref(location));
        return new Promise(() => undefined);
      }
      if (remote === undefined || patchedRemotes.has(remote)) return;
      const allowRetry = isRetry;
      isRetry = true;
      const owner = await remotes.load(remote, allowRetry);
      if (signal.aborted) return;
      const routes = guard(owner.createRoutes(services), owner, `${remote}@${owner.version.version}`);
      // While the router still has the replaced routes, it would not find patched routes, so set all routes directly.
      if (router.routes === replaced) {
        patchedRemotes.clear();
        router._internalSetRoutes(createRoutes(routes));
      } else patch(AREA_ROUTE_ID, routes);
      patchedRemotes.add(remote);
    },
  });

  // The router queues events until its first subscriber, so subscribe only after the first render.
  afterFirstRender(() => {
    watchNavigations(router, () => handleFault(NEVER_RENDERED));
    const shownRemote = remotes.findLoaded(window.location.pathname);
    // While a canary runs, visitors have a `canary` cookie, and each page view is reported for the canary's statistics.
    if (shownRemote && document.cookie.includes('canary=')) remotes.report('view', shownRemote.version.entry, '');
  });
  return router;
};
