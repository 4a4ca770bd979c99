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

/** What a shell depends on besides the site's configuration. */
export interface ShellOptions {
  readonly path: string;
  /** The further links of the Explore group, in addition to the host's own. */
  readonly links?: SiteConfig['exploreLinks'];
  readonly closingCall: boolean;
  readonly hasShell: boolean;
  /** `slot`: the area comes from a remote; `fallback`: until the browser renders it. The others are the host's own: loading, taking a break, unknown address. */
  readonly area: 'slot' | 'fallback' | 'browser' | 'unavailable' | 'not-found';
}

/** The complete HTML of the page's body: `before` and `after` surround the area, whose place is empty unless it is the host's own. */
export interface RenderedShell {
  readonly before: string;
  readonly after: string;
  /** The members of the site's configuration that it was rendered from. */
  readonly siteReads: readonly string[];
}

const CACHE_ENTRIES = 200;
const SLOT = '<i data-slot=""></i>';
/** React writes it in place of what the browser is to render. */
const FAILED_BOUNDARY = '<!--$!-->';

/**
 * Says what a page that only the browser renders is waiting for: at once without script, and with script when the page has not been rendered for long, because its files
 * are blocked or missing. Its styles are in `base.css`: it is not part of the browser's script.
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

/** True for the paths that the shell links to, and marks on their own pages. */
const isLinked = ({ path, links: exploreLinks }: ShellOptions): boolean => [...MAIN_LINKS, ...getExploreLinks({ exploreLinks })].some(({ to }) => to === path);

const renderShell = async (site: SiteConfig, options: ShellOptions): Promise<RenderedShell> => {
  const siteReads = new Set<string>();
  const siteOfPage = { ...site, exploreLinks: options.links };
  const recorded = recordReads(siteOfPage, (name) => siteReads.add(name));
  const areaRoutes: RouteObject[] =
    options.area === 'not-found' ? [] : [{ path: '*', element: createAreas(recorded)[options.area], handle: createHandle(options) }];
  const handler = createStaticHandler(createSiteRoutes(recorded, areaRoutes, null));
  const context = await handler.query(new Request(new URL(options.path, 'http://shell.invalid')));
  if (context instanceof Response) throw new Error('The shell does not redirect.');
  const router = createStaticRouter(handler.dataRoutes, context);
  // Waits for nothing, unlike the streams of areas, whose use of AsyncLocalStorage makes every promise of the process cost more from then on.
  const markup = renderToString(
    // The browser needs no data for these parts, so they do not count as reads.
    <RenderedParts value={createShellParts(siteOfPage)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </RenderedParts>,
  );
  if (markup.includes(FAILED_BOUNDARY)) throw new Error('The shell was not rendered completely.');
  const [before = '', after = ''] = markup.split(SLOT);
  return { before, after, siteReads: [...siteReads] };
};

/** Renders the shell in the host's own process, once for all pages that look the same. */
export const createShellSource = (site: SiteConfig, now: () => number = Date.now) => {
  const cache = new LRUCache<string, Promise<RenderedShell>>({ max: CACHE_ENTRIES });
  return (options: ShellOptions): Promise<RenderedShell> => {
    const path = isLinked(options) ? options.path : '/any-other-page';
    // The footer names the year.
    const key = JSON.stringify({ ...options, path, year: new Date(now()).getFullYear() });
    const cachedShell = cache.get(key);
    if (cachedShell !== undefined) return cachedShell;
    const rendered = renderShell(site, { ...options, path });
    cache.set(key, rendered);
    // A failure is not cached.
    rendered.catch(() => cache.delete(key));
    return rendered;
  };
};
export type ShellSource = ReturnType<typeof createShellSource>;
