import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const CACHE_BYTES = 64 * 1024 * 1024;
/** A page that stands as long as its release is worth the 150 ms of the best quality; one that changes with the content gets what takes 5, for a hundredth more bytes than what takes 28. */
const BROTLI_QUALITY = { static: 11, content: 7, no: 4 } as const;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export const HTML_TYPE = 'text/html; charset=utf-8';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A composed page or document as it is sent. Encodings are made when first asked for, and kept. */
export interface SentPage {
  readonly status: number;
  /** Where a redirect goes. */
  readonly location?: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly etag: string;
  /** Since when the address has answered this, in seconds since 1970. */
  readonly since: number;
  /** `no` for errors and what the browser renders; `content` until the provider's content changes; `static` as long as the set. */
  readonly reuse: 'no' | 'content' | 'static';
  readonly bytes: number;
  body(encoding: Encoding): Promise<Buffer>;
}

type PageToSend = Omit<SentPage, 'etag' | 'since' | 'bytes' | 'body'> & {
  readonly text: string;
  readonly sinceOf: (etag: string) => number;
};

export const createSentPage = ({ text, sinceOf, ...page }: PageToSend): SentPage => {
  const plain = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]]);
  const encode = (encoding: Encoding): Promise<Buffer> =>
    encoding === 'br'
      ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[page.reuse], [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
      : gzipped(plain);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return {
    ...page,
    etag,
    since: sinceOf(etag),
    bytes: plain.length * 2,
    body: (encoding) => {
      const body = bodies.get(encoding) ?? encode(encoding);
      bodies.set(encoding, body);
      return body;
    },
  };
};

/** Composed pages in memory. Two visitors who ask for the same page at once cause one composition. */
export const createPageCache = () => {
  const pages = new LRUCache<string, SentPage>({ maxSize: CACHE_BYTES, sizeCalculation: (page) => page.bytes });
  const underWay = new Map<string, Promise<SentPage>>();

  const compose = async (key: string, composePage: () => Promise<SentPage>): Promise<SentPage> => {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const composing = composePage().finally(() => underWay.delete(key));
    underWay.set(key, composing);
    return composing;
  };
  return {
    get: (key: string): SentPage | undefined => pages.get(key),
    keep: (key: string, page: SentPage): void => void pages.set(key, page),
    compose,
  };
};
