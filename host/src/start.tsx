import type { HostServices } from '@site/shared/remote/host-services';
import { whenInitialized } from '@site/shared/remote/router-ready';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { createCompletion } from './federation/complete-page.ts';
import { withinBudget } from './federation/load-budget.ts';
import { createRemotes, importRecovery, type Remotes } from './federation/load-remote.ts';
import { PAGE_STYLES_ID, type PageData } from './federation/page-data.ts';
import { findRemote } from './federation/release-set.ts';
import type { LoadedRemote } from './federation/remotes-state.ts';
import { startWorker } from './offline/start-worker.ts';
import { ConfettiOverlay } from './overlays/confetti.tsx';
import { loadOverlaysForStaff, OverlayLayer } from './overlays/toasts.tsx';
import { pause } from './pause.ts';
import { createSiteRouter } from './router/browser-router.tsx';
import { createBrowserServices } from './services/create-browser-services.ts';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;
/** A task that blocks input for this long is a fault of the page. */
const LONG_TASK_MS = 2000;

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

/**
 * Takes the page's stylesheets out of the HTML that is hydrated, to the place where the federation runtime looks for them. A remote's one that has not arrived is left to that
 * runtime, which has time limits, and other versions.
 */
const adoptStylesheets = async (): Promise<void> => {
  const place = document.getElementById(PAGE_STYLES_ID);
  const copies: Promise<HTMLLinkElement>[] = [];
  for (const link of place?.querySelectorAll('link') ?? []) {
    // With the address that the inline script took from it; a browser may have made an empty sheet of what is at the other one.
    const isLate = link.sheet === null || link.title !== '';
    if (isLate && link.dataset.rspack !== undefined) continue;
    if (link.title) link.href = link.title;
    // Moved as it is, a stylesheet changes no style. One without rules may be an error page: only a request tells.
    else if (link.sheet?.cssRules[0] && 'moveBefore' in document.head) {
      document.head.moveBefore(link, null);
      continue;
    }
    const copy = document.importNode(link);
    if (!isLate) {
      // They take the place of the others all at once: each change of the stylesheets is a layout of the page.
      copy.media = 'not all';
      copies.push(
        new Promise((resolve) => {
          copy.onload = () => resolve(copy);
          // An error page in its place is only known now.
          copy.onerror = () => {
            copy.remove();
            resolve(copy);
          };
        }),
      );
    }
    document.head.append(copy);
  }
  for (const copy of await Promise.all(copies)) copy.media = '';
  place?.remove();
};

interface FirstArea {
  readonly owner: LoadedRemote;
  readonly routes: RouteObject[];
}

/**
 * The routes of the remote that rendered the page, with the page's own files, of the first version that works. A page that is complete HTML stays as it is while none
 * can be loaded, and its links navigate; so this retries until it succeeds.
 */
const loadFirstArea = async (remotes: Remotes, remote: string, services: HostServices): Promise<FirstArea> => {
  for (let waitMs = 0; ; ) {
    try {
      const owner = await remotes.load(remote, waitMs > 0);
      await pause();
      try {
        return { owner, routes: await withinBudget(resolveMatched(owner.createRoutes(services))) };
      } catch (error) {
        remotes.fail('load', owner.version.entry, error);
      }
    } catch (error) {
      console.warn(error);
      waitMs = Math.min(waitMs * 2 || FIRST_RETRY_MS, MAX_RETRY_MS);
      await pause(waitMs);
    }
  }
};

/** Reports what nothing else notices: long tasks, and errors outside of rendering. */
const watchPage = ({ report, findLoaded }: Remotes): void => {
  new PerformanceObserver((list) => {
    const entry = findLoaded(window.location.pathname)?.version.entry ?? '';
    for (const { duration } of list.getEntries()) if (duration >= LONG_TASK_MS) report('long-task', entry, `A task took ${Math.round(duration)} ms.`);
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener('error', ({ error, filename }) => report('error', filename, error));
  window.addEventListener('unhandledrejection', ({ reason }) => report('error', '', reason));
};

/** Loads the routes of the matched remote, then hydrates the HTML of the page, or renders it where the server could not. */
export const start = async (page: PageData, root: HTMLElement): Promise<void> => {
  const { set, site, area, loaderData, actionData, notices, reloads, withoutWorker } = page;
  const complete = createCompletion(page);
  // The remote's files take longer. Hydration does without it; scripts of the page that read more of the configuration do not.
  const completing = complete().catch(() => undefined);
  if (reloads) void importRecovery().then(({ reloadOnRelease }) => reloadOnRelease(set.id));
  await adoptStylesheets();
  const services = createBrowserServices(site);
  const remotes = createRemotes(set);
  watchPage(remotes);
  const overlays = [<ConfettiOverlay key="confetti" />, <OverlayLayer key="overlays" auth={services.auth} />];
  const common = { services, overlays, remotes, complete };

  const remote = findRemote(set, window.location.pathname);
  const first = area === 'rendered' && remote !== undefined ? await loadFirstArea(remotes, remote, services) : undefined;
  await completing;
  // The HTML is that of the set's first version, and so is its data.
  const isSameVersion = first === undefined || first.owner.version.version === set.remotes[first.owner.remote]?.versions[0]?.version;
  if (area === 'rendered' && isSameVersion) {
    const router = createSiteRouter({ ...common, first, hydrationData: { loaderData, actionData } });
    await pause();
    // A transition is rendered in slices, between which input is handled.
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
    // The result of a posted form exists in this HTML only: the page stays as it is.
    if (area === 'rendered' && actionData !== null) return;
    const router = createSiteRouter(common);
    await whenInitialized(router);
    const enterInput = area === 'rendered' ? (await importRecovery()).takeInput(root) : undefined;
    const hasOpenMenu = root.querySelector('[data-menu][open]') !== null;
    flushSync(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    );
    enterInput?.(root);
    if (hasOpenMenu) root.querySelector('[data-menu]')?.setAttribute('open', '');
  }
  if (!withoutWorker) startWorker();
  loadOverlaysForStaff(services.auth);
  for (const notice of notices) services.notify[notice.kind](notice.message);
};
