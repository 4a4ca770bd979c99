import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isWithin, type RevisionRange } from '../upstream/content-revision.ts';
import { type PageAddress, toKey } from './page-context.ts';
import { createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { allowStyle } from './security-policy.ts';
import { createSplitCache } from './split-cache.ts';
import { addStaleNotice, STALE_NOTICE_CSS } from './stale-notice.ts';

const MAX_PAGES = 4000;
const MAX_BYTES = 64 * 1024 * 1024;
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Pages as they are sent during an outage. */
const MAX_PREPARED = 200;

const decompress = promisify(brotliDecompress);

interface LastGoodPage extends PageAddress, Pick<PageResponse, 'contentType' | 'contentSecurityPolicy' | 'link'> {
  readonly revision: number;
  readonly brotli: Buffer;
}

/** The page with a notice, for nobody to store. */
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
 * The last version of each page with content, for the time in which the provider cannot be reached: compressed, so that thousands need little memory. Only a page
 * since whose revision nothing has been withdrawn is served (docs/decisions/037-last-good-pages.md).
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
  const compressing = new Map<string, PageResponse>();
  /** Those that the provider did not deliver: after all others. */
  const postponed = new Set<string>();
  const prepared = new LRUCache<LastGoodPage, Promise<PageResponse>>({ max: MAX_PREPARED });

  return {
    /** Resolves when the page is stored; it is not when another one of this address has been set meanwhile. */
    set: async (address: PageAddress, page: PageResponse, revision: number): Promise<void> => {
      const key = toKey(address);
      compressing.set(key, page);
      // Nearly every browser accepts it: the response needs it anyway.
      const brotli = await page.getBody('br').catch(() => undefined);
      if (compressing.get(key) !== page) return;
      compressing.delete(key);
      // What cannot be compressed is not kept.
      if (brotli === undefined) return;
      const { contentType, contentSecurityPolicy, link } = page;
      pages.of(address).set(key, { ...address, contentType, contentSecurityPolicy, link, revision, brotli });
    },
    delete: (address: PageAddress): void => {
      const key = toKey(address);
      compressing.delete(key);
      pages.of(address).delete(key);
    },
    /** The page of one of these revisions, as it is sent after this time (Unix time in milliseconds) since when the provider has been unreachable. */
    get: async (address: PageAddress, range: RevisionRange, since: number): Promise<PageResponse | undefined> => {
      const page = pages.of(address).get(toKey(address));
      if (page === undefined || !isWithin(page.revision, range)) return undefined;
      const response = prepared.get(page) ?? prepare(page);
      prepared.set(page, response);
      // RFC 9211: served from the cache, for so many seconds after its freshness has ended.
      return { ...(await response), cacheStatus: `host; hit; ttl=-${Math.max(1, Math.ceil((now() - since) / 1000))}; detail="provider unreachable"` };
    },
    /** The most recently requested page, those without a query first, that is of another set, or not of the current revisions. */
    findOutdated: (set: string, current: RevisionRange): PageAddress | undefined => {
      for (const cache of pages.all)
        for (const page of cache.values()) {
          const key = toKey(page);
          if ((page.set !== set || !isWithin(page.revision, current)) && !compressing.has(key) && !postponed.has(key)) return page;
        }
      postponed.clear();
      return undefined;
    },
    /** After an outdated page has been composed again. If it was without its data, the page remains as it was: the provider may just have become unreachable. */
    settleRefresh: (outdated: PageAddress, isComplete: boolean): void => {
      const key = toKey(outdated);
      if (!isComplete) postponed.add(key);
      else if (pages.of(outdated).peek(key) === outdated && !compressing.has(key)) pages.of(outdated).delete(key);
    },
  };
};
