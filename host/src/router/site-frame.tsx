import type { SiteConfig } from '@site/shared/contracts/site';
import { type ReactNode, Suspense, useEffect, useInsertionEffect } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { findPage } from '../federation/page-head.ts';
import { finishRender } from '../federation/pending-render.ts';
import { AreaLoading } from '../layout/area-states.tsx';
import { renderBelowFold } from '../layout/render-below-fold.ts';
import { Shell } from '../layout/shell.tsx';
import { useDocumentHead } from './use-document-head.ts';

/** Marks the area as ready. This component renders and hydrates together with the page's area, which may be later than the shell. */
const AreaReady = ({ location }: { readonly location: Location }) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a separate render.
  useEffect(finishRender, [location]);
  return null;
};

/**
 * Uses the path as the key of the first history entry, whose own key is the same in every document. Otherwise a page would scroll to the position of another
 * page in this tab.
 */
const getScrollKey = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/** Renders the shell around the matched page. `overlays`, for example toasts and confetti, are outside all routes. */
export const SiteFrame = ({ site, overlays }: { readonly site: SiteConfig; readonly overlays: ReactNode }) => {
  const location = useLocation();
  const { key, pathname } = location;
  const handle = findPage(useMatches())?.handle;
  useDocumentHead(site);
  // Every page after the first has its full height before it scrolls. With estimated heights below the fold, a URL with a fragment would show the footer.
  useInsertionEffect(() => {
    if (key !== 'default') document.documentElement.dataset.whole = '';
  }, [key]);
  useEffect(() => {
    // Tests wait for this attribute, which shows that the page is hydrated.
    document.documentElement.dataset.alive = '';
    renderBelowFold();
  }, []);
  const area = (
    <Suspense fallback={<AreaLoading />}>
      <Outlet />
      <AreaReady location={location} />
    </Suspense>
  );
  return (
    <>
      {handle?.shell === 'none' ? (
        <main id="main" tabIndex={-1}>
          {area}
        </main>
      ) : (
        <Shell site={site} currentPath={pathname} closingCall={handle !== undefined && handle.closingCall !== false}>
          {area}
        </Shell>
      )}
      {overlays}
      <ScrollRestoration getKey={getScrollKey} />
    </>
  );
};
