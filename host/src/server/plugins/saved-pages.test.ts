/** @jest-environment node */
import { brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { createCopySigner } from '../../features/offline/copy-signer.server.ts';
import { COPY_ALGORITHM, COPY_HEADER } from '../../features/offline/signed-copy.ts';
import type { PageContext } from '../pages/page-context.ts';
import { createPageResponse, HTML_TYPE } from '../pages/page-response.ts';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { createPlaces } from '../remotes/places.ts';
import type { Visit } from '../remotes/visits.ts';
import { savedPageRoutes } from './saved-pages.ts';

const set = activeSetFixture('set-1');
const signer = createCopySigner(Buffer.alloc(32, 1));
const edition = signer.getEdition('set-1');
const places = createPlaces({ siteUrl: 'https://site.test', staffUrl: 'https://staff.test', previewUrl: 'https://preview.test' });

const build = () => {
  const visits: Visit[] = [];
  const running = { now: 0, most: 0 };
  const getPage = async ({ visit, url: { path, search } }: PageContext) => {
    visits.push(visit);
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 5));
    running.now -= 1;
    const isIncomplete = path === '/late';
    return createPageResponse({
      text: `<p>${path}${search}</p>`.repeat(100),
      status: path === '/nowhere' ? 404 : path === '/moved' ? 301 : path === '/broken' ? 500 : 200,
      cacheability: isIncomplete ? 'none' : 'content',
      contentType: path === '/feed' ? 'application/rss+xml' : HTML_TYPE,
      contentSecurityPolicy: '',
      getLastModified: () => 0,
    });
  };
  const app = fastify();
  const files: string[] = [];
  app.get('/img/*', async (request, reply) => {
    files.push(`${request.url} ${request.headers.accept} ${request.ip}`);
    return reply.type('image/webp').send(Buffer.from('a picture'));
  });
  app.get('/assets/main.js', async (_request, reply) => reply.type('text/javascript').send('alert()'));
  app.get('/assets/gone.css', async (_request, reply) => reply.code(410).type('text/css').send(''));
  app.register(savedPageRoutes, { signer, pages: { getPage }, activeSet: { current: () => set }, places, getCurrentVisit: () => ({ set }) });
  const get = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', remoteAddress = '192.0.2.7') =>
    app.inject({ method, url: `/saved-pages${address}`, headers: { host: 'site.test', ...headers }, remoteAddress });
  return { get, visits, files, running };
};

/** Verifies a signature as the worker does. */
const isSigned = async (address: string, type: string, body: Buffer, header: string): Promise<boolean> => {
  const [signedAs, signature = ''] = header.split(' ');
  const key = await crypto.subtle.importKey('raw', Buffer.from(signer.publicKey, 'base64'), COPY_ALGORITHM, false, ['verify']);
  const digest = Buffer.from(await crypto.subtle.digest(COPY_ALGORITHM.hash, new Uint8Array(body))).toString('base64');
  return crypto.subtle.verify(COPY_ALGORITHM, key, Buffer.from(signature, 'base64'), Buffer.from([address, type, signedAs, digest].join('\n')));
};

describe('savedPageRoutes', () => {
  it.each(['/', '/news?page=2', '/news/a%20b'])('VISIT-18 signs the copy of %s for its URL, as part of the release set', async (address) => {
    const { get } = build();
    const { statusCode, headers, rawPayload } = await get(address);
    const header = String(headers[COPY_HEADER]);

    expect([statusCode, headers['content-type'], header.split(' ')[0]]).toEqual([200, HTML_TYPE, edition]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await isSigned(address, HTML_TYPE, rawPayload, header)).toBe(true);
    expect(await isSigned('/other', HTML_TYPE, rawPayload, header)).toBe(false);
    expect(await isSigned(address, HTML_TYPE, Buffer.from('another text'), header)).toBe(false);
  });

  it('VISIT-18 signs the decompressed content', async () => {
    const { headers, rawPayload } = await build().get('/news', { 'accept-encoding': 'br' });

    expect(headers['content-encoding']).toBe('br');
    expect(await isSigned('/news', HTML_TYPE, brotliDecompressSync(rawPayload), String(headers[COPY_HEADER]))).toBe(true);
  });

  it('VISIT-18 sends only the signature to a device that has the copy', async () => {
    const { get } = build();
    const { statusCode, headers, rawPayload } = await get('/news', {}, 'HEAD');

    expect([statusCode, rawPayload.length]).toEqual([200, 0]);
    expect(await isSigned('/news', HTML_TYPE, (await get('/news')).rawPayload, String(headers[COPY_HEADER]))).toBe(true);
  });

  it("VISIT-18 signs images, and requests them with the visitor's IP address", async () => {
    const { get, files } = build();
    const { headers, rawPayload } = await get('/img/upload/f_auto,w_640/v1/a.webp?x', { accept: 'image/avif' });

    expect(await isSigned('/img/upload/f_auto,w_640/v1/a.webp?x', 'image/webp', rawPayload, String(headers[COPY_HEADER]))).toBe(true);
    expect(files).toEqual(['/img/upload/f_auto,w_640/v1/a.webp?x image/avif 192.0.2.7']);
  });

  it.each([
    ['a page that does not exist', '/nowhere', 404],
    ['a URL that redirects', '/moved', 404],
    ['a page that failed', '/broken', 500],
    ['a page without its data, or that only a script renders', '/late', 503],
    ['a document that is not a page', '/feed', 404],
    ['an original image, which no page shows', '/img/upload/v1/a.jpg', 404],
    ['a script', '/assets/main.js', 404],
    ['a file that is gone', '/assets/gone.css', 410],
    ['a URL that browsers write differently', '/news/%74welve', 404],
    ['another site', '//elsewhere.test/news', 404],
    ['an invalid URL', '//', 404],
    ['a URL that is too long', `/news/${'"'.repeat(2700)}`, 404],
  ])('VISIT-18 does not sign a copy of %s', async (_, address, status) => {
    const { statusCode, headers, body } = await build().get(address);

    expect([statusCode, headers[COPY_HEADER], body]).toEqual([status, undefined, '']);
  });

  it.each(['staff.test', 'preview.test'])('VISIT-18 signs nothing at %s', async (host) => {
    const { get, visits } = build();

    expect((await get('/news', { host })).statusCode).toBe(404);
    expect(visits).toEqual([]);
  });

  it('VISIT-18 signs the public page whatever preview or canary cookies the visitor has, and respects the data saver', async () => {
    const { get, visits } = build();
    await get('/news', { cookie: 'preview=x; canary=y; staff=z' });
    await get('/news', { cookie: 'data-saver=on' });

    expect(visits).toEqual([{ set }, { set, savesData: true }]);
  });

  it('VISIT-18 makes one copy at a time per address, and two in total', async () => {
    const { get, running } = build();
    const from = (address: string) => Promise.all(['/slow?1', '/slow?2', '/slow?3'].map((url) => get(url, {}, 'GET', address)));
    const responses = await Promise.all([from('192.0.2.7'), from('192.0.2.8'), from('192.0.2.9')]);

    expect(responses.flat().map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200));
    expect(running.most).toBe(2);
  });

  it('VISIT-18 derives the same signer from the same key, and a different one from another key', () => {
    expect(createCopySigner(Buffer.alloc(32, 1)).publicKey).toBe(signer.publicKey);
    expect(createCopySigner(Buffer.alloc(32, 2)).getEdition('set-1')).not.toBe(edition);
  });
});
