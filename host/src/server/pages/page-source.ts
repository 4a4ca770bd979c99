import type { SiteConfig } from '@site/shared/contracts/site';
import type { TraceContext } from '@site/shared/domain/trace-context';
import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../../federation/release-set.ts';
import type { PostedForm } from '../isolation/protocol.ts';
import type { CallOrigin } from '../isolation/provider-calls.ts';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import type { RecordFault } from '../monitoring/faults.ts';
import type { Metrics, PageOutcome } from '../monitoring/metrics.ts';
import { findOwningRemote, getPageStyles } from '../remotes/active-set.ts';
import { toLoggablePath } from '../remotes/loggable-path.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { Visit } from '../remotes/visits.ts';
import type { ComposePage, Composition } from '../rendering/compose-page.ts';
import type { ComposedPage } from '../rendering/composed-page.ts';
import { type ContentRevision, isWithin, type RevisionRange } from '../upstream/content-revision.ts';
import { createCompositionQueue, type PageClient } from './composition-queue.ts';
import { createHtmlDocument } from './document.ts';
import type { HostAssets } from './host-assets.ts';
import { createLastGoodPages, type PageAddress, toKey } from './last-good-pages.ts';
import { selectQuery } from './page-query.ts';
import { createLastModified, createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';
import { createSiteDocuments, toCarriedData } from './site-data.ts';
import { createSplitCache } from './split-cache.ts';

interface PageSourceOptions {
  readonly site: SiteConfig;
  readonly assets: HostAssets;
  readonly contentRevision: Pick<ContentRevision, 'getCurrent' | 'getRange' | 'getOutage'>;
  /** The visit of those who get neither a canary nor a preview. */
  readonly getCurrentVisit: () => Visit;
  readonly composePage: ComposePage;
  readonly recordFault: RecordFault;
  readonly monitor: Pick<CanaryMonitor, 'countRender'>;
  readonly metrics: Pick<Metrics, 'countPage' | 'observeComposition'>;
  readonly reloadsPages: boolean;
  readonly hasWorker?: boolean;
  readonly tracing?: Tracing;
}

/** Of pages without a query. Those with one get a quarter of that on top. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface CachedPage {
  readonly page: PageResponse;
  /** The revision of the content that it was composed of. */
  readonly revision: number;
}

/** A composed page, and the revision that it may be cached under: undefined when that is not known. */
interface FreshPage {
  readonly page: PageResponse;
  readonly revision: number | undefined;
  /** False when the provider did not deliver all of its data. */
  readonly isComplete: boolean;
}

/** The request for a page. */
interface PageRequestOrigin {
  readonly trace?: TraceContext | undefined;
  /** The visitor's address. */
  readonly visitor?: string;
  /** Called for pages that are not in the cache. */
  readonly getClient?: () => PageClient;
}

/** Where a page comes from: `stale` is the last good one, while the provider is not reachable. */
interface FoundPage {
  readonly page: PageResponse;
  readonly source: 'cached' | 'composed' | 'stale';
}

const getOutcome = ({ page: { status }, source }: FoundPage): PageOutcome => {
  if (status >= 500) return 'failed';
  if (status === 404) return 'not_found';
  return status >= 300 && status < 400 ? 'redirect' : source;
};

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

/** Why a response has a status of 500 or above. */
const explainFailure = ({ response: { status }, faults, data }: Composition, hasVersions: boolean): string => {
  if (faults.length > 0) return faults.map(({ bundle, message }) => `${bundle.version}: ${message}`).join('; ');
  return data.failedCall ?? (hasVersions ? `the remote responded with status ${status}` : 'no version of the remote can be loaded');
};

/**
 * `getPage` returns a cached or newly composed page; `postForm` the page with the result of a form. Both throw when the shell itself cannot be rendered. Pages are cached by
 * the set that they are made of; those of a preview are not, and have no part in the metrics.
 */
export const createPageSource = ({
  site,
  assets,
  contentRevision,
  getCurrentVisit,
  composePage,
  recordFault,
  monitor,
  metrics,
  reloadsPages,
  hasWorker = true,
  tracing = NO_TRACING,
}: PageSourceOptions) => {
  const cache = createSplitCache(
    (share) => new LRUCache<string, CachedPage>({ maxSize: CACHE_BYTES * share, sizeCalculation: ({ page }, key) => page.bytes + key.length * 2 }),
  );
  const queue = createCompositionQueue();
  const inFlight = new Map<string, Promise<FreshPage>>();
  const lastGood = createLastGoodPages();
  const getLastModified = createLastModified();
  const getSiteDocument = createSiteDocuments(site);

  /** A failure counts where another version delivered the same page. What no version can show, such as an address that a stranger made up, is no evidence against one. */
  const countRenders = (delivered: ServerBundle | undefined, faults: Composition['faults']): void => {
    if (delivered === undefined || faults.some(({ bundle }) => bundle.version === delivered.version)) return;
    for (const { bundle } of faults) monitor.countRender(bundle.remote, bundle.version, true);
    monitor.countRender(delivered.remote, delivered.version, false);
  };

  const compose = async (
    { set, place, preview, savesData = false }: Visit,
    path: string,
    search: string,
    { form, visitor, trace }: CallOrigin,
  ): Promise<{ readonly page: PageResponse; readonly data: Composition['data'] }> => {
    const remote = findOwningRemote(set, path);
    const versions = remote === null ? [] : remote?.usable.map(({ bundle }) => bundle);
    const startedAt = performance.now();
    const document = getSiteDocument(set.browserSet);
    const url = toPageUrl(site.siteUrl, path, search);
    const span = trace === undefined ? undefined : tracing.startSpan('compose page', 'internal', trace);
    const request = { path, url, links: document.site.exploreLinks, versions, visitor, trace: span?.context, ...(form === undefined ? {} : { form }) };
    const composition = await composePage(request).finally(() => span?.end());
    const { response, used, faults, data } = composition;
    const hasFailed = response.status >= 500;
    for (const { bundle, message } of faults)
      recordFault(
        { kind: 'server', remote: bundle.remote, version: bundle.version, set: set.browserSet.id, message, path, requestId: trace?.requestId },
        // The line about the page has its reason.
        { hasLine: !hasFailed },
      );
    if (preview === undefined) {
      countRenders(versions?.[used], faults);
      metrics.observeComposition(remote?.release.remote ?? 'none', (performance.now() - startedAt) / 1000);
    }
    const failure = {
      reason: explainFailure(composition, versions?.length !== 0),
      path: toLoggablePath(set, path),
      set: set.browserSet.id,
      ...(remote ? { remote: remote.release.remote, version: remote.release.version } : {}),
    };
    const common = {
      status: response.status,
      // Of unknown addresses there is any number, and nobody revalidates them. Of two variants at one address, only the entity tags tell which one a browser has.
      getLastModified: (etag: string) => (preview === undefined && !savesData && response.status === 200 ? getLastModified(`${path}${search}`, etag) : 0),
      ...(hasFailed ? { failure } : {}),
    };
    // What a fallback delivered is not cached: the next visitor may get the active version again. Nor is a page without some of its data.
    const isUsual = faults.length === 0 && preview === undefined && data.isComplete;
    if ('text' in response) {
      const { status, contentType, text } = response;
      const cacheability = isUsual && status < 500 ? 'content' : 'none';
      return { page: createPageResponse({ ...common, contentType, text, contentSecurityPolicy: DOCUMENT_POLICY, cacheability }), data };
    }
    const version = remote?.usable[used];
    const pageSet = remote && used > 0 ? preferVersion(set.browserSet, remote.release.remote, used) : set.browserSet;
    const styles = getPageStyles(version, response.chunks);
    const { html, contentSecurityPolicy, link } = createHtmlDocument({
      page: response,
      set: pageSet,
      site: document.site,
      carried: toCarriedData({ set: pageSet, remote: remote?.release.remote, document, siteReads: response.siteReads }),
      assets,
      styles,
      reloadsPages,
      // At the others it would keep what visitors never see.
      hasWorker: hasWorker && (place ?? 'site') === 'site',
      place,
      savesData,
      ...(preview === undefined ? {} : { preview }),
    });
    const pageResponse = createPageResponse({
      ...common,
      contentType: HTML_TYPE,
      text: html,
      contentSecurityPolicy,
      link,
      cacheability: isUsual ? getCacheability(response) : 'none',
      ...(response.location === undefined ? {} : { location: response.location }),
    });
    return { page: pageResponse, data };
  };

  const store = (address: PageAddress, { page, revision, isComplete }: FreshPage): void => {
    const key = toKey(address);
    if (page.status === 200 && page.cacheability === 'static') {
      const ofAll = { ...address, search: '' };
      cache.of(ofAll).set(toKey(ofAll), { page, revision: 0 });
    } else if (page.status === 200 && page.cacheability === 'content' && revision !== undefined) {
      cache.of(address).set(key, { page, revision });
      // What canaries deliver is seen by few, and ends with them.
      if (address.set === getCurrentVisit().set.browserSet.id) void lastGood.set(address, page, revision);
    } else if (page.status < 500 && isComplete) {
      // Of unknown addresses there is any number.
      cache.of(address).delete(key);
      lastGood.delete(address);
    }
  };

  /** Pages without content have one for every query and revision. */
  const getStatic = (address: PageAddress): PageResponse | undefined => {
    const ofAll = { ...address, search: '' };
    const page = cache.of(ofAll).get(toKey(ofAll))?.page;
    return page?.cacheability === 'static' ? page : undefined;
  };

  const getCached = (address: PageAddress, current: RevisionRange | undefined): PageResponse | undefined => {
    const cached = cache.of(address).get(toKey(address));
    return cached !== undefined && current !== undefined && isWithin(cached.revision, current) ? cached.page : undefined;
  };

  /** Requests for one page at once share one composition, unless a change for visitors has become known. */
  const composeOnce = async (
    visit: Visit,
    address: PageAddress,
    current: RevisionRange | undefined,
    { trace, visitor, getClient }: PageRequestOrigin = {},
  ): Promise<FreshPage> => {
    const knownRevision = current?.newest;
    const key = `${current?.oldest} ${toKey(address)}`;
    const composeFresh = async (): Promise<FreshPage> => {
      const composed = await compose(visit, address.path, address.search, { trace, visitor });
      // It is one page for every query, so it must not show what stands in one visitor's.
      const isForAll = composed.page.cacheability === 'static' && address.search !== '';
      const { page, data } = isForAll ? await compose(visit, address.path, '', { trace }) : composed;
      const fresh = { page, revision: knownRevision === undefined ? undefined : (data.revision ?? knownRevision), isComplete: data.isComplete };
      store(address, fresh);
      return fresh;
    };
    const take = (): Promise<FreshPage> => {
      const pending = inFlight.get(key) ?? composeFresh().finally(() => inFlight.delete(key));
      inFlight.set(key, pending);
      return pending;
    };
    if (inFlight.has(key)) return take();
    const takeInTurn = async (): Promise<FreshPage> => {
      // Composed for another visitor in the meantime.
      const page = getStatic(address) ?? getCached(address, current);
      return page === undefined ? take() : { page, revision: knownRevision, isComplete: true };
    };
    return queue.run(findOwningRemote(visit.set, address.path)?.release, takeInTurn, getClient?.());
  };

  /** They are pages of the site: at another origin they would start its worker. */
  const getLastGood = async ({ place }: Visit, address: PageAddress): Promise<PageResponse | undefined> => {
    const site = getCurrentVisit();
    if (place !== site.place) return undefined;
    return lastGood.get({ ...address, set: site.set.browserSet.id }, contentRevision.getRange(), contentRevision.getOutage()?.since ?? Date.now());
  };

  const findPage = async (visit: Visit, address: PageAddress, origin: PageRequestOrigin): Promise<FoundPage> => {
    // Pages without content are looked up without the revision, so that an unresponsive provider does not delay them.
    const staticPage = getStatic(address);
    if (staticPage !== undefined) return { page: staticPage, source: 'cached' };

    const current = await contentRevision.getCurrent();
    const cached = getCached(address, current);
    const stale = current === undefined ? await getLastGood(visit, address) : undefined;
    if (stale !== undefined) return { page: stale, source: 'stale' };
    if (cached !== undefined) {
      cached.improve();
      return { page: cached, source: 'cached' };
    }

    const { page, isComplete } = await composeOnce(visit, address, current, origin);
    // The provider has just become unreachable.
    const lastPage = page.status >= 500 && !isComplete ? await getLastGood(visit, address) : undefined;
    return lastPage === undefined ? { page, source: 'composed' } : { page: lastPage, source: 'stale' };
  };

  /** Composes a page of a preview, for this request alone. */
  const composeAlone = async (visit: Visit, path: string, search: string, call: CallOrigin, client: PageClient | undefined): Promise<PageResponse> => {
    const { page } = await queue.runPreview(() => compose(visit, path, search, call), client);
    return page;
  };

  const getPage = async (visit: Visit, path: string, query: string, origin: PageRequestOrigin = {}): Promise<PageResponse> => {
    if (visit.preview !== undefined) return composeAlone(visit, path, query, { trace: origin.trace, visitor: origin.visitor }, origin.getClient?.());
    const release = findOwningRemote(visit.set, path)?.release;
    const address = { set: visit.set.browserSet.id, path, search: selectQuery(query, release?.query), savesData: visit.savesData };
    const found = await findPage(visit, address, origin);
    metrics.countPage(getOutcome(found), release?.remote ?? 'none');
    return found.page;
  };

  /** Composes the page again that visitors have asked for most recently of those that a change of the content or of the set has made outdated. False if there is none. */
  const refreshPage = async (): Promise<boolean> => {
    const visit = getCurrentVisit();
    const set = visit.set.browserSet.id;
    const current = await contentRevision.getCurrent();
    const outdated = current === undefined ? undefined : lastGood.findOutdated(set, current);
    if (outdated === undefined) return false;
    const { isComplete } = await composeOnce({ ...visit, savesData: outdated.savesData ?? false }, { ...outdated, set }, current);
    lastGood.settleRefresh(outdated, isComplete);
    return true;
  };

  return {
    getPage,
    refreshPage,
    getSiteDocument,
    listLoads: queue.listLoads,
    getCacheSize: () => ({
      entries: cache.all.reduce((sum, { size }) => sum + size, 0),
      bytes: cache.all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    }),
    postForm: (visit: Visit, path: string, search: string, form: PostedForm, { trace, getClient }: PageRequestOrigin = {}): Promise<PageResponse> =>
      composeAlone(visit, path, search, { form, trace }, getClient?.()),
  };
};
export type PageSource = ReturnType<typeof createPageSource>;
