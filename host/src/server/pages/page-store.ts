import { LRUCache } from 'lru-cache';
import { type ContentRevision, isWithin, type RevisionRange } from '../upstream/content-revision.ts';
import { createLastGoodPages } from './last-good-pages.ts';
import { type PageAddress, toKey } from './page-context.ts';
import type { PageResponse } from './page-response.ts';
import { createSplitCache } from './split-cache.ts';

/** Size limit of pages without a query. Pages with a query may take a further quarter of this size. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** Content revision of pages that depend on no content. */
const NO_REVISION = 0;

interface CachedPage {
  readonly page: PageResponse;
  /** The revision of the content that the page was composed from. */
  readonly revision: number;
}

/** A composed page. */
export interface FreshPage {
  readonly page: PageResponse;
  /** The revision of the page's content. Undefined if unknown, in which case the page cannot be cached. */
  readonly revision: number | undefined;
  /** False if the provider did not deliver all data of the page. */
  readonly isComplete: boolean;
}

interface PageStoreOptions {
  readonly contentRevision: Pick<ContentRevision, 'getRange' | 'getOutage'>;
  /** Returns the id of the release set that visitors get without a canary or a preview. */
  readonly getPublicSet: () => string;
}

const withoutQuery = (address: PageAddress): PageAddress => ({ ...address, search: '' });

/** Keeps composed pages: fresh ones, and the last good page of each URL, for use during provider outages. */
export const createPageStore = ({ contentRevision, getPublicSet }: PageStoreOptions) => {
  const cache = createSplitCache(
    (share) => new LRUCache<string, CachedPage>({ maxSize: CACHE_BYTES * share, sizeCalculation: ({ page }, key) => page.bytes + key.length * 2 }),
  );
  const lastGoodPages = createLastGoodPages();

  const keep = (address: PageAddress, cachedPage: CachedPage): void => {
    cache.of(address).set(toKey(address), cachedPage);
  };

  return {
    /** Finds a page without content, which is the same for every query and revision. */
    findStatic: (address: PageAddress): PageResponse | undefined => {
      const page = cache.of(withoutQuery(address)).get(toKey(withoutQuery(address)))?.page;
      return page?.cacheability === 'static' ? page : undefined;
    },
    /** Finds a page with content of one of these revisions. */
    findFresh: (address: PageAddress, current: RevisionRange | undefined): PageResponse | undefined => {
      const cachedPage = cache.of(address).get(toKey(address));
      return cachedPage !== undefined && current !== undefined && isWithin(cachedPage.revision, current) ? cachedPage.page : undefined;
    },
    /** Finds the last good page of the public set, with a notice, for use while the provider is unreachable. */
    findLastGood: (address: PageAddress): Promise<PageResponse | undefined> =>
      lastGoodPages.get({ ...address, set: getPublicSet() }, contentRevision.getRange(), contentRevision.getOutage()?.since ?? Date.now()),
    store: (address: PageAddress, { page, revision, isComplete }: FreshPage): void => {
      if (page.status === 200 && page.cacheability === 'static') keep(withoutQuery(address), { page, revision: NO_REVISION });
      else if (page.status === 200 && page.cacheability === 'content' && revision !== undefined) {
        keep(address, { page, revision });
        // Few visitors see a canary's pages, which become obsolete when the canary ends.
        if (address.set === getPublicSet()) void lastGoodPages.set(address, page, revision);
      } else if (page.status < 500 && isComplete) {
        // Clients can invent any number of unknown URLs.
        cache.of(address).delete(toKey(address));
        lastGoodPages.delete(address);
      }
    },
    findOutdated: lastGoodPages.findOutdated,
    finishRefresh: lastGoodPages.finishRefresh,
    getSize: (): { readonly entries: number; readonly bytes: number } => ({
      entries: cache.all.reduce((sum, { size }) => sum + size, 0),
      bytes: cache.all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    }),
  };
};
export type PageStore = ReturnType<typeof createPageStore>;
