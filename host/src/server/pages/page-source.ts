import type { SiteConfig } from '@site/shared/contracts/site';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../../federation/release-set.ts';
import type { PostedForm } from '../isolation/protocol.ts';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import type { RecordFault } from '../monitoring/faults.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { findOwningRemote, getPageStyles } from '../remotes/active-set.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { Visit } from '../remotes/visits.ts';
import type { ComposePage, Composition } from '../rendering/compose-page.ts';
import type { ComposedPage } from '../rendering/composed-page.ts';
import type { ContentRevision } from './content-revision.ts';
import { createHtmlDocument } from './document.ts';
import type { HostAssets } from './host-assets.ts';
import { createLastModified, createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';

interface PageSourceOptions {
  readonly site: SiteConfig;
  readonly assets: HostAssets;
  readonly contentRevision: ContentRevision;
  readonly composePage: ComposePage;
  readonly recordFault: RecordFault;
  readonly monitor: Pick<CanaryMonitor, 'countRender'>;
  readonly metrics: Pick<Metrics, 'countPage' | 'observeComposition'>;
  readonly reloadsPages: boolean;
}

const CACHE_BYTES = 64 * 1024 * 1024;

/** Built from its parts, because `//elsewhere/x` is a path here and must not be parsed as another origin. */
const toPageUrl = (siteUrl: string, path: string, search: string): string => {
  const url = new URL(siteUrl);
  url.pathname = path;
  url.search = search;
  return url.href;
};

const getCacheability = ({ location, area, status, render }: ComposedPage): PageResponse['cacheability'] => {
  if (location !== undefined || area !== 'rendered' || status >= 500) return 'none';
  return render === 'static' || render === 'content' ? render : 'none';
};

/** The set for a page that another version delivered than the active one: the browser runs the version that the server ran, and falls back to the others. */
const preferVersion = (set: ReleaseSet, remote: string, used: number): ReleaseSet => {
  const inSet = set.remotes[remote];
  const version = inSet?.versions[used];
  if (inSet === undefined || version === undefined) return set;
  return { ...set, remotes: { ...set.remotes, [remote]: { ...inSet, versions: [version, ...inSet.versions.filter((other) => other !== version)] } } };
};

/** The configuration as the shell shows it: with the links of remotes. */
const withLinks = (site: SiteConfig, { links = [] }: ReleaseSet): SiteConfig =>
  links.length === 0 ? site : { ...site, exploreLinks: [...(site.exploreLinks ?? []), ...links] };

/**
 * `getPage` returns a cached or newly composed page; `postForm` the page with the result of a form. Both throw when the shell itself cannot be rendered. Pages are cached by
 * the set that they are made of; those of a preview are not, and have no part in the metrics.
 */
export const createPageSource = ({ site, assets, contentRevision, composePage, recordFault, monitor, metrics, reloadsPages }: PageSourceOptions) => {
  const cache = new LRUCache<string, PageResponse>({ maxSize: CACHE_BYTES, sizeCalculation: (page, key) => page.bytes + key.length * 2 });
  const inFlight = new Map<string, Promise<PageResponse>>();
  const getLastModified = createLastModified();

  /** Every version that was tried, and the one that delivered, unless none did. */
  const countRenders = (delivered: ServerBundle | undefined, faults: Composition['faults']): void => {
    for (const { bundle } of faults) monitor.countRender(bundle.remote, bundle.version, true);
    if (delivered !== undefined && !faults.some(({ bundle }) => bundle.version === delivered.version))
      monitor.countRender(delivered.remote, delivered.version, false);
  };

  const compose = async ({ set, preview }: Visit, path: string, search: string, form?: PostedForm): Promise<PageResponse> => {
    const remote = findOwningRemote(set, path);
    const versions = remote === null ? [] : remote?.usable.map(({ bundle }) => bundle);
    const startedAt = performance.now();
    const shownSite = withLinks(site, set.browserSet);
    const url = toPageUrl(site.siteUrl, path, search);
    const { response, used, faults } = await composePage({ path, url, links: shownSite.exploreLinks, versions, ...(form === undefined ? {} : { form }) });
    for (const { bundle, message } of faults)
      recordFault({ kind: 'server', remote: bundle.remote, version: bundle.version, set: set.browserSet.id, message, path });
    if (preview === undefined) {
      countRenders(versions?.[used], faults);
      metrics.observeComposition(remote?.release.remote ?? 'none', (performance.now() - startedAt) / 1000);
    }
    const common = { status: response.status, getLastModified: (etag: string) => (preview === undefined ? getLastModified(`${path}${search}`, etag) : 0) };
    // What a fallback delivered is not cached: the next visitor may get the active version again.
    const isUsual = faults.length === 0 && preview === undefined;
    if ('text' in response) {
      const { status, contentType, text } = response;
      const cacheability = isUsual && status < 500 ? 'content' : 'none';
      return createPageResponse({ ...common, contentType, text, contentSecurityPolicy: DOCUMENT_POLICY, cacheability });
    }
    const version = remote?.usable[used];
    const pageSet = remote && used > 0 ? preferVersion(set.browserSet, remote.release.remote, used) : set.browserSet;
    const styles = getPageStyles(version, response.chunk);
    const { html, contentSecurityPolicy } = createHtmlDocument({
      page: response,
      set: pageSet,
      site: shownSite,
      assets,
      styles,
      reloadsPages,
      ...(preview === undefined ? {} : { preview }),
    });
    return createPageResponse({
      ...common,
      contentType: HTML_TYPE,
      text: html,
      contentSecurityPolicy,
      cacheability: isUsual ? getCacheability(response) : 'none',
      ...(response.location === undefined ? {} : { location: response.location }),
    });
  };

  /** Concurrent requests for one page share one composition. */
  const composeOnce = (key: string, visit: Visit, path: string, search: string): Promise<PageResponse> => {
    const pending = inFlight.get(key) ?? compose(visit, path, search).finally(() => inFlight.delete(key));
    inFlight.set(key, pending);
    return pending;
  };

  const getPage = async (visit: Visit, path: string, search: string): Promise<PageResponse> => {
    if (visit.preview !== undefined) return compose(visit, path, search);
    const setId = visit.set.browserSet.id;
    // Pages without content are looked up without the revision, so that an unresponsive provider does not delay them.
    const staticKey = `${setId} ${path}`;
    const staticPage = cache.get(staticKey);
    if (staticPage !== undefined) {
      metrics.countPage('hit');
      return staticPage;
    }

    const revision = await contentRevision();
    const contentKey = `${setId} ${revision ?? 'unknown'} ${path}${search}`;
    const cached = cache.get(contentKey);
    metrics.countPage(cached === undefined ? 'miss' : 'hit');
    if (cached !== undefined) return cached;

    const page = await composeOnce(contentKey, visit, path, search);
    if (page.cacheability === 'static' && page.status === 200) cache.set(staticKey, page);
    else if (page.cacheability !== 'none' && revision !== undefined) cache.set(contentKey, page);
    return page;
  };

  return { getPage, postForm: compose };
};
export type PageSource = ReturnType<typeof createPageSource>;
