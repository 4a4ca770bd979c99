/** @jest-environment node */
import fastify from 'fastify';
import { type Audience, createEtag, createLastModified, createPageResponse, HTML_TYPE, type PageResponse, sendPageResponse } from './page-response.ts';

const NOW = Date.parse('2026-11-30T09:00:00Z');
const createPage = (changes: Partial<PageResponse> = {}): PageResponse => ({
  ...createPageResponse({
    status: 200,
    contentType: HTML_TYPE,
    contentSecurityPolicy: "default-src 'self'",
    cacheability: 'content',
    text: 'Ẹ káàbọ̀',
    getLastModified: () => NOW / 1000 - 10,
  }),
  ...changes,
});

const send = async (page: PageResponse, audience: Audience = 'everyone', headers: Readonly<Record<string, string>> = {}) => {
  const lines: Record<string, unknown>[] = [];
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } });
  app.get('/', (request, reply) => sendPageResponse(request, reply, page, audience));
  const response = await app.inject({ url: '/', headers });
  return { headers: response.headers, status: response.statusCode, body: response.body, lines };
};

describe('a page as it is sent', () => {
  afterEach(() => jest.restoreAllMocks());

  it('has an entity tag for its text, and the size of its text in memory', () => {
    const page = createPage();
    expect(page.etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(createEtag('a')).not.toBe(createEtag('b'));
    expect(createEtag(Buffer.from('Ẹ káàbọ̀'))).toBe(page.etag);
    expect(page.bytes).toBe(2 * Buffer.byteLength('Ẹ káàbọ̀'));
    expect(page.link).toBe('');
  });

  it('has the time of its last change, unless that is in the future or unknown', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    const getDate = async (lastModified: number) => (await send(createPage({ lastModified }))).headers['last-modified'];
    expect(await getDate(NOW / 1000)).toBe('Mon, 30 Nov 2026 09:00:00 GMT');
    expect(await getDate(NOW / 1000 + 1)).toBeUndefined();
    expect(await getDate(0)).toBeUndefined();

    const page = createPage({ lastModified: NOW / 1000 + 1 });
    expect((await send(page)).headers).not.toHaveProperty('last-modified');
    jest.spyOn(Date, 'now').mockReturnValue(NOW + 1000);
    expect((await send(page)).headers['last-modified']).toBe('Mon, 30 Nov 2026 09:00:01 GMT');
  });

  it('has the headers of documents if it is a document', async () => {
    expect((await send(createPage())).headers).toMatchObject({ 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'self'" });
    const { headers } = await send(createPage({ contentType: 'application/rss+xml' }));
    expect(headers['content-type']).toBe('application/rss+xml');
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('says why it is stale', async () => {
    expect((await send(createPage({ cacheStatus: 'host; hit; ttl=-1' }))).headers['cache-status']).toBe('host; hit; ttl=-1');
    expect((await send(createPage())).headers).not.toHaveProperty('cache-status');
  });

  it('has other headers for each audience', async () => {
    const page = createPage();
    const getCacheControl = async (audience: Audience) => (await send(page, audience)).headers['cache-control'];
    const publicCacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=86400';
    expect([await getCacheControl('everyone'), await getCacheControl('visitor'), await getCacheControl('preview')]).toEqual([
      publicCacheControl,
      'private, no-cache',
      'private, no-store',
    ]);
    expect(await getCacheControl('everyone')).toBe(publicCacheControl);
  });

  it('is logged if it failed', async () => {
    const failure = { reason: 'a bug', path: '/news', set: 'set-1' };
    const { lines, status } = await send(createPage({ status: 503, cacheability: 'none', failure }));
    expect(status).toBe(503);
    expect(lines).toMatchObject([{ ...failure, status: 503, msg: 'page failed' }]);
    expect((await send(createPage())).lines).toEqual([]);
  });

  it('is a redirect that shared caches store for each set of headers in `Vary`', async () => {
    const { status, headers } = await send(createPage({ status: 302, location: '/new' }));
    expect(status).toBe(302);
    expect(headers).toMatchObject({ location: '/new', vary: 'accept-encoding, cookie, save-data, ect' });
    expect(headers).not.toHaveProperty('cache-control');
  });

  it('is sent in full to a client that has it but must not store it', async () => {
    const page = createPage({ cacheability: 'none' });
    for (const tag of [page.etag, '*']) expect((await send(page, 'everyone', { 'if-none-match': tag })).status).toBe(200);
    expect((await send(page, 'everyone', { 'if-modified-since': new Date(NOW).toUTCString() })).status).toBe(200);
    expect((await send(createPage(), 'preview', { 'if-none-match': page.etag })).status).toBe(200);
    expect(await send(createPage(), 'visitor', { 'if-none-match': page.etag })).toMatchObject({ status: 304, body: '' });
  });

  it('is sent without an encoding if the client accepts none', async () => {
    expect((await send(createPage())).headers).not.toHaveProperty('content-encoding');
    expect((await send(createPage(), 'everyone', { 'accept-encoding': `${'x, '.repeat(50)}gzip` })).headers['content-encoding']).toBe('gzip');
  });
});

describe('the time of a change', () => {
  it('is the current time, or a second after the previous change', () => {
    let now = NOW;
    const getLastModified = createLastModified(() => now);
    expect(getLastModified('/a', '1')).toBe(NOW / 1000);
    expect(getLastModified('/a', '2')).toBe(NOW / 1000 + 1);
    now += 60_000;
    expect(getLastModified('/a', '3')).toBe(NOW / 1000 + 60);
  });
});
