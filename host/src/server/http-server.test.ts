/** @jest-environment node */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { QueueError } from '@site/shared/domain/fair-queue';
import { siteFixture } from '@site/shared/testing/fixtures';
import { getObservatoryScore } from '@site/shared/testing/observatory-score';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './http-server.ts';
import type { PageContext } from './pages/page-context.ts';
import { createPageResponse, HTML_TYPE } from './pages/page-response.ts';
import { createPagePolicy, DOCUMENT_POLICY } from './pages/security-policy.ts';
import { formRoutes } from './plugins/forms.ts';
import { pageRoutes } from './plugins/pages.ts';
import { providerProxy } from './plugins/proxy.ts';
import { staticFiles } from './plugins/static-files.ts';
import { setCookie } from './plugins/visit.ts';
import { activeSetFixture } from './remotes/active-set-fixture.ts';
import { createPlaces } from './remotes/places.ts';

const site = siteFixture({ siteUrl: 'https://site.test', videoUrl: 'https://video.test/v/1', volunteerFormUrl: '/api/forms/volunteer' });
const PAGE_SCORE = 130;

let app: FastifyInstance;
let port: number;
const closers: Array<() => unknown> = [];

const getPage = async ({ url: { path } }: PageContext) => {
  if (path === '/busy') throw new QueueError('Too many requests are waiting.');
  if (path === '/broken') throw new Error('The shell cannot be rendered.');
  const isDocument = path.endsWith('.xml');
  return createPageResponse({
    text: path,
    status: path === '/missing' ? 404 : 200,
    cacheability: 'content',
    contentType: isDocument ? 'application/rss+xml' : HTML_TYPE,
    contentSecurityPolicy: isDocument ? DOCUMENT_POLICY : createPagePolicy({ site, set: { id: 'set-1', remotes: {} }, scripts: ['start()'], styles: ['.a{}'] }),
    getLastModified: () => 0,
    ...(path === '/old' ? { location: '/new' } : {}),
  });
};

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'http-server-'));
  for (const file of ['icon.svg', 'main.1.js']) writeFileSync(join(folder, file), file);
  // A provider that does not send these headers itself.
  const provider = createServer((incoming, response) => {
    response
      .writeHead(incoming.url === '/api/me' ? 401 : 200, { 'content-type': incoming.url?.startsWith('/img/') ? 'image/png' : 'application/json' })
      .end('{}');
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  app = createHttpServer({ siteUrl: site.siteUrl, logLevel: 'silent' });
  const getVisit = async () => ({ visit: { set: activeSetFixture('set-1') }, place: createPlaces(site).site, audience: 'everyone' as const });
  const store = {
    findBrowserFolder: async (_remote: string, _version: string, file: string) => (file === 'icon.svg' ? folder : undefined),
    readBrowserFile: async (_remote: string, _version: string, file: string) => Buffer.from(file),
  };
  await app.register(providerProxy, { providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`, hmacKey: Buffer.alloc(32, 1) });
  await app.register(staticFiles, { assetsFolder: folder, publicFolder: folder, store, hostBuilds: { find: async () => undefined } });
  app.get('/json', async () => ({ status: 'ok' }));
  app.get('/sign-in', async (request, reply) => {
    setCookie(request, reply, 'staff', 'a token');
    return {};
  });
  await app.register(pageRoutes, {
    providerUrl: 'http://127.0.0.1:1',
    pages: { getPage },
    getVisit,
    monitor: { noteServed: () => undefined },
    findUrlOnOtherOrigin: () => undefined,
  });
  await app.register(formRoutes, { siteUrl: site.siteUrl, pages: { postForm: getPage }, getVisit });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  closers.push(
    () => rmSync(folder, { recursive: true }),
    () => provider.close(),
    () => app.close(),
  );
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Sends a request exactly as given, and returns the response. */
const exchange = async (request: string): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  const [head = '', body = ''] = String(Buffer.concat(parts)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])),
    body,
  };
};
const ask = (path: string, more = '', method = 'GET', sent = '') =>
  exchange(
    `${method} ${path} HTTP/1.1\r\nhost: site.test\r\nconnection: close\r\n${more}${sent === '' ? '' : `content-length: ${sent.length}\r\n`}\r\n${sent}`,
  );

const PAGES: ReadonlyArray<readonly [what: string, status: number, request: () => ReturnType<typeof exchange>]> = [
  ['a page', 200, () => ask('/')],
  ['a page that the browser has', 304, async () => ask('/', `if-none-match: ${(await ask('/')).headers.etag}\r\n`)],
  ['a missing page', 404, () => ask('/missing')],
  ['the result of a form', 200, () => ask('/form', 'content-type: application/x-www-form-urlencoded\r\n', 'POST', 'a=b')],
];
const OTHER_RESPONSES: typeof PAGES = [
  ['JSON', 200, () => ask('/json')],
  ['a cookie over TLS', 200, () => ask('/sign-in', 'x-forwarded-proto: https\r\n')],
  ['a redirect of a page', 200, () => ask('/old')],
  ['a redirect to the address without a slash', 308, () => ask('/news/')],
  ['a backslash', 308, () => ask('/\\')],
  ['a missing file', 404, () => ask('/assets/none.js')],
  ['a method that is not possible', 405, () => ask('/', '', 'DELETE')],
  ['a fault', 500, () => ask('/broken')],
  ['a full queue', 503, () => ask('/busy')],
  ['a path that cannot be decoded', 404, () => ask('/%ff')],
  ['a call whose path cannot be decoded', 404, () => ask('/api/posts/%zz')],
  ['a request for two hosts', 400, () => ask('/', 'Host: other.test\r\n')],
  ['a form from another site', 403, () => ask('/form', 'sec-fetch-site: cross-site\r\ncontent-type: application/x-www-form-urlencoded\r\n', 'POST', 'a=b')],
  ['a form that is too large', 413, () => ask('/form', 'content-type: application/x-www-form-urlencoded\r\n', 'POST', 'a'.repeat(70_000))],
  ['an answer of the provider', 200, () => ask('/api/posts')],
  ['an error of the provider', 401, () => ask('/api/me')],
  ['a file that the proxy does not take', 415, () => ask('/api/me', 'content-type: multipart/form-data; boundary=x\r\n', 'POST', '--x--')],
  ['the script of a service worker', 403, () => ask('/feed.xml', 'service-worker: script\r\n')],
  ['a path that leads outside the API', 404, () => ask('/api/..%2fmetrics')],
  ['what is no request', 400, () => exchange('nonsense\r\n\r\n')],
  ['headers that are too long', 431, () => ask('/', `x-long: ${'x'.repeat(20_000)}\r\n`)],
];
/** Documents that browsers show with their own styles. */
const DOCUMENTS: typeof PAGES = [
  ['a feed', 200, () => ask('/feed.xml')],
  ["the host's script", 200, () => ask('/assets/main.1.js')],
];
/** Files that other sites may show. */
const SHARED_FILES: typeof PAGES = [
  ['an icon', 200, () => ask('/icon.svg')],
  ['a file of a release', 200, () => ask('/_mf/gallery/1.0.0/icon.svg')],
];

describe('a call whose path cannot be decoded', () => {
  it('gets the same response as a call to an unknown path', async () => {
    expect(await ask('/api/posts/%zz')).toMatchObject({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.stringContaining('{"message":"Not found."}'),
    });
  });
});

describe('cookies that are too large for a request', () => {
  it('are deleted by a page that explains it, even when they are many times the limit', async () => {
    const { headers, body } = await ask('/', Array.from({ length: 40 }, (_, index) => `cookie: c${index}=${'x'.repeat(4000)}\r\n`).join(''));

    expect(headers).toMatchObject({ 'clear-site-data': '"cookies"', 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    expect(body).toContain('<a href="">Load the page again</a>');
  });

  it('are not deleted because of a long URL that another site links to', async () => {
    const { status, headers } = await ask(`/?q=${'x'.repeat(20_000)}`);

    expect([status, headers['clear-site-data']]).toEqual([431, undefined]);
  });
});

describe('the request timeout', () => {
  it('is long enough for an import of 64 GB at 16 Mbit/s', () => {
    expect((app.server.requestTimeout / 1000) * 2_000_000).toBeGreaterThan(64e9);
  });
});

describe('a form that a visitor without JavaScript sends', () => {
  it.each([
    ['never sent', 0],
    ['sent byte by byte', 1],
  ])('SEC-34 is aborted when the rest of its body is %s', async (_how, bytes) => {
    const bodyProgress = { stallMs: 200, bytesPerSecond: 1000 };
    const slowServer = createHttpServer({ siteUrl: site.siteUrl, logLevel: 'silent', bodyProgress });
    await slowServer.register(formRoutes, { siteUrl: site.siteUrl, pages: { postForm: getPage }, getVisit: () => Promise.reject(new Error('not asked')) });
    await slowServer.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((slowServer.server.address() as AddressInfo).port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write('POST /form HTTP/1.1\r\nhost: site.test\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 900\r\n\r\na');
    const timer = setInterval(() => socket.write('a'.repeat(bytes)), 20);

    // `close` fires with or without a reset. `once` would treat a reset as a failure.
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    const outcome = await Promise.race([closed, pause(5000, 'still open', { ref: false })]);
    clearInterval(timer);
    socket.destroy();
    await slowServer.close();

    expect(outcome).toBe('closed');
  });
});

describe('a range request', () => {
  it.each(['/icon.svg', '/assets/main.1.js'])('NS-09 gets the whole of %s, so that every range can be satisfied', async (path) => {
    expect(await ask(path, 'range: bytes=999-\r\n')).toMatchObject({ status: 200, body: path.split('/').at(-1) });
  });
});

describe('a request body for a URL that cannot be decoded', () => {
  it('SEC-34 is discarded for a few seconds, and then the connection is closed', async () => {
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write('POST /%zz HTTP/1.1\r\nhost: site.test\r\ncontent-length: 90000\r\n\r\na');
    const timer = setInterval(() => socket.write('a'.repeat(50)), 50);
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    const outcome = await Promise.race([closed, pause(10_000, 'still open', { ref: false })]);
    clearInterval(timer);
    socket.destroy();

    expect(outcome).toBe('closed');
  }, 15_000);
});

describe('a client that does not wait for the response', () => {
  it('OPS-03 is disconnected, and occupies no place in a queue', async () => {
    const pipelinedResponse = exchange('GET /json HTTP/1.1\r\nhost: site.test\r\n\r\n'.repeat(2));

    expect(await pipelinedResponse.catch(() => ({ status: Number.NaN }))).toMatchObject({ status: Number.NaN });
  });
});

describe('a page while too many requests wait', () => {
  it('OPS-03 tells the client when to retry', async () => {
    expect(await ask('/busy')).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  });
});

describe('a service worker', () => {
  it('REL-01 cannot be any other script of this site, which would outlive a rollback', async () => {
    for (const path of ['/feed.xml', '/assets/main.1.js', '/_mf/gallery/1.0.0/icon.svg', '/api/posts'])
      expect(await ask(path, 'service-worker: script\r\n')).toMatchObject({ status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect((await ask('/')).headers['content-security-policy']).toContain("worker-src 'self'");
  });
});

describe('the headers of every kind of response', () => {
  it.each([...PAGES, ...OTHER_RESPONSES])('SEC-33 of %s get the full score of the Observatory', async (_what, status, request) => {
    const response = await request();

    expect(response.status).toBe(status);
    expect(getObservatoryScore(response.headers)).toBeGreaterThanOrEqual(PAGE_SCORE);
  });

  it.each([...OTHER_RESPONSES, ...DOCUMENTS])('SEC-33 of %s allow nothing to load', async (_what, _status, request) => {
    const { headers } = await request();

    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect(getObservatoryScore(headers)).toBeGreaterThanOrEqual(PAGE_SCORE - 10);
  });

  it.each([
    ['/\\', '/'],
    ['/\\elsewhere.test', '/elsewhere.test'],
    ['/news\\a?page=2', '/news/a?page=2'],
  ])('SEC-32 redirects %s to %s', async (path, location) => {
    expect(await ask(path)).toMatchObject({ status: 308, headers: { location } });
  });

  it.each(SHARED_FILES)('SEC-33 of %s let other sites show it, and let nothing execute', async (_what, status, request) => {
    const { headers, ...response } = await request();

    expect(response.status).toBe(status);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox$/);
  });

  it('SEC-33 require TLS only if the site is served over https', async () => {
    const plain = createHttpServer({ siteUrl: 'http://localhost:3000', logLevel: 'silent' });

    expect((await plain.inject('/none')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect((await plain.inject('/none')).headers['strict-transport-security']).toBeUndefined();
  });
});
