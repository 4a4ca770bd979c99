import type { SiteConfig } from '@site/shared/contracts/site';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RecordFault } from '../monitoring/faults.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { type ActiveSetSource, findOwningRemote, getPageStyles } from '../remotes/active-set.ts';
import type { RenderPool } from '../rendering/render-pool.ts';
import type { PostedForm, RenderedPage, RenderResult } from '../rendering/render-task.ts';
import type { ContentRevision } from './content-revision.ts';
import { createHtmlDocument } from './document.ts';
import type { HostAssets } from './host-assets.ts';
import { createLastModified, createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';

interface PageSourceOptions {
  readonly site: SiteConfig;
  readonly providerUrl: string;
  readonly assets: HostAssets;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly contentRevision: ContentRevision;
  readonly pool: Pick<RenderPool, 'render'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly recordFault: RecordFault;
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

const getCacheability = ({ location, area, status, render }: RenderedPage): PageResponse['cacheability'] => {
  if (location !== undefined || area !== 'rendered' || status >= 500) return 'none';
  return render === 'static' || render === 'content' ? render : 'none';
};

/**
 * `getPage` returns a cached or newly composed page; `postForm` the page with the result of a form. Both throw when the shell itself cannot be rendered.
 */
export const createPageSource = ({
  site,
  providerUrl,
  assets,
  activeSet,
  contentRevision,
  pool,
  log,
  recordFault,
  metrics,
  reloadsPages,
}: PageSourceOptions) => {
  const cache = new LRUCache<string, PageResponse>({ maxSize: CACHE_BYTES, sizeCalculation: (page) => page.bytes });
  const inFlight = new Map<string, Promise<PageResponse>>();
  const getLastModified = createLastModified();

  const compose = async (path: string, search: string, form?: PostedForm): Promise<PageResponse> => {
    const set = activeSet.current();
    const remote = findOwningRemote(set, path);
    const task = { url: toPageUrl(site.siteUrl, path, search), site, providerUrl };
    const startedAt = performance.now();
    /** A fault without a remote is the host's own. */
    const report = (reason: string, message: string): void => {
      if (remote)
        recordFault({ kind: 'server', remote: remote.release.remote, version: remote.release.version, set: set.browserSet.id, message: reason, path });
      else log.error({ path, reason }, message);
    };
    let result: RenderResult;
    try {
      result = await pool.render({ ...task, bundle: remote === null ? null : remote?.bundle, ...(form === undefined ? {} : { form }) });
    } catch (error) {
      report(String(error), 'page not composed in time; its area is left out');
      result = await pool.render({ ...task, bundle: null });
    }
    metrics.observeComposition(remote?.release.remote ?? 'none', (performance.now() - startedAt) / 1000);
    const common = { status: result.status, getLastModified: (etag: string) => getLastModified(`${path}${search}`, etag) };
    if ('text' in result) {
      const { status, contentType, text, fault } = result;
      if (fault !== undefined) report(fault, 'document not written');
      return createPageResponse({ ...common, contentType, text, contentSecurityPolicy: DOCUMENT_POLICY, cacheability: status < 500 ? 'content' : 'none' });
    }
    if (result.fault !== undefined) report(result.fault, 'area not rendered');
    const styles = getPageStyles(remote, result.chunk);
    const { html, contentSecurityPolicy } = createHtmlDocument({ page: result, set: set.browserSet, site, assets, styles, reloadsPages });
    return createPageResponse({
      ...common,
      contentType: HTML_TYPE,
      text: html,
      contentSecurityPolicy,
      cacheability: getCacheability(result),
      ...(result.location === undefined ? {} : { location: result.location }),
    });
  };

  /** Concurrent requests for one page share one composition. */
  const composeOnce = (key: string, path: string, search: string): Promise<PageResponse> => {
    const pending = inFlight.get(key) ?? compose(path, search).finally(() => inFlight.delete(key));
    inFlight.set(key, pending);
    return pending;
  };

  const getPage = async (path: string, search: string): Promise<PageResponse> => {
    const setId = activeSet.current().browserSet.id;
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

    const page = await composeOnce(contentKey, path, search);
    if (page.cacheability === 'static' && page.status === 200) cache.set(staticKey, page);
    else if (page.cacheability !== 'none' && revision !== undefined) cache.set(contentKey, page);
    return page;
  };

  return { getPage, postForm: compose };
};
export type PageSource = ReturnType<typeof createPageSource>;
