/** @jest-environment node */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { compressResponse } from './compress-response.ts';

const LIST = Buffer.from(JSON.stringify({ data: Array.from({ length: 100 }, (_value, index) => ({ id: index, title: `A post about topic ${index}` })) }));
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

type ResponseChanges = Partial<Parameters<typeof compressResponse>[0]>;

const compress = (given: ResponseChanges = {}) =>
  compressResponse({
    method: 'GET',
    path: '/api/posts',
    requestHeaders: { 'accept-encoding': 'gzip, br' },
    statusCode: 200,
    headers: { ...JSON_HEADERS, 'content-length': String(LIST.length), vary: 'authorization', etag: 'W/"a"' },
    body: LIST,
    ...given,
  });

describe('responses of the provider', () => {
  it('are compressed with Brotli, or with gzip for clients without it, and keep their weak tag', async () => {
    const brotli = await compress();
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'authorization, accept-encoding',
      etag: 'W/"a"',
      'content-length': String(brotli.body.length),
    });
    expect(brotliDecompressSync(brotli.body).equals(LIST)).toBe(true);
    expect(brotli.body.length).toBeLessThan(LIST.length / 4);

    const gzip = await compress({ requestHeaders: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).equals(LIST)).toBe(true);
  });

  it.each<[string, ResponseChanges]>([
    ['without an encoding that the client accepts', { requestHeaders: {} }],
    ['of less than a kilobyte', { body: Buffer.from('{"data":[]}') }],
    ['of several megabytes', { body: Buffer.alloc(3 * 1024 * 1024, 'a') }],
    ['to HEAD', { method: 'HEAD', body: Buffer.alloc(0) }],
    ['without a body', { statusCode: 304, headers: { vary: 'authorization' }, body: Buffer.alloc(0) }],
  ])('%s are sent uncompressed, but vary all the same', async (_name, given) => {
    const { headers, body } = await compress(given);
    expect(headers).toMatchObject({ vary: 'authorization, accept-encoding' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.length).toBe((given.body ?? LIST).length);
  });

  it.each([
    ['images', { path: '/img/upload/v1/a.webp', headers: { 'content-type': 'image/webp', vary: 'accept' } }],
    ['compressed responses', { headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } }],
    ['responses that must not be transformed', { headers: { ...JSON_HEADERS, 'cache-control': 'no-transform' } }],
    ['partial responses', { statusCode: 206, headers: { ...JSON_HEADERS, 'content-range': 'bytes 0-9/10' } }],
  ])('%s are passed on unchanged', async (_name, given) => {
    expect(await compress(given)).toEqual({ headers: given.headers, body: LIST });
  });

  it.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/refresh'],
    ['POST', '/api/auth/passkey-sign-in'],
    ['PUT', '/api/auth/totp'],
    ['GET', '/api/auth/me'],
    ['POST', '/api/invitations/abc'],
    ['POST', '/api/forms/volunteer/token'],
    ['GET', '/api/review-links/abc'],
  ])('are never compressed for %s %s, which holds secrets', async (method, path) => {
    expect((await compress({ method, path })).body).toBe(LIST);
  });

  it('are also compressed for staff if they hold no secret', async () => {
    for (const path of ['/api/dashboard', '/api/media', '/api/users', '/api/openapi.json'])
      expect((await compress({ path })).headers).toHaveProperty('content-encoding', 'br');
    expect((await compress({ method: 'PUT', path: '/api/posts/1' })).headers).toHaveProperty('content-encoding', 'br');
  });

  it('are compressed for most endpoints', async () => {
    let plain = 0;
    for (const [, { method, path }] of ALL_ENDPOINTS) if ((await compress({ method, path: `/api${path.replaceAll(/:\w+/g, 'a')}` })).body === LIST) plain += 1;
    expect(plain).toBeLessThan(ALL_ENDPOINTS.length / 3);
  });

  it('are sent uncompressed while many others are being compressed', async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, () => compress()));
    expect(responses.filter(({ body }) => body === LIST).length).toBeGreaterThan(100);
  });
});
