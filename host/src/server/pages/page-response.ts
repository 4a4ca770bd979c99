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
/** For caches in front of the host: they revalidate every second and may serve stale pages in the meantime, so that what was withdrawn is gone within 5 s there too. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=86400';

/** Most pages with content are requested once or not at all before the content changes: 4 ms. Less than this takes more bytes (7: 30, 6: 90, 5: 150), and 9 takes 35 bytes less and 30 ms. */
const CONTENT_BROTLI_QUALITY = 8;
/** What a server sends over a new connection before it waits for an answer. A page that just misses it and is requested again is worth 45 ms, for 6% less. */
const FIRST_WINDOW_BYTES = 14 * 1024;
const TIGHT_BROTLI_QUALITY = 10;
const TIGHT_GAIN = 0.06;
/** The first response of a page that lives as long as its release: 20 ms more than 9, and 850 bytes less. */
const FIRST_STATIC_BROTLI_QUALITY = 10;
/** For pages of unknown addresses, of which there is any number, and errors. */
const ERROR_BROTLI_QUALITY = 1;
const ERROR_GZIP_LEVEL = 1;
/** A page that lives as long as its release is worth the 110 ms of the best quality, but nobody waits for that. */
const BEST_BROTLI_QUALITY = 11;
/** Of the request, on which every page depends. */
const VARY = `accept-encoding, cookie, ${SAVING_HEADERS}`;
const LAST_MODIFIED_ENTRIES = 20_000;

const compressBrotli = promisify(brotliCompress);
/** One at a time: after a release all pages are new, and reading a file needs a thread of the same pool. */
const limitBest = pLimit(1);
/** How many pages with content may wait for that, of which a client can request any number: the others wait until they are requested once more. */
const MAX_WAITING = 20;
const compressGzip = promisify(gzip);

/** In order of preference. */
const COMPRESSIONS = ['br', 'gzip'] as const;
type Encoding = (typeof COMPRESSIONS)[number] | 'identity';

/** Why a page has a status of 500 or above: a line of the log for each response with it. */
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
  /** The header `Link`; empty without hints. */
  readonly link: string;
  readonly etag: string;
  /** Unix time in seconds since when this URL has had this response; 0 for errors. */
  readonly lastModified: number;
  /** `none` for errors and pages that the browser renders; `content` until the provider's content changes; `static` as long as the release set. */
  readonly cacheability: 'none' | 'content' | 'static';
  readonly failure?: PageFailure;
  /** The header `Cache-Status` (RFC 9211), of a page that is no longer fresh. */
  readonly cacheStatus?: string;
  /** Approximate size in memory. */
  readonly bytes: number;
  /** The body in this encoding: compressed at the first request for it, and cached. */
  getBody(encoding: Encoding): Promise<Buffer>;
  /** Compresses a page that is requested again better, in the background and once, where a visitor would notice. */
  improve(): void;
}

type PageContent = Omit<PageResponse, 'link' | 'etag' | 'lastModified' | 'bytes' | 'getBody' | 'improve'> & {
  readonly link?: string;
  readonly text: string;
  readonly getLastModified: (etag: string) => number;
};

/** The window that holds the whole page. A larger one, as by default, takes twice the time to clear for the same bytes. */
const getWindowBits = (bytes: number): number =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes + 1)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_MAX_WINDOW_BITS);

/** Weak, because the same content is sent in several encodings. */
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
    limitBest(() => compressBrotli(plain, getOptions(quality))).then(
      (better) => bodies.set('br', Promise.resolve(better)),
      // The first one remains.
      () => undefined,
    );
  };
  const compress = async (encoding: Encoding): Promise<Buffer> => {
    if (encoding !== 'br') return compressGzip(plain, isError ? { level: ERROR_GZIP_LEVEL } : {});
    // So quickly that another thread would not be worth it.
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
      if (isImproved || body === undefined || limitBest.pendingCount >= MAX_WAITING) return;
      const replaceIfItMisses = ({ length }: Buffer): void => {
        if (length > FIRST_WINDOW_BYTES && length * (1 - TIGHT_GAIN) <= FIRST_WINDOW_BYTES) replaceLater(TIGHT_BROTLI_QUALITY);
      };
      isImproved = true;
      body.then(replaceIfItMisses, () => undefined);
    },
  };
};

/**
 * The `Last-Modified` of a URL: when its current response was first composed by this host. HTTP dates have a resolution of one second, so each
 * change gets a distinct second, and two changes within one second can be distinguished.
 */
export const createLastModified = (now: () => number = Date.now) => {
  const known = new LRUCache<string, { readonly etag: string; readonly lastModified: number }>({ max: LAST_MODIFIED_ENTRIES });
  return (address: string, etag: string): number => {
    // An address can have 16 KB, of which a visitor can invent any number.
    const key = createHash('sha256').update(address).digest('base64url');
    const previous = known.get(key);
    if (previous?.etag === etag) return previous.lastModified;
    const lastModified = Math.max(Math.floor(now() / 1000), (previous?.lastModified ?? 0) + 1);
    known.set(key, { etag, lastModified });
    return lastModified;
  };
};

/** Selects Brotli if the client accepts it, else gzip, regardless of the client's preference. */
export const selectEncoding = (headers: FastifyRequest['headers']): Encoding => {
  const accepted = new Negotiator({ headers }).encodings([...COMPRESSIONS]);
  return COMPRESSIONS.find((candidate) => accepted.includes(candidate)) ?? 'identity';
};

/** Who may get a response from a cache: every visitor, only the one who asked (a canary runs), or nobody (a preview). */
export type Audience = 'everyone' | 'visitor' | 'preview';

export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const;

/** The headers that say how long the page may be cached, and its validators. */
const getCacheHeaders = ({ cacheability, etag, lastModified }: PageResponse, audience: Audience): Record<string, string> => {
  if (audience === 'preview') return PREVIEW_HEADERS;
  if (cacheability === 'none') return { 'cache-control': 'no-store' };
  // Two sets alternate at one URL: only their entity tags tell the pages apart.
  if (audience === 'visitor') return { 'cache-control': 'private, no-cache', etag };
  // `createLastModified` may have assigned a second that is still in the future; errors have none.
  const isPast = lastModified > 0 && lastModified * 1000 <= Date.now();
  return { 'cache-control': SHARED_CACHE, etag, ...(isPast ? { 'last-modified': new Date(lastModified * 1000).toUTCString() } : {}) };
};

/** Returns the headers of responses with the page, without the encoding. `cache` is the part of them that a response without the page has too. */
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

/** Whether the client has the page. */
export const isNotModified = ({ headers }: FastifyRequest, cacheHeaders: Readonly<Record<string, string>>): boolean => {
  if (cacheHeaders.etag === undefined || (headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined)) return false;
  // `fetch` adds `cache-control: no-cache` to requests with conditional headers, which must not disable them.
  const { 'cache-control': _ignored, ...conditions } = headers;
  return fresh(conditions, cacheHeaders);
};

/**
 * Sends a page with its validators in the encoding that the client accepts, or 304 when the client has it. Every page depends on the host's cookies, which visitors have
 * only during previews and canaries.
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
