import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
const servedRoutes: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ onRoute: (route) => servedRoutes.push(route) });
  ({ token } = await app.signInAs('admin'));
});
afterAll(() => app.stop());

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

describe('a path of the API', () => {
  it('NS-09 responds to other methods with 405 and the allowed methods', async () => {
    const paths = [...new Set(servedRoutes.map((route) => route.replace(/^\w+ /, '').replaceAll(/:\w+|\*/g, 'x')))];
    const violations: unknown[] = [];
    for (const url of paths)
      for (const method of METHODS) {
        const { statusCode, headers } = await app.server.inject({ method, url });
        const allowedMethods = String(headers.allow ?? '').split(', ');
        const isRefused = statusCode === 405 && !allowedMethods.includes(method) && allowedMethods.length > 0 && headers['cache-control'] === 'no-store';
        const hasRoute = servedRoutes.some((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(`${method} ${url}`));
        if (isRefused === hasRoute || (hasRoute && headers.allow !== undefined)) violations.push([method, url, statusCode, headers.allow]);
      }

    expect(paths.length).toBeGreaterThan(80);
    expect(violations).toEqual([]);
  });

  it.each([
    ['/api/posts', 'GET, HEAD, POST'],
    ['/api/posts/first', 'DELETE, GET, HEAD, PUT'],
    ['/api/posts/first?nearby=true', 'DELETE, GET, HEAD, PUT'],
    ['/api/auth/login', 'POST'],
    ['/api/revision', 'GET, HEAD'],
    ['/img/upload/v1/a.webp', 'GET, HEAD'],
  ])('NS-09 reports what %s allows, before a body is read and without a session', async (url, allow) => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const response = await app.server.inject({ method: 'PATCH', url, headers, payload: '{{{' });

    expect([response.statusCode, response.headers.allow, response.json()]).toEqual([405, allow, { message: 'This method is not allowed here.' }]);
  });

  it.each(['/api/nope', '/api', '/api/posts/a/b/c', '/api/openapiXjson'])('NS-09 responds with 404 if it is unknown: %s', async (url) => {
    for (const method of METHODS) {
      const { statusCode, headers } = await app.server.inject({ method, url });
      expect([method, statusCode, headers.allow]).toEqual([method, 404, undefined]);
    }
  });
});

describe('HEAD', () => {
  const sendRequest = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    if (!app.server.server.listening) await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.server.address() as AddressInfo;
    return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      request({ method: 'HEAD', port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      })
        .on('error', reject)
        .end();
    });
  };

  it('NS-09 sends no Content-Length if the response has no body', async () => {
    const list = await sendRequest('/api/posts');
    const current = await sendRequest('/api/posts', { 'if-none-match': String(list.headers.etag) });
    const revision = await sendRequest('/api/revision');

    expect([current.status, current.headers['content-length'], current.headers.etag]).toEqual([304, undefined, list.headers.etag]);
    expect([revision.status, revision.headers['content-length']]).toEqual([204, undefined]);
    expect(revision.headers['x-content-revision']).toMatch(/^\d+$/);
  });

  it('NS-09 sends the Content-Length of the response to GET', async () => {
    const { body } = await app.get('/api/posts');
    expect(await sendRequest('/api/posts')).toMatchObject({ status: 200, headers: { 'content-length': String(Buffer.byteLength(body)) } });
  });
});

describe('a request without a body', () => {
  // Signing out would end the session, which later requests still need.
  const writeEndpoints = ALL_ENDPOINTS.filter(([name, { method }]) => method !== 'GET' && name !== 'logout');
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, headers: Readonly<Record<string, string>>, payload?: string) =>
    app.server.inject({
      method,
      url: `/api${path.replaceAll(/:\w+/g, 'none')}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  it.each(writeEndpoints)('NS-09 gets the same response from %s with or without a content type', async (_, { method, path }) => {
    if (method === 'GET') return;
    const { statusCode } = await send(method, path, {});

    expect((await send(method, path, { 'content-type': 'application/json' })).statusCode).toBe(statusCode);
    expect((await send(method, path, { 'content-type': 'application/json; charset=utf-8' }, '')).statusCode).toBe(statusCode);
  });

  it.each([
    ['null', 422],
    ['[]', 422],
    ['"text"', 422],
    ['{', 400],
    [' ', 400],
    ['{"__proto__":{"title":"a"}}', 400],
  ])('NS-09 differs from a request with the body %s', async (payload, status) => {
    for (const [method, path] of [
      ['POST', '/posts'],
      ['PUT', '/posts/none'],
      ['PUT', '/auth/me'],
    ] as const)
      expect([path, (await send(method, path, { 'content-type': 'application/json' }, payload)).statusCode]).toEqual([path, status]);
  });

  it.each(['text/plain', 'text/plain;charset=UTF-8', 'application/xml', 'odd'])('NS-09 differs from a request with text of the type %s', async (type) => {
    expect((await send('PUT', '/posts/none', { 'content-type': type }, 'a')).statusCode).toBe(415);
  });
});
