import { getObservatoryScore } from '@site/shared/testing/observatory-score';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const sendRequest = (method: 'GET' | 'POST' | 'PATCH', url: string, options: { headers?: Record<string, string>; payload?: string } = {}) =>
  app.server.inject({ method, url, ...options, headers: { 'x-forwarded-proto': 'https', ...options.headers } });
const json = (payload: string) => ({ headers: { 'content-type': 'application/json' }, payload });

describe('the headers of every kind of response', () => {
  it.each([
    ['a list', 200, () => sendRequest('GET', '/api/posts')],
    ['a private list', 200, () => sendRequest('GET', '/api/applications', { headers: { authorization: `Bearer ${token}` } })],
    ['no content', 204, () => sendRequest('GET', '/api/revision')],
    ['the description of the API', 200, () => sendRequest('GET', '/api/openapi.json')],
    ['metrics', 200, () => sendRequest('GET', '/metrics')],
    ['a malformed body', 400, () => sendRequest('POST', '/api/auth/login', json('{'))],
    ['a missing token', 401, () => sendRequest('GET', '/api/applications')],
    ['a missing right', 403, () => sendRequest('GET', '/api/users', { headers: { authorization: `Bearer ${token}` } })],
    ['a missing entity', 404, () => sendRequest('GET', '/api/posts/none')],
    ['a missing route', 404, () => sendRequest('GET', '/none')],
    ['a path that cannot be decoded', 400, () => sendRequest('GET', '/api/%ff')],
    ['a method that a path does not have', 405, () => sendRequest('PATCH', '/api/posts')],
    ['a missing image', 404, () => sendRequest('GET', '/img/upload/v1/ffffffffffffffffffffffff.webp')],
    ['a body that is too large', 413, () => sendRequest('POST', '/api/auth/login', json(`{"email":"${'x'.repeat(70_000)}"}`))],
    [
      'a form with files that is not declared',
      415,
      () => sendRequest('POST', '/api/auth/login', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    ],
    ['an invalid body', 422, () => sendRequest('POST', '/api/auth/login', json('{}'))],
    [
      'a fault',
      500,
      () => {
        jest.spyOn(app.services.revision, 'state').mockRejectedValueOnce(new Error('a fault'));
        return sendRequest('GET', '/api/revision');
      },
    ],
  ])('SEC-33 of %s get the full score of the Mozilla Observatory', async (_what, status, request) => {
    const { statusCode, headers } = await request();

    expect(statusCode).toBe(status);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect(getObservatoryScore(headers)).toBeGreaterThanOrEqual(130);
  });

  it('SEC-33 of an image let other sites embed the image, but execute nothing', async () => {
    const createResponse = await app.form('POST', '/api/gallery', { title: 'One', image: await createImageFile() }, token);

    expect((await sendRequest('GET', createResponse.json().data.url)).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it('SEC-33 require TLS only for requests over TLS', async () => {
    expect((await app.get('/api/posts')).headers['strict-transport-security']).toBeUndefined();
  });

  it('SEC-32 a page far beyond the last one is empty', async () => {
    expect((await app.get('/api/posts?limit=12&offset=11999976')).json()).toMatchObject({ data: [], page: { total: 0 } });
  });
});
