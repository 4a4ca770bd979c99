import type { SiteConfig } from '@site/shared/contracts/site';
import type { FastifyBaseLogger } from 'fastify';
import { type ActiveSetSource, owningRemote, pageStyles } from './active-set.ts';
import type { createContentRevision } from './content-revision.ts';
import { htmlDocument } from './document.ts';
import type { PostedForm } from './form-posts.ts';
import type { HostAssets } from './host-assets.ts';
import { createPageAges } from './page-ages.ts';
import { createPageCache, createSentPage, HTML_TYPE, type SentPage } from './page-cache.ts';
import type { RenderPool } from './render-pool.ts';
import type { RenderAnswer, RenderedPage } from './render-worker.ts';

interface PageSourceOptions {
  readonly site: SiteConfig;
  readonly providerUrl: string;
  readonly assets: HostAssets;
  readonly activeSet: ActiveSetSource;
  readonly contentRevision: ReturnType<typeof createContentRevision>;
  readonly pool: RenderPool;
  readonly log: FastifyBaseLogger;
  readonly reloadsPages: boolean;
}

/** By its parts: `//elsewhere/x` is a path here, and must not be read as another site. */
const pageAddress = (siteUrl: string, path: string, search: string): string => {
  const url = new URL(siteUrl);
  url.pathname = path;
  url.search = search;
  return url.href;
};

const reuseOf = (page: RenderedPage): SentPage['reuse'] => {
  if (page.location !== undefined || page.area !== 'rendered' || page.status >= 500) return 'no';
  return page.render === 'static' || page.render === 'content' ? page.render : 'no';
};

/** Documents are data: opened by themselves they run and fetch nothing. */
const RESOURCE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `getPage` gives the page of an address, composed now or kept from before, `postForm` its answer to a form. Both throw when the shell itself cannot be rendered. */
export const createPageSource = ({ site, providerUrl, assets, activeSet, contentRevision, pool, log, reloadsPages }: PageSourceOptions) => {
  const cache = createPageCache();
  const ageOf = createPageAges();

  const compose = async (path: string, search: string, form?: PostedForm): Promise<SentPage> => {
    const { browserSet, ...set } = activeSet.current();
    const remote = owningRemote({ browserSet, ...set }, path);
    const task = { url: pageAddress(site.siteUrl, path, search), site, providerUrl };
    let page: RenderAnswer;
    try {
      page = await pool.render({ ...task, bundle: remote === null ? null : remote?.bundle, ...(form === undefined ? {} : { form }) });
    } catch (error) {
      log.error({ path, reason: String(error) }, 'page not composed in time; its area is left out');
      page = await pool.render({ ...task, bundle: null });
    }
    const sinceOf = (etag: string): number => ageOf(`${path}${search}`, etag);
    if ('text' in page) {
      const { status, contentType, text, fault } = page;
      if (fault !== undefined) log.error({ path, reason: fault }, 'document not written');
      return createSentPage({ status, contentType, text, contentSecurityPolicy: RESOURCE_POLICY, reuse: status < 500 ? 'content' : 'no', sinceOf });
    }
    if (page.fault !== undefined) log.error({ path, area: page.area, reason: page.fault }, 'area not rendered');
    const { html, contentSecurityPolicy } = htmlDocument({ page, set: browserSet, site, assets, styles: pageStyles(remote, page.chunk), reloadsPages });
    const { status, location } = page;
    return createSentPage({
      status,
      contentType: HTML_TYPE,
      text: html,
      contentSecurityPolicy,
      reuse: reuseOf(page),
      sinceOf,
      ...(location === undefined ? {} : { location }),
    });
  };

  const getPage = async (path: string, search: string): Promise<SentPage> => {
    const setId = activeSet.current().browserSet.id;
    // Pages without content are found without asking the provider, so that its silence does not slow them down.
    const staticKey = `${setId} ${path}`;
    const fixed = cache.get(staticKey);
    if (fixed !== undefined) return fixed;

    const revision = await contentRevision();
    const contentKey = `${setId} ${revision ?? 'unknown'} ${path}${search}`;
    const kept = cache.get(contentKey);
    if (kept !== undefined) return kept;

    const page = await cache.compose(contentKey, () => compose(path, search));
    if (page.reuse === 'static' && page.status === 200) cache.keep(staticKey, page);
    else if (page.reuse !== 'no' && revision !== undefined) cache.keep(contentKey, page);
    return page;
  };

  return { getPage, postForm: compose };
};
