import { untilInitialized } from '@site/shared/remote/router-ready';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createRemoteLoader } from './federation/load-remote.ts';
import { keepOwnRoutes } from './federation/own-routes.ts';
import type { PageData } from './federation/page-data.ts';
import { findRemote } from './federation/release-set.ts';
import { ConfettiOverlay } from './overlays/confetti.tsx';
import { ToastLayer } from './overlays/toasts.tsx';
import { pause } from './pause.ts';
import { createSiteRouter } from './router/browser-router.tsx';
import { createBrowserServices } from './services/create-browser-services.ts';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 15_000;

/** A page that is complete HTML stays as it is while its script cannot be loaded, and its links navigate; so this retries until it succeeds. */
const retryUntilLoaded = async <T,>(attempt: () => Promise<T>): Promise<T> => {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      console.warn(error);
      await pause(waitMs);
    }
  }
};

/** Hydration needs the page's component synchronously: the lazy ones among the matched routes are loaded before. */
const resolveMatched = async (routes: RouteObject[]): Promise<RouteObject[]> => {
  for (const { route } of matchRoutes(routes, window.location.pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
    await pause();
  }
  return routes;
};

/** Marks the inlined styles of these chunks as loaded: the federation runtime looks for link elements with this attribute. */
const markInlinedStyles = (): void => {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-rspack]')) {
    for (const chunk of style.dataset.rspack?.split(' ') ?? []) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.dataset.rspack = chunk;
      document.head.append(link);
    }
  }
};

/** Loads the routes of the matched remote, then hydrates the HTML of the page, or renders it where the server could not. */
export const start = async ({ set, site, area, loaderData, actionData, notices, reloads }: PageData, root: HTMLElement): Promise<void> => {
  if (reloads) void import(/* webpackChunkName: "reload" */ './federation/reload-on-release.ts').then(({ reloadOnRelease }) => reloadOnRelease(set.id));
  markInlinedStyles();
  const services = createBrowserServices(site);
  const load = createRemoteLoader(set);
  const overlays = [<ConfettiOverlay key="confetti" />, <ToastLayer key="toasts" />];
  const common = { set, services, overlays, load };

  if (area === 'rendered') {
    const remote = findRemote(set, window.location.pathname);
    const firstRoutes =
      remote === undefined
        ? undefined
        : await retryUntilLoaded(async () => {
            const { createRoutes } = await load(remote);
            await pause();
            return { remote, routes: await resolveMatched(keepOwnRoutes(createRoutes(services), set.remotes[remote]?.paths ?? [])) };
          });
    const router = createSiteRouter({ ...common, ...(firstRoutes === undefined ? {} : { firstRoutes }), hydrationData: { loaderData, actionData } });
    await pause();
    // A transition is rendered in slices, between which input is handled.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      );
    });
  } else {
    const router = createSiteRouter(common);
    await untilInitialized(router);
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  }
  for (const notice of notices) services.notify[notice.kind](notice.message);
};
