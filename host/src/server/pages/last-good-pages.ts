import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import STALE_NOTICE_CSS from '../../features/stale-pages/stale-notice.inline.css?inline';
import { addStaleNotice } from '../../features/stale-pages/stale-notice.server.ts';
import { isWithin, type RevisionRange } from '../upstream/content-revision.ts';
import { type PageAddress, toKey } from './page-context.ts';
import { createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { allowStyle } from './security-policy.ts';
import { createSplitCache } from './split-cache.ts';

const MAX_PAGES = 4000;
const MAX_BYTES = 64 * 1024 * 1024;
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Maximum number of pages that are kept ready to be sent during an outage. */
const MAX_PREPARED = 200;

const decompress = promisify(brotliDecompress);

interface LastGoodPage extends PageAddress, Pick<PageResponse, 'contentType' | 'contentSecurityPolicy' | 'link'> {
  readonly revision: number;
  readonly brotli: Buffer;
}

/** Adds the outage notice to a page. Caches must not store the result. */
const prepare = async ({ contentType, contentSecurityPolicy, link, brotli }: LastGoodPage): Promise<PageResponse> => {
  const text = String(await decompress(brotli));
  const isHtml = contentType === HTML_TYPE;
  return createPageResponse({
    status: 200,
    contentType,
    text: isHtml ? addStaleNotice(text) : text,
    contentSecurityPolicy: isHtml ? allowStyle(contentSecurityPolicy, STALE_NOTICE_CSS) : contentSecurityPolicy,
    link,
    cacheability: 'none',
    getLastModified: () => 0,
  });
};

/**
 * Keeps the last version of each page with content, for use during provider outages. Pages are compressed, so that thousands of them need little memory. A page
 * is served only if nothing has been withdrawn since its revision (docs/decisions/037-last-good-pages.md).
 */
export const createLastGoodPages = (now: () => number = Date.now) => {
  const pages = createSplitCache(
    (share) =>
      new LRUCache<string, LastGoodPage>({
        max: MAX_PAGES * share,
        maxSize: MAX_BYTES * share,
        sizeCalculation: ({ brotli, path, search, contentSecurityPolicy, link }) =>
          brotli.length + 2 * (path.length + search.length + contentSecurityPolicy.length + link.length),
        ttl: LIFETIME_MS,
        ttlResolution: 0,
        perf: { now },
      }),
  );
  const pagesInCompression = new Map<string, PageResponse>();
  /** Keys of pages that the provider did not deliver. They are refreshed after all others. */
  const postponedKeys = new Set<string>();
  const preparedResponses = new LRUCache<LastGoodPage, Promise<PageResponse>>({ max: MAX_PREPARED });

  return {
    /** Resolves when the page is stored, or when a newer page of this URL has replaced it. */
    set: async (address: PageAddress, page: PageResponse, revision: number): Promise<void> => {
      const key = toKey(address);
      pagesInCompression.set(key, page);
      // Nearly every browser accepts Brotli, so the response needs this body anyway.
      const brotli = await page.getBody('br').catch(() => undefined);
      if (pagesInCompression.get(key) !== page) return;
      pagesInCompression.delete(key);
      // A page that cannot be compressed is not kept.
      if (brotli === undefined) return;
      const { contentType, contentSecurityPolicy, link } = page;
      pages.of(address).set(key, { ...address, contentType, contentSecurityPolicy, link, revision, brotli });
    },
    delete: (address: PageAddress): void => {
      const key = toKey(address);
      pagesInCompression.delete(key);
      pages.of(address).delete(key);
    },
    /** Returns a page from one of these revisions, in the form sent during an outage that began at `since` (Unix time in milliseconds). */
    get: async (address: PageAddress, range: RevisionRange, since: number): Promise<PageResponse | undefined> => {
      const page = pages.of(address).get(toKey(address));
      if (page === undefined || !isWithin(page.revision, range)) return undefined;
      const response = preparedResponses.get(page) ?? prepare(page);
      preparedResponses.set(page, response);
      // RFC 9211: the page comes from the cache, and became stale this many seconds ago.
      return { ...(await response), cacheStatus: `host; hit; ttl=-${Math.max(1, Math.ceil((now() - since) / 1000))}; detail="provider unreachable"` };
    },
    /** Returns the most recently requested page of another release set or of an outdated revision. Pages without a query come first. */
    findOutdated: (set: string, current: RevisionRange): PageAddress | undefined => {
      for (const cache of pages.all)
        for (const page of cache.values()) {
          const key = toKey(page);
          if ((page.set !== set || !isWithin(page.revision, current)) && !pagesInCompression.has(key) && !postponedKeys.has(key)) return page;
        }
      postponedKeys.clear();
      return undefined;
    },
    /**
     * Removes an outdated page once it has been composed again. If its data was incomplete, the page stays, because the provider may just have become
     * unreachable.
     */
    finishRefresh: (outdated: PageAddress, isComplete: boolean): void => {
      const key = toKey(outdated);
      if (!isComplete) postponedKeys.add(key);
      else if (pages.of(outdated).peek(key) === outdated && !pagesInCompression.has(key)) pages.of(outdated).delete(key);
    },
  };
};
