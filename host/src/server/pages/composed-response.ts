import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReleaseSet } from '../../federation/release-set.ts';
import { getPageStyles } from '../remotes/active-set.ts';
import { toLoggablePath } from '../remotes/loggable-path.ts';
import type { Composition } from '../rendering/compose-page.ts';
import type { ComposedPage } from '../rendering/composed-page.ts';
import { createHtmlDocument } from './document.ts';
import type { HostAssets } from './host-assets.ts';
import type { PageContext } from './page-context.ts';
import { createLastModified, createPageResponse, HTML_TYPE, type PageFailure, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';
import { createSiteDocuments, selectPageData } from './site-data.ts';

export interface ComposedResponseOptions {
  readonly site: SiteConfig;
  readonly assets: HostAssets;
  readonly reloadsPages: boolean;
  readonly hasWorker?: boolean;
}

const getCacheability = ({ location, area, status, render }: ComposedPage): PageResponse['cacheability'] => {
  if (location !== undefined || area !== 'rendered' || status >= 500) return 'none';
  return render === 'static' || render === 'content' ? render : 'none';
};

/**
 * Returns the release set for a page that was delivered by a version other than the active one. The browser runs the version that the server ran, and falls
 * back to the others.
 */
const preferVersion = (set: ReleaseSet, remote: string, usedIndex: number): ReleaseSet => {
  const remoteInSet = set.remotes[remote];
  const version = remoteInSet?.versions[usedIndex];
  if (remoteInSet === undefined || version === undefined) return set;
  return {
    ...set,
    remotes: { ...set.remotes, [remote]: { ...remoteInSet, versions: [version, ...remoteInSet.versions.filter((other) => other !== version)] } },
  };
};

/** Explains a response with a status of 500 or above. */
const explainFailure = ({ visit: { set }, url, owner }: PageContext, { response: { status }, faults, data }: Composition): PageFailure => {
  const explain = (): string => {
    if (faults.length > 0) return faults.map(({ bundle, message }) => `${bundle.version}: ${message}`).join('; ');
    return data.failedCall ?? (owner === null ? 'no version of the remote can be loaded' : `the remote responded with status ${status}`);
  };
  const release = owner ? { remote: owner.release.remote, version: owner.release.version } : {};
  return { reason: explain(), path: toLoggablePath(set, url.path), set: set.browserSet.id, ...release };
};

/** Creates the HTTP responses of composed pages. */
export const createComposedResponses = ({ site, assets, reloadsPages, hasWorker = true }: ComposedResponseOptions) => {
  const getSiteDocument = createSiteDocuments(site);
  const getLastModified = createLastModified();

  const renderDocument = ({ visit: { set, place, preview, savesData = false }, owner }: PageContext, page: ComposedPage, usedIndex: number) => {
    const document = getSiteDocument(set.browserSet);
    const pageSet = owner && usedIndex > 0 ? preferVersion(set.browserSet, owner.release.remote, usedIndex) : set.browserSet;
    return createHtmlDocument({
      page,
      set: pageSet,
      site: document.site,
      embeddedData: selectPageData({ set: pageSet, remote: owner?.release.remote, document, siteReads: page.siteReads }),
      assets,
      styles: getPageStyles(owner?.usableVersions[usedIndex], page.chunks),
      reloadsPages,
      // A worker on another origin would save pages that visitors never see.
      hasWorker: hasWorker && (place ?? 'site') === 'site',
      place,
      savesData,
      ...(preview === undefined ? {} : { preview }),
    });
  };

  return {
    getSiteDocument,
    /** Creates the response for a page that was composed with this query. */
    create: (context: PageContext, search: string, composition: Composition): PageResponse => {
      const { visit, url } = context;
      const { response, used, faults, data } = composition;
      const { status } = response;
      // Unknown URLs are not revalidated. If two variants have the same URL, only entity tags tell which one a browser has.
      const hasLastModified = visit.preview === undefined && visit.savesData !== true && status === 200;
      const common = {
        status,
        getLastModified: (etag: string) => (hasLastModified ? getLastModified(`${url.path}${search}`, etag) : 0),
        ...(status >= 500 ? { failure: explainFailure(context, composition) } : {}),
      };
      // Pages from a fallback version are not cached, because the next visitor may get the active version again. Pages that lack some of their data are not
      // cached either.
      const isCacheable = faults.length === 0 && visit.preview === undefined && data.isComplete;
      if ('text' in response) {
        const { contentType, text } = response;
        return createPageResponse({
          ...common,
          contentType,
          text,
          contentSecurityPolicy: DOCUMENT_POLICY,
          cacheability: isCacheable && status < 500 ? 'content' : 'none',
        });
      }
      const { html, contentSecurityPolicy, link } = renderDocument(context, response, used);
      return createPageResponse({
        ...common,
        contentType: HTML_TYPE,
        text: html,
        contentSecurityPolicy,
        link,
        cacheability: isCacheable ? getCacheability(response) : 'none',
        ...(response.location === undefined ? {} : { location: response.location }),
      });
    },
  };
};
