import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createRemoteLoader } from './federation/load-remote.ts';
import { type PageData, readPageData } from './federation/page-data.ts';
import { remoteOwning } from './federation/release-set.ts';
import { ConfettiOverlay } from './overlays/confetti-overlay.tsx';
import { ToastLayer } from './overlays/toast-layer.tsx';
import { createSiteRouter } from './router/browser-router.tsx';
import { createBrowserServices } from './services/create-browser-services.ts';
import './styles/base.css';

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 15_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

const start = async ({ set, site, area, loaderData, notices, reloads }: PageData, root: HTMLElement): Promise<void> => {
  if (reloads) void import(/* webpackChunkName: "reload" */ './federation/reload-on-release.ts').then(({ reloadOnRelease }) => reloadOnRelease(set.id));
  markInlinedStyles();
  const services = createBrowserServices(site);
  const load = createRemoteLoader(set);
  const overlays = [<ConfettiOverlay key="confetti" />, <ToastLayer key="toasts" />];
  const common = { set, services, overlays, load };

  if (area === 'rendered') {
    const remote = remoteOwning(set, window.location.pathname);
    const firstRoutes =
      remote === undefined
        ? undefined
        : await untilItWorks(async () => ({ remote, routes: await resolveMatched((await load(remote)).createRoutes(services)) }));
    await pause(0);
    const router = createSiteRouter({ ...common, ...(firstRoutes === undefined ? {} : { firstRoutes }), hydrationData: { loaderData } });
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

const root = document.getElementById('site');
const page = readPageData();
if (root !== null && page !== undefined) {
  // Reading this file was one long task on a slow phone; what follows are others.
  await pause(0);
  await start(page, root);
}
