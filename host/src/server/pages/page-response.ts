import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import pLimit from 'p-limit';
import { PAGE_HEADERS } from './security-policy.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';
/** For caches in front of the host: they revalidate every second and may serve stale pages in the meantime, so that what was withdrawn is gone within 5 s there too. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=86400';

/** The quality that takes 5 ms, for 1 % more bytes than the one that takes 28; less for what is sent once. */
const BROTLI_QUALITY = { static: 7, content: 7, none: 4 } as const;
/** A page that lives as long as its release is worth the 150 ms of the best quality, but nobody waits for that. */
const BEST_BROTLI_QUALITY = 11;
const LAST_MODIFIED_ENTRIES = 20_000;

const compressBrotli = promisify(brotliCompress);
/** One at a time: after a release all pages are new, and reading a file needs a thread of the same pool. */
const limitBest = pLimit(1);
const compressGzip = promisify(gzip);

/** In order of preference. */
const COMPRESSIONS = ['br', 'gzip'] as const;
type Encoding = (typeof COMPRESSIONS)[number] | 'identity';

/** A composed page or document as it is sent and cached. */
export interface PageResponse {
  readonly status: number;
  /** The target of a redirect. */
  readonly location?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly etag: string;
  /** Unix time in seconds since when this URL has had this response. */
  readonly lastModified: number;
  /** `none` for errors and pages that the browser renders; `content` until the provider's content changes; `static` as long as the release set. */
  readonly cacheability: 'none' | 'content' | 'static';
  /** Approximate size in memory. */
  readonly bytes: number;
  /** The body in this encoding: compressed at the first request for it, and cached. */
  getBody(encoding: Encoding): Promise<Buffer>;
}

type PageContent = Omit<PageResponse, 'etag' | 'lastModified' | 'bytes' | 'getBody'> & {
  readonly text: string;
  readonly getLastModified: (etag: string) => number;
};

export const createPageResponse = ({ text, getLastModified, ...page }: PageContent): PageResponse => {
  const plain = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]]);
  const toBrotli = (quality: number): Promise<Buffer> =>
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  const compress = async (encoding: Encoding): Promise<Buffer> => {
    if (encoding !== 'br') return compressGzip(plain);
    const body = await toBrotli(BROTLI_QUALITY[page.cacheability]);
    if (page.cacheability === 'static') void limitBest(() => toBrotli(BEST_BROTLI_QUALITY)).then((best) => bodies.set('br', Promise.resolve(best)));
    return body;
  };
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return {
    ...page,
    etag,
    lastModified: getLastModified(etag),
    bytes: plain.length * 2,
    getBody: (encoding) => {
      const body = bodies.get(encoding) ?? compress(encoding);
      bodies.set(encoding, body);
      return body;
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

/** Brotli if the client accepts it, else gzip, regardless of the client's preference. */
export const selectEncoding = (headers: FastifyRequest['headers']): Encoding => {
  const accepted = new Negotiator({ headers }).encodings([...COMPRESSIONS]);
  return COMPRESSIONS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
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
  // `createLastModified` may have assigned a second that is still in the future.
  const isPast = lastModified * 1000 <= Date.now();
  return { 'cache-control': SHARED_CACHE, etag, ...(isPast ? { 'last-modified': new Date(lastModified * 1000).toUTCString() } : {}) };
};

/**
 * Sends a page with its validators in the encoding that the client accepts, or 304 when the client has it. Every page depends on the host's cookies, which visitors have
 * only during previews and canaries.
 */
export const sendPageResponse = async (request: FastifyRequest, reply: FastifyReply, page: PageResponse, audience: Audience): Promise<FastifyReply> => {
  const cacheHeaders = getCacheHeaders(page, audience);
  reply.header('vary', 'accept-encoding, cookie');
  if (page.location !== undefined) return reply.headers(audience === 'everyone' ? {} : cacheHeaders).redirect(page.location, page.status);
  reply.header('content-type', page.contentType).header('content-security-policy', page.contentSecurityPolicy).headers(cacheHeaders);
  if (page.contentType === HTML_TYPE) reply.headers(PAGE_HEADERS);
  // `fetch` adds `cache-control: no-cache` to requests with conditional headers, which must not disable them.
  const { 'cache-control': _ignored, ...conditions } = request.headers;
  if (page.status === 200 && cacheHeaders.etag !== undefined && fresh(conditions, cacheHeaders)) return reply.code(304).send();
  const encoding = selectEncoding(request.headers);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await page.getBody(encoding));
};
