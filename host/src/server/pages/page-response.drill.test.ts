/** @jest-environment node */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { waitUntil } from '@site/shared/testing/wait-until';
import fastify from 'fastify';
import { type Audience, createLastModified, createPageResponse, HTML_TYPE, type PageResponse, selectEncoding, sendPageResponse } from './page-response.ts';

const LAST_MODIFIED = Date.parse('2026-11-20T10:00:00Z') / 1000;
const RESPONSE_DATE = 'Fri, 20 Nov 2026 10:00:00 GMT';
const TEXT = '<h1>A page</h1>'.repeat(100);

const WORDS = 'school mentor friend family market evening answer question street lesson music story teacher village river Lagos listen learn help stay'.split(
  ' ',
);
/** Returns the same words in every run, in an order without a pattern, as in prose. */
const pickWords = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, index) => WORDS[Math.floor(1000 * Math.abs(Math.sin(seed + index))) % WORDS.length]).join(' ');
const LONG_TEXT = Array.from({ length: 1500 }, (_, index) => `<p class="c${index % 7}">${pickWords(8, 8 * index)}</p>`).join('');

const CONTENT = {
  status: 200,
  contentType: HTML_TYPE,
  contentSecurityPolicy: "default-src 'self'",
  cacheability: 'content',
  text: TEXT,
  getLastModified: () => LAST_MODIFIED,
} as const;

const createPage = (changes: Partial<PageResponse> = {}): PageResponse => ({ ...createPageResponse(CONTENT), ...changes });

const request = (page: PageResponse, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET', audience: Audience = 'everyone') => {
  const app = fastify();
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: (incoming, reply) => sendPageResponse(incoming, reply, page, audience) });
  return app.inject({ method, url: '/', headers });
};

describe('selectEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip, br;q=0.5', 'br'],
    ['x-br', 'identity'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity;q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('reads %p as %s', (header, encoding) => {
    expect(selectEncoding(header === undefined ? {} : { 'accept-encoding': header })).toBe(encoding);
  });
});

describe('sendPageResponse', () => {
  it('sends the `Link` header of a page that has one', async () => {
    const link = '</a.svg>; rel=preload; as=image; fetchpriority=high';

    expect((await request(createPage({ link }))).headers.link).toBe(link);
    expect((await request(createPage({ link: '' }))).headers).not.toHaveProperty('link');
    expect((await request(createPage())).headers).not.toHaveProperty('link');
  });

  it('sends the page in the encoding that the client accepts, compressed once', async () => {
    const page = createPage();

    const brotli = await request(page, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': HTML_TYPE, vary: 'accept-encoding, cookie, save-data, ect' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(TEXT);
    expect(gunzipSync((await request(page, { 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(TEXT);
    expect((await request(page)).body).toBe(TEXT);
    expect(page.getBody('br')).toBe(page.getBody('br'));
  });

  it('sends a page that lasts as long as its release immediately, and later with the best compression', async () => {
    const options = { status: 200, contentType: HTML_TYPE, contentSecurityPolicy: '', getLastModified: () => LAST_MODIFIED, text: LONG_TEXT };
    const page = createPageResponse({ ...options, cacheability: 'static' });
    const first = await page.getBody('br');
    expect(first.length).toBeLessThan((await createPageResponse({ ...options, cacheability: 'content' }).getBody('br')).length);
    expect(brotliDecompressSync(first).toString()).toBe(LONG_TEXT);

    await waitUntil(async () => (await page.getBody('br')) !== first);
    const bestBody = await page.getBody('br');
    expect(bestBody.length).toBeLessThan(first.length);
    expect(brotliDecompressSync(bestBody).toString()).toBe(LONG_TEXT);
  });

  it('compresses a page with content better if it is requested again and just exceeds the first window of a connection', async () => {
    const options = { status: 200, contentType: HTML_TYPE, contentSecurityPolicy: '', getLastModified: () => LAST_MODIFIED, cacheability: 'content' } as const;
    const paragraphs = Array.from({ length: 6000 }, (_, index) => `<p>${pickWords(8, 8 * index)}</p>`);
    const windowBytes = 14 * 1024;
    const justExceedsWindow = (length: number): boolean => length > windowBytes && 0.94 * length <= windowBytes;
    const pages = Array.from({ length: 40 }, (_, index) => createPageResponse({ ...options, text: paragraphs.slice(0, 2000 + 100 * index).join('') }));
    const getCompressedLength = async (page: PageResponse): Promise<number> => (await page.getBody('br')).length;
    const first = await Promise.all(pages.map(getCompressedLength));
    const pagesToImprove = pages.filter((_, index) => justExceedsWindow(first[index] ?? 0));
    expect(pagesToImprove.length).toBeGreaterThan(0);

    for (const page of pages) page.improve();
    await waitUntil(async () => (await Promise.all(pagesToImprove.map(getCompressedLength))).every((length) => length <= windowBytes));
    // All others are unchanged.
    const secondLengths = await Promise.all(pages.map(getCompressedLength));
    expect(secondLengths.filter((length, index) => length !== first[index])).toHaveLength(pagesToImprove.length);
  });

  it('OPS-03 compresses the page of an unknown URL once and as quickly as possible', async () => {
    const missing = createPageResponse({ ...CONTENT, cacheability: 'static', status: 404, text: LONG_TEXT });
    const found = createPageResponse({ ...CONTENT, text: LONG_TEXT });
    const body = await missing.getBody('br');
    expect(body.length).toBeGreaterThan((await found.getBody('br')).length);
    expect(brotliDecompressSync(body).toString()).toBe(LONG_TEXT);
    expect((await missing.getBody('gzip')).length).toBeGreaterThan((await found.getBody('gzip')).length);
  });

  it.each([
    ['a canary', 'visitor', { etag: expect.any(String), 'cache-control': 'private, no-cache' }],
    ['a preview', 'preview', { etag: undefined, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }],
  ] as const)('RLS-06 RLS-07 sends the pages of %s to the visitor only', async (_, audience, { etag, ...headers }) => {
    const response = await request(createPage(), {}, 'GET', audience);

    expect(response.headers).toMatchObject(headers);
    expect(response.headers.etag).toEqual(etag);
    expect(response.headers).not.toHaveProperty('last-modified');
    const redirectResponse = await request(createPage({ status: 301, location: '/new' }), {}, 'GET', audience);
    expect([redirectResponse.statusCode, redirectResponse.headers['cache-control']]).toEqual([301, headers['cache-control']]);
  });

  it('responds to HEAD without a body', async () => {
    const response = await request(createPage(), {}, 'HEAD');

    expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([200, '', String(TEXT.length)]);
  });

  it('sends validators and a policy for shared caches with pages that may be cached, and no-store with all others', async () => {
    const cacheable = await request(createPage());
    expect(cacheable.headers).toMatchObject({ etag: createPage().etag, 'last-modified': RESPONSE_DATE });
    expect(cacheable.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=1/);

    const error = await request(createPage({ status: 500, cacheability: 'none' }));
    expect([error.statusCode, error.headers['cache-control'], error.headers.etag]).toEqual([500, 'no-store', undefined]);
  });

  it('redirects', async () => {
    const response = await request(createPage({ status: 301, location: '/new' }));

    expect([response.statusCode, response.headers.location]).toEqual([301, '/new']);
  });

  const { etag } = createPage();
  const strongEtag = etag.replace('W/', '');
  it.each([
    ['its tag', { 'if-none-match': etag }, 304],
    ['its tag as a strong one', { 'if-none-match': strongEtag }, 304],
    ['its tag among others', { 'if-none-match': `"x", ${etag}` }, 304],
    ['any tag', { 'if-none-match': '*' }, 304],
    ['another tag', { 'if-none-match': '"b"' }, 200],
    ['its date', { 'if-modified-since': RESPONSE_DATE }, 304],
    ['a later date', { 'if-modified-since': 'Fri, 20 Nov 2026 10:00:01 GMT' }, 304],
    ['an earlier date', { 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, 200],
    ['no date', { 'if-modified-since': 'yesterday' }, 200],
    ['another tag, whatever the date', { 'if-none-match': '"b"', 'if-modified-since': RESPONSE_DATE }, 200],
    ['its tag, whatever the date', { 'if-none-match': strongEtag, 'if-modified-since': 'Fri, 20 Nov 2020 10:00:00 GMT' }, 304],
    ['its tag with fetch, which adds no-cache', { 'if-none-match': etag, 'cache-control': 'no-cache' }, 304],
  ])('responds to a client that sends %s', async (_, headers, status) => {
    expect((await request(createPage(), headers)).statusCode).toBe(status);
  });

  it('sends a 404 page in full, regardless of conditional headers', async () => {
    for (const headers of [{ 'if-modified-since': RESPONSE_DATE }, { 'if-none-match': etag }])
      expect((await request(createPage({ status: 404 }), headers)).statusCode).toBe(404);
  });
});

describe('createLastModified', () => {
  it('returns the second of the first composition for as long as the response stays the same', () => {
    let now = 100_400;
    const getLastModified = createLastModified(() => now);
    const first = getLastModified('/news', 'a');
    now = 160_000;
    expect([first, getLastModified('/news', 'a'), getLastModified('/events', 'a')]).toEqual([100, 100, 160]);
  });

  it('SEC-24 stores little about URLs that visitors invent', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const getLastModified = createLastModified(() => 100_400);
    const readHeap = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = readHeap();
    for (let index = 0; index < 2000; index += 1) getLastModified(Buffer.alloc(16_000, String(index)).toString(), 'a');

    // The URLs alone take 32 MB.
    expect(readHeap() - before).toBeLessThan(4_000_000);
    expect(getLastModified(Buffer.alloc(16_000, '1').toString(), 'b')).toBe(101);
  });

  it('assigns a distinct second to every change', () => {
    const getLastModified = createLastModified(() => 100_400);
    expect([getLastModified('/news', 'a'), getLastModified('/news', 'b'), getLastModified('/news', 'a')]).toEqual([100, 101, 102]);
  });
});
