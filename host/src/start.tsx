import type { HostServices } from '@site/shared/remote/host-services';
import { whenInitialized } from '@site/shared/remote/router-ready';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { startWorker } from './features/offline/start-worker.ts';
import { createSiteDataLoader } from './federation/complete-page.ts';
import { withinBudget } from './federation/load-budget.ts';
import { createRemotes, importRecovery, type Remotes } from './federation/load-remote.ts';
import { FAILED_STYLES_REL, LATE_STYLES_EVENT, LOADING_MARK, type PageData } from './federation/page-data.ts';
import { watchRender } from './federation/pending-render.ts';
import { findRemote } from './federation/release-set.ts';
import type { LoadedRemote } from './federation/remotes-state.ts';
import { removeStylesheetList, watchStylesheets } from './federation/watch-stylesheets.ts';
import { ConfettiOverlay } from './overlays/confetti.tsx';
import { loadOverlaysForStaff, OverlayLayer } from './overlays/toasts.tsx';
import { createSiteRouter, NEVER_RENDERED } from './router/browser-router.tsx';
import { pause } from './scheduling/pause.ts';
import { createBrowserServices } from './services/create-browser-services.ts';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;
const FIRST_RENDER_S = 20;
const LONG_TASK_MS = 2000;

/** Loads the lazy components of the matched routes first, because hydration needs them synchronously. */
const resolveMatchedRoutes = async (routes: RouteObject[]): Promise<RouteObject[]> => {
  for (const { route } of matchRoutes(routes, window.location.pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
    await pause();
  }
  return routes;
};

const ignore = (): void => undefined;

interface FirstArea {
  readonly owner: LoadedRemote;
  readonly routes: RouteObject[];
}

/**
 * Loads the first working version of the remote that rendered the page, with its routes and the page's own files. Retries until a version loads. In the
 * meantime, the page is complete HTML whose links work.
 */
const loadFirstArea = async (remotes: Remotes, remote: string, services: HostServices): Promise<FirstArea> => {
  for (let waitMs = 0; ; ) {
    try {
      const owner = await remotes.load(remote, waitMs > 0);
      await pause();
      try {
        return { owner, routes: await withinBudget(resolveMatchedRoutes(owner.createRoutes(services))) };
      } catch (error) {
        remotes.fail('load', owner.version.entry, error);
      }
    } catch (error) {
      console.warn(error);
      // If no version is left, start without the missing stylesheets. The runtime treats a link that is not loading as loaded.
      for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${FAILED_STYLES_REL}], link[${LOADING_MARK}]`)) {
        link.rel = 'stylesheet';
        link.removeAttribute(LOADING_MARK);
      }
      waitMs = Math.min(waitMs * 2 || FIRST_RETRY_MS, MAX_RETRY_MS);
      await pause(waitMs);
    }
  }
};

/** Reports long tasks and errors outside rendering, which no other code detects. */
const watchPage = ({ report, findLoaded }: Remotes): void => {
  new PerformanceObserver((list) => {
    const entry = findLoaded(window.location.pathname)?.version.entry ?? '';
    for (const { duration } of list.getEntries()) if (duration >= LONG_TASK_MS) report('long-task', entry, `${Math.round(duration)} ms`);
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener('error', ({ error, filename }) => report('error', filename, error));
  window.addEventListener('unhandledrejection', ({ reason }) => report('error', '', reason));
};

/** Loads the routes of the matched remote, then hydrates the page's HTML, or renders the page if the server could not. */
export const start = async (page: PageData, root: HTMLElement): Promise<void> => {
  const { set, site, area = 'rendered', loaderData, actionData, notices = [], reloads, withoutWorker, place } = page;
  const hasSessions = !place || place === 'staff';
  const links = [...document.querySelectorAll('link')];
  const complete = createSiteDataLoader(page);
  // This request usually finishes before the remote's files load. Hydration does not need the data, but the page's scripts may read more of the configuration.
  const pageCompletion = complete().catch(ignore);
  const reportStyles = (...reason: [file: string, reason: string]): void => remotes.report('styles', ...reason);
  removeStylesheetList((list) => void importRecovery().then(({ restoreStylesheets }) => restoreStylesheets(list, reportStyles), ignore));
  if (reloads) void importRecovery().then(({ reloadOnRelease }) => reloadOnRelease(set.id));
  // Stylesheets that load later than this script no longer delay the rest of the page. They are requested again with another URL, because a browser would merge
  // a request for the same URL with the pending one.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media=print]')) link.href += '?';
  document.dispatchEvent(new Event(LATE_STYLES_EVENT));
  const services = createBrowserServices(site, hasSessions);
  const remotes = createRemotes(set);
  watchPage(remotes);
  const overlays = [<ConfettiOverlay key="confetti" />, <OverlayLayer key="overlays" auth={services.auth} site={site} />];
  const commonOptions = { services, overlays, remotes, complete, hasOtherOrigins: Boolean(place) };

  const remote = findRemote(set, window.location.pathname);
  const first = area === 'rendered' && remote !== undefined ? await loadFirstArea(remotes, remote, services) : undefined;
  await pageCompletion;
  // The HTML and its data belong to the set's first version.
  const isSameVersion = first === undefined || first.owner.version.version === set.remotes[first.owner.remote]?.versions[0]?.version;
  if (area === 'rendered' && isSameVersion) {
    const router = createSiteRouter({ ...commonOptions, first, hydrationData: { loaderData, actionData: actionData ?? null } });
    await pause();
    if (first !== undefined) watchRender(FIRST_RENDER_S, () => remotes.report('hydration', first.owner.version.entry, NEVER_RENDERED));
    // React renders a transition in slices, and handles input between them.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
        {
          onRecoverableError: (error) => {
            console.error(error);
            remotes.report('hydration', first?.owner.version.entry ?? '', error);
          },
        },
      );
    });
  } else {
    // The result of a posted form exists only in this HTML, so the page stays as it is.
    if (area === 'rendered' && actionData !== undefined) return;
    const router = createSiteRouter(commonOptions);
    await whenInitialized(router);
    const restoreFormState = area === 'rendered' ? (await importRecovery()).captureFormState(root) : undefined;
    const openMenu = root.querySelector('[data-menu][open]');
    flushSync(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    );
    restoreFormState?.(root);
    if (openMenu) root.querySelector('[data-menu]')?.setAttribute('open', '');
  }
  // Watch the stylesheets only from now on, because the remote's runtime handles stylesheets until the page has started. In development, newer stylesheets
  // replace the page's.
  if (process.env.NODE_ENV !== 'development')
    watchStylesheets(
      links,
      (...stylesheets) =>
        // If the visitor is offline, the next check tries again.
        void importRecovery().then(({ repairStylesheets }) => repairStylesheets(...stylesheets, reportStyles), ignore),
    );
  if (!withoutWorker) startWorker();
  loadOverlaysForStaff(services.auth);
  for (const notice of notices) services.notify[notice.kind](notice.message);
};
