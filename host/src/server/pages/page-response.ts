import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import pLimit from 'p-limit';
import { SAVING_HEADERS } from './saving-data.ts';
import { PAGE_HEADERS } from './security-policy.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';
/**
 * Header for caches in front of the host. They revalidate every second and may serve stale pages in the meantime, so that withdrawn content disappears from
 * these caches within 5 s too.
 */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=86400';

/**
 * Brotli quality of pages with content (4 ms), most of which are requested at most once before the content changes. Lower qualities add bytes (7: 30, 6: 90, 5:
 * 150). Quality 9 saves 35 bytes and takes 30 ms.
 */
const CONTENT_BROTLI_QUALITY = 8;
/**
 * Bytes that a server sends over a new connection before it waits for an acknowledgement. For a page just above this size that is requested again, 6% fewer
 * bytes are worth 45 ms of compression.
 */
const FIRST_WINDOW_BYTES = 14 * 1024;
const IMPROVED_BROTLI_QUALITY = 10;
const EXPECTED_GAIN = 0.06;
/** Brotli quality of the first response with a static page: 20 ms slower than quality 9, and 850 bytes smaller. */
const FIRST_STATIC_BROTLI_QUALITY = 10;
/** Brotli quality of error pages, of which clients can request any number. */
const ERROR_BROTLI_QUALITY = 1;
const ERROR_GZIP_LEVEL = 1;
/** A static page lives as long as its release, so it is compressed again at the best quality (110 ms) in the background. */
const BEST_BROTLI_QUALITY = 11;
/** Request headers on which every page depends. */
const VARY = `accept-encoding, cookie, ${SAVING_HEADERS}`;
const LAST_MODIFIED_ENTRIES = 20_000;

const compressBrotli = promisify(brotliCompress);
/** Only one page at a time is recompressed, because all pages are new after a release, and reading files needs threads from the same pool. */
const limitRecompression = pLimit(1);
/**
 * Maximum number of pages with content that wait to be recompressed. Clients can request any number of pages. Other pages wait until they are requested once
 * more.
 */
const MAX_WAITING = 20;
const compressGzip = promisify(gzip);

/** In order of preference. */
const COMPRESSIONS = ['br', 'gzip'] as const;
type Encoding = (typeof COMPRESSIONS)[number] | 'identity';

/** The reason for a status of 500 or above, for the log. */
export interface PageFailure {
  readonly reason: string;
  readonly path: string;
  /** The id of the release set. */
  readonly set: string;
  readonly remote?: string;
  readonly version?: string;
}

/** A composed page or document as it is sent and cached. */
export interface PageResponse {
  readonly status: number;
  /** The target of a redirect. */
  readonly location?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  /** The `Link` header; empty without hints. */
  readonly link: string;
  readonly etag: string;
  /** Unix time in seconds at which this became the URL's response; 0 for errors. */
  readonly lastModified: number;
  /**
   * How long a page may be cached. `none`: errors and pages that the browser renders · `content`: until the provider's content changes · `static`: as long as
   * the release set is served.
   */
  readonly cacheability: 'none' | 'content' | 'static';
  readonly failure?: PageFailure;
  /** The `Cache-Status` header (RFC 9211) of a page that is no longer fresh. */
  readonly cacheStatus?: string;
  /** Approximate size in memory. */
  readonly bytes: number;
  /** Returns the body in this encoding. It is compressed on the first request and then cached. */
  getBody(encoding: Encoding): Promise<Buffer>;
  /** Recompresses a page at a higher quality in the background when it is requested again, if visitors would notice the difference. */
  improve(): void;
}

type PageContent = Omit<PageResponse, 'link' | 'etag' | 'lastModified' | 'bytes' | 'getBody' | 'improve'> & {
  readonly link?: string;
  readonly text: string;
  readonly getLastModified: (etag: string) => number;
};

/** Returns the smallest window that holds the whole page. The larger default takes twice as long to clear, and saves no bytes. */
const getWindowBits = (bytes: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes + 1)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_MAX_WINDOW_BITS);

/** Creates a weak entity tag, because the same content is sent in several encodings. */
export const createEtag = (content: string | Buffer): string => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

export const createPageResponse = ({ text, link = '', getLastModified, ...page }: PageContent): PageResponse => {
  const plain = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]]);
  const isError = page.status >= 400;
  const getOptions = (quality: number): BrotliOptions => ({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGWIN]: getWindowBits(plain.length),
    },
  });
  const replaceLater = (quality: number): void => {
    limitRecompression(() => compressBrotli(plain, getOptions(quality))).then(
      (improvedBody) => bodies.set('br', Promise.resolve(improvedBody)),
      // The first compressed body stays in use.
      () => undefined,
    );
  };
  const compress = async (encoding: Encoding): Promise<Buffer> => {
    if (encoding !== 'br') return compressGzip(plain, isError ? { level: ERROR_GZIP_LEVEL } : {});
    // This quality is so fast that a separate thread would not pay off.
    if (isError) return brotliCompressSync(plain, getOptions(ERROR_BROTLI_QUALITY));
    if (page.cacheability !== 'static') return compressBrotli(plain, getOptions(CONTENT_BROTLI_QUALITY));
    const body = await compressBrotli(plain, getOptions(FIRST_STATIC_BROTLI_QUALITY));
    replaceLater(BEST_BROTLI_QUALITY);
    return body;
  };
  let isImproved = page.cacheability !== 'content';
  const etag = createEtag(plain);
  return {
    ...page,
    link,
    etag,
    lastModified: getLastModified(etag),
    bytes: plain.length * 2,
    getBody: (encoding) => {
      const body = bodies.get(encoding) ?? compress(encoding);
      bodies.set(encoding, body);
      return body;
    },
    improve: () => {
      const body = bodies.get('br');
      if (isImproved || body === undefined || limitRecompression.pendingCount >= MAX_WAITING) return;
      const improveIfWorthwhile = ({ length }: Buffer): void => {
        if (length > FIRST_WINDOW_BYTES && length * (1 - EXPECTED_GAIN) <= FIRST_WINDOW_BYTES) replaceLater(IMPROVED_BROTLI_QUALITY);
      };
      isImproved = true;
      body.then(improveIfWorthwhile, () => undefined);
    },
  };
};

/**
 * Creates the function that returns the `Last-Modified` time of a URL: when this host first composed its current response. HTTP dates have a resolution of one
 * second. Each change gets its own second, so that two changes within one second can be distinguished.
 */
export const createLastModified = (now: () => number = Date.now) => {
  const responses = new LRUCache<string, { readonly etag: string; readonly lastModified: number }>({ max: LAST_MODIFIED_ENTRIES });
  return (address: string, etag: string): number => {
    // Clients can invent any number of URLs of up to 16 KB.
    const key = createHash('sha256').update(address).digest('base64url');
    const previous = responses.get(key);
    if (previous?.etag === etag) return previous.lastModified;
    const lastModified = Math.max(Math.floor(now() / 1000), (previous?.lastModified ?? 0) + 1);
    responses.set(key, { etag, lastModified });
    return lastModified;
  };
};

/** Selects Brotli if the client accepts it, else gzip, regardless of the client's preference. */
export const selectEncoding = (headers: FastifyRequest['headers']): Encoding => {
  const accepted = new Negotiator({ headers }).encodings([...COMPRESSIONS]);
  return COMPRESSIONS.find((candidate) => accepted.includes(candidate)) ?? 'identity';
};

/** Who may get a response from a cache: every visitor, only the visitor who requested it (during a canary), or no visitor (a preview). */
export type Audience = 'everyone' | 'visitor' | 'preview';

export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const;

/** Returns the caching headers, including the validators. */
const getCacheHeaders = ({ cacheability, etag, lastModified }: PageResponse, audience: Audience): Record<string, string> => {
  if (audience === 'preview') return PREVIEW_HEADERS;
  if (cacheability === 'none') return { 'cache-control': 'no-store' };
  // During a canary one URL has pages of two release sets. Only their entity tags distinguish them.
  if (audience === 'visitor') return { 'cache-control': 'private, no-cache', etag };
  // `createLastModified` may have assigned a second that is still in the future; errors have none.
  const isPast = lastModified > 0 && lastModified * 1000 <= Date.now();
  return { 'cache-control': SHARED_CACHE, etag, ...(isPast ? { 'last-modified': new Date(lastModified * 1000).toUTCString() } : {}) };
};

/** Returns the headers of a response with the page, without the encoding. `cache` contains only those that a response without the page also has. */
const getHeaders = (page: PageResponse, audience: Audience): Record<'page' | 'cache', Readonly<Record<string, string>>> => {
  const cache = getCacheHeaders(page, audience);
  const { contentType, contentSecurityPolicy, link, cacheStatus } = page;
  return {
    cache,
    page: {
      vary: VARY,
      'content-type': contentType,
      'content-security-policy': contentSecurityPolicy,
      ...cache,
      ...(contentType === HTML_TYPE ? PAGE_HEADERS : {}),
      ...(link === '' ? {} : { link }),
      ...(cacheStatus === undefined ? {} : { 'cache-status': cacheStatus }),
    },
  };
};

/** Whether the client already has the page. */
export const isNotModified = ({ headers }: FastifyRequest, cacheHeaders: Readonly<Record<string, string>>): boolean => {
  if (cacheHeaders.etag === undefined || (headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined)) return false;
  // `fetch` adds `cache-control: no-cache` to requests with conditional headers, which must not disable them.
  const { 'cache-control': _ignored, ...conditions } = headers;
  return fresh(conditions, cacheHeaders);
};

/**
 * Sends a page with its validators in an encoding that the client accepts, or 304 if the client already has it. Every page depends on the host's cookies, which
 * visitors have only during previews and canaries.
 */
export const sendPageResponse = async (request: FastifyRequest, reply: FastifyReply, page: PageResponse, audience: Audience): Promise<FastifyReply> => {
  if (page.failure !== undefined) request.log.error({ status: page.status, ...page.failure }, 'page failed');
  const headers = getHeaders(page, audience);
  if (page.location !== undefined) {
    return reply
      .header('vary', VARY)
      .headers(audience === 'everyone' ? {} : headers.cache)
      .redirect(page.location, page.status);
  }
  reply.headers(headers.page);
  if (page.status === 200 && isNotModified(request, headers.cache)) return reply.code(304).send();
  const encoding = selectEncoding(request.headers);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await page.getBody(encoding));
};
