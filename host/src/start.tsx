import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createRemoteLoader } from './federation/load-remote.ts';
import type { PageData } from './federation/page-data.ts';
import { findRemote } from './federation/release-set.ts';
import { ConfettiOverlay } from './overlays/confetti-overlay.tsx';
import { ToastLayer } from './overlays/toast-layer.tsx';
import { pause } from './pause.ts';
import { createSiteRouter } from './router/browser-router.tsx';
import { createBrowserServices } from './services/create-browser-services.ts';

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 15_000;

/** A page that came complete as HTML stays as it is while its script cannot be had; links still navigate. So we ask until it can. */
const untilItWorks = async <T,>(attempt: () => Promise<T>): Promise<T> => {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      console.warn(error);
      await pause(waitMs);
    }
  }
};

/** Hydration needs the page's component at once: what is lazy among the matched routes is loaded before. */
const resolveMatched = async (routes: RouteObject[]): Promise<RouteObject[]> => {
  for (const { route } of matchRoutes(routes, window.location.pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
    await pause();
  }
  return routes;
};

/** Tells the federation runtime that the inlined styles of these chunks need not be loaded again: it looks for link elements by this attribute. */
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

/** Brings the page to life: the matched remote's routes first, then hydration of what came as HTML, or a first rendering where nothing could be rendered. */
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
        : await untilItWorks(async () => {
            const { createRoutes } = await load(remote);
            await pause();
            return { remote, routes: await resolveMatched(createRoutes(services)) };
          });
    const router = createSiteRouter({ ...common, ...(firstRoutes === undefined ? {} : { firstRoutes }), hydrationData: { loaderData, actionData } });
    await pause();
    // In slices, between which the page answers a finger.
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
    if (!router.state.initialized) {
      await new Promise<void>((resolve) => {
        const unsubscribe = router.subscribe((state) => {
          if (!state.initialized) return;
          unsubscribe();
          resolve();
        });
      });
    }
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  }
  for (const notice of notices) services.notify[notice.kind](notice.message);
};
