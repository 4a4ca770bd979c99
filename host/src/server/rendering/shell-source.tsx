import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageMembers } from '@site/shared/remote/remote-contract';
import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom';
import { AreaLoading, AreaUnavailable } from '../../layout/area-states.tsx';
import { createShellParts } from '../../layout/shell-parts.tsx';
import { getExploreLinks, MAIN_LINKS } from '../../layout/site-links.ts';
import { RenderedParts } from '../../layout/static-part.tsx';
import { createSiteRoutes } from '../../router/site-routes.tsx';
import { recordReads } from '../isolation/record-reads.ts';

/** The parameters of a shell apart from the site's configuration. */
export interface ShellOptions {
  readonly path: string;
  /** Links in the Explore group in addition to the host's own. */
  readonly links?: SiteConfig['exploreLinks'];
  readonly closingCall: boolean;
  readonly hasShell: boolean;
  /**
   * `slot`: a remote renders the area; `fallback`: a remote's fallback until the browser renders the area. The others are the host's own areas: loading,
   * unavailable, unknown URL.
   */
  readonly area: 'slot' | 'fallback' | 'browser' | 'unavailable' | 'not-found';
}

/** The HTML of the page's body. `before` and `after` surround a remote's area. The host's own areas are part of `before`. */
export interface RenderedShell {
  readonly before: string;
  readonly after: string;
  /** Members of the site's configuration from which the shell was rendered. */
  readonly siteReads: readonly string[];
}

const CACHE_ENTRIES = 200;
const SLOT = '<i data-slot=""></i>';
/** React writes this marker in place of parts that the browser must render. */
const FAILED_BOUNDARY = '<!--$!-->';

/**
 * Tells visitors what a page that only the browser renders is waiting for: immediately without script, and with script if the page has still not been rendered
 * after a while because its files are blocked or missing. The styles are in `base.css`, because this part is not in the browser's script.
 */
const NeedsScript = () => <p className="needs-script">This page needs JavaScript. All other pages work without it.</p>;

const slot = <i data-slot="" />;
const createAreas = (site: SiteConfig) => ({
  slot,
  fallback: (
    <>
      <NeedsScript />
      {slot}
    </>
  ),
  browser: (
    <>
      <NeedsScript />
      <AreaLoading />
    </>
  ),
  unavailable: <AreaUnavailable site={site} />,
});

const createHandle = ({ closingCall, hasShell }: ShellOptions): PageMembers => ({
  chunk: '',
  render: 'never',
  head: () => ({ title: '', description: '' }),
  ...(closingCall ? {} : { closingCall: false }),
  ...(hasShell ? {} : { shell: 'none' }),
});

/** Whether the shell links to the path. The shell marks such links on their own pages. */
const isLinked = ({ path, links: exploreLinks }: ShellOptions): boolean => [...MAIN_LINKS, ...getExploreLinks({ exploreLinks })].some(({ to }) => to === path);

const renderShell = async (site: SiteConfig, options: ShellOptions): Promise<RenderedShell> => {
  const siteReads = new Set<string>();
  const pageSite = { ...site, exploreLinks: options.links };
  const recordedSite = recordReads(pageSite, (name) => siteReads.add(name));
  const areaRoutes: RouteObject[] =
    options.area === 'not-found' ? [] : [{ path: '*', element: createAreas(recordedSite)[options.area], handle: createHandle(options) }];
  const handler = createStaticHandler(createSiteRoutes(recordedSite, areaRoutes, null));
  const context = await handler.query(new Request(new URL(options.path, 'http://shell.invalid')));
  if (context instanceof Response) throw new Error('The shell does not redirect.');
  const router = createStaticRouter(handler.dataRoutes, context);
  // Renders synchronously. The streams of areas use AsyncLocalStorage, which slows down every later promise in the process.
  const markup = renderToString(
    // The browser needs no data for these parts, so they do not count as reads.
    <RenderedParts value={createShellParts(pageSite)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </RenderedParts>,
  );
  if (markup.includes(FAILED_BOUNDARY)) throw new Error('The shell was not rendered completely.');
  const [before = '', after = ''] = markup.split(SLOT);
  return { before, after, siteReads: [...siteReads] };
};

/** Renders each shell once, in the host's process, for all pages that share it. */
export const createShellSource = (site: SiteConfig, now: () => number = Date.now) => {
  const cache = new LRUCache<string, Promise<RenderedShell>>({ max: CACHE_ENTRIES });
  return (options: ShellOptions): Promise<RenderedShell> => {
    const path = isLinked(options) ? options.path : '/any-other-page';
    // The footer shows the year.
    const key = JSON.stringify({ ...options, path, year: new Date(now()).getFullYear() });
    const cachedShell = cache.get(key);
    if (cachedShell !== undefined) return cachedShell;
    const pendingShell = renderShell(site, { ...options, path });
    cache.set(key, pendingShell);
    // A failure is not cached.
    pendingShell.catch(() => cache.delete(key));
    return pendingShell;
  };
};
export type ShellSource = ReturnType<typeof createShellSource>;
