import * as v from 'valibot';
import { login, logout } from '../contracts/auth.ts';
import { endpoint } from '../contracts/endpoint.ts';
import { listAlbums } from '../contracts/gallery.ts';
import { getPost, listPosts, listPostsPage } from '../contracts/post.ts';
import { failure, success } from '../domain/result.ts';
import { fakeProvider, json, type Respond } from '../testing/fake-provider.ts';
import { postFixture } from '../testing/fixtures.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';

const testClient = (respond: Respond, options: Partial<HttpClientOptions> = {}) => {
  const provider = fakeProvider(respond);
  const toasts: string[] = [];
  const notify = { error: (message: string) => toasts.push(message) };
  const http = createHttpClient({ baseUrl: '/api', notify, getToken: () => null, fetch: provider.fetch, ...options });
  return { http, toasts, ...provider };
};

const one = { params: { idOrSlug: 'school-visit' } };

describe('createHttpClient: responses', () => {
  it.each([
    ['{ data: […] }', { data: [postFixture()] }],
    ['a bare list', [postFixture()]],
  ])('X-17 accepts %s', async (_shape, body) => {
    const { http } = testClient(() => json(200, body));
    expect(await http.call(listPosts)).toEqual({ ok: true, value: [postFixture()] });
  });

  it.each([
    ['a complete list', { data: [postFixture()] }, null],
    ['a bare list', [postFixture()], null],
    ['part of a list', { data: [postFixture(), { title: 'no id' }], page: { offset: 12, total: 40 } }, { offset: 12, total: 40 }],
    ['unrelated page information', { data: [postFixture()], page: 2 }, null],
  ])('X-17 reads %s as a page', async (_shape, body, page) => {
    const { http } = testClient(() => json(200, body));
    expect(await http.call(listPostsPage)).toEqual({ ok: true, value: { items: [postFixture()], page } });
  });

  it('X-19 treats a missing list as not found', async () => {
    expect(await testClient(() => json(200, { data: null })).http.call(listPostsPage)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(await testClient(() => json(200, { data: 'x' })).http.call(listPostsPage)).toMatchObject({ ok: false, error: { kind: 'unexpected' } });
  });

  it.each([
    ['null data', 200, { data: null }, { kind: 'not-found', message: '' }],
    ['no data', 200, {}, { kind: 'not-found', message: '' }],
    ['404', 404, { message: 'No such post' }, { kind: 'not-found', message: 'No such post' }],
    ['another shape', 200, { data: { title: 'no id' } }, { kind: 'unexpected', message: '' }],
    ['403', 403, { message: 'No' }, { kind: 'forbidden', message: 'No' }],
    ['400', 400, {}, { kind: 'invalid', message: '' }],
    ['422', 422, { message: 'Check', errors: { title: 'Too long' } }, { kind: 'invalid', message: 'Check', errors: { title: 'Too long' } }],
    ['422 with strange errors', 422, { message: 'Check', errors: [1] }, { kind: 'invalid', message: 'Check' }],
    ['409', 409, {}, { kind: 'conflict', message: '' }],
    ['412', 412, {}, { kind: 'conflict', message: '' }],
    ['429', 429, { message: 'Wait' }, { kind: 'too-many', message: 'Wait' }],
    ['418', 418, {}, { kind: 'unexpected', message: '' }],
    ['503', 503, { message: 'Resting' }, { kind: 'server', message: 'Resting' }],
  ])('X-19 API-16 reads %s', async (_what, status, body, error) => {
    const { http } = testClient(() => json(status, body));
    expect(await http.call(getPost, one)).toEqual({ ok: false, error: { ...error, status } });
  });

  it('X-20 handles an HTML page, an incomplete body and a missing response', async () => {
    const html = testClient(() => new Response('<html>', { status: 200 }));
    expect(await html.http.call(getPost, one)).toMatchObject({ ok: false, error: { kind: 'unexpected' } });

    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    const interruptedClient = testClient(() => new Response(broken, { status: 200 }));
    expect(await interruptedClient.http.call(getPost, one)).toMatchObject({ ok: false, error: { kind: 'network' } });

    const failingClient = testClient(() => Promise.reject(new TypeError('fetch failed')));
    expect(await failingClient.http.call(getPost, one)).toEqual({ ok: false, error: { kind: 'network', message: '' } });
  });

  it('builds the URL, and rejects parameters that would change its path', async () => {
    const { http, paths } = testClient(() => json(200, { data: postFixture() }), { baseUrl: 'http://127.0.0.1:4000/api' });
    await http.call(getPost, { params: { idOrSlug: 'a b/../c?d//e' } });
    const search = endpoint({
      method: 'GET',
      path: '/posts',
      access: 'staff',
      envelope: 'data',
      query: v.object({ q: v.string(), tag: v.array(v.string()) }),
      response: v.unknown(),
    });
    await http.call(search, { query: { q: 'ọjọ́ & co', tag: ['a', 'b'] } });

    expect(paths()).toEqual([
      'GET http://127.0.0.1:4000/api/posts/a%20b%2F..%2Fc%3Fd%2F%2Fe',
      'GET http://127.0.0.1:4000/api/posts?q=%E1%BB%8Dj%E1%BB%8D%CC%81+%26+co&tag=a&tag=b',
    ]);
    for (const idOrSlug of ['', '.', '..'])
      expect(await http.call(getPost, { params: { idOrSlug } })).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(paths()).toHaveLength(2);
  });

  it('passes form data on unchanged', async () => {
    const { http, requests } = testClient(() => json(201, { data: {} }));
    const upload = endpoint({
      method: 'POST',
      path: '/gallery',
      access: 'staff',
      envelope: 'data',
      bodyType: 'multipart',
      body: v.object({}),
      response: v.unknown(),
    });
    const form = new FormData();
    await http.call(upload, { body: form });

    expect(requests[0]?.body).toBe(form);
  });
});

describe('createHttpClient: toasts', () => {
  it('ERR-01 raises one toast with the message of the server, or "An error occurred"', async () => {
    const clientWithMessage = testClient(() => json(500, { message: 'The roof leaks' }));
    await clientWithMessage.http.call(listPosts);
    expect(clientWithMessage.toasts).toEqual(['The roof leaks']);

    const clientWithoutMessage = testClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await clientWithoutMessage.http.call(listPosts);
    expect(clientWithoutMessage.toasts).toEqual(['An error occurred']);

    const offlineClient = testClient(() => Promise.reject(new TypeError('fetch failed')));
    await offlineClient.http.call(listPosts);
    expect(offlineClient.toasts).toEqual(['An error occurred']);
  });

  it('ERR-01 raises one toast for a call that was retried', async () => {
    const responses = [json(401, {}), json(500, { message: 'The roof leaks' })];
    const renewToken = async () => success('new');
    const { http, toasts } = testClient(() => responses.shift() ?? json(500, {}), { getToken: () => 'old', renewToken });
    await http.call(listPosts);

    expect(toasts).toEqual(['The roof leaks']);
  });

  it.each([400, 401, 403, 404, 409, 418, 422, 429])('ERR-02 raises no toast for status %i', async (status) => {
    const { http, toasts } = testClient(() => json(status, { message: 'No' }));
    await http.call(listPosts);
    expect(toasts).toEqual([]);
  });

  it('X-12 raises no toast for a silent call', async () => {
    const { http, toasts } = testClient(() => json(500, {}));
    await http.call(listAlbums, { silent: true });
    expect(toasts).toEqual([]);
  });

  it('raises no toast for a call that the page cancelled, and one for a timeout', async () => {
    const cancelledClient = testClient(() => json(200, { data: [] }));
    expect(await cancelledClient.http.call(listPosts, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(cancelledClient.toasts).toEqual([]);

    const timedOutClient = testClient(() => json(200, { data: [] }), { signal: AbortSignal.abort(new DOMException('Too late', 'TimeoutError')) });
    expect(await timedOutClient.http.call(listPosts)).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(timedOutClient.toasts).toEqual(['An error occurred']);
  });

  it('API-16 sets no time limit', async () => {
    const { http, requests } = testClient(() => json(200, { data: [] }));
    await http.call(listPosts);
    expect(requests[0]?.signal).toBeUndefined();
  });
});

describe('createHttpClient: sign-in and sign-out', () => {
  const credentials = { email: 'a@b.example', password: 'secret' };

  it("X-07 returns the server's message for a wrong password, without a refresh", async () => {
    const { http, paths, toasts } = testClient(() => json(401, { message: 'Wrong password' }));
    const result = await http.call(login, { body: credentials, silent: true });

    expect(result).toEqual({ ok: false, error: { kind: 'unauthorized', message: 'Wrong password', status: 401 } });
    expect(paths()).toEqual(['POST /api/auth/login']);
    expect(toasts).toEqual([]);
  });

  it('X-07 does not refresh for a rejected sign-out', async () => {
    const { http, paths } = testClient(() => json(401, {}));
    await http.call(logout, { silent: true });
    expect(paths()).toEqual(['POST /api/auth/logout']);
  });

  it("AUTH-06 reports the server's time only from sign-in and sign-out responses", async () => {
    const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
    const dates: (string | null)[] = [];
    const { http } = testClient(() => json(401, {}, { date }), { onServerDate: (each) => dates.push(each) });
    await http.call(login, { body: credentials, silent: true });
    await http.call(listPosts);
    expect(dates).toEqual([date]);
  });
});

describe('createHttpClient: the bearer token', () => {
  it('AUTH-11 is sent with every call if a header can contain it, and never follows a redirect', async () => {
    const tokens = ['abc', 'put there meanwhile', null];
    const { http, requests } = testClient(() => json(200, { data: [] }), { getToken: () => tokens.shift() ?? null });
    for (let count = 0; count < 3; count += 1) await http.call(listPosts);

    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer abc', null, null]);
    expect(requests.map(({ redirect }) => redirect)).toEqual(['error', undefined, undefined]);
  });

  it('AUTH-07 is renewed once when the provider rejects it', async () => {
    const renewToken = jest.fn(async () => success('new'));
    const { http, requests } = testClient(({ authorization }) => json(authorization === 'Bearer new' ? 200 : 401, { data: [] }), {
      getToken: () => 'old',
      renewToken,
    });

    expect(await http.call(listPosts)).toEqual({ ok: true, value: [] });
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(renewToken.mock.calls).toEqual([['old']]);
  });

  it('AUTH-07 leaves only public data readable if it cannot be renewed', async () => {
    const expiredSession = failure({ kind: 'unauthorized', message: 'Authentication failed', status: 401 } as const);
    const { http, requests } = testClient(({ authorization }) => json(authorization === null ? 200 : 401, { data: [] }), {
      getToken: () => 'old',
      renewToken: async () => expiredSession,
    });

    expect(await http.call(listPosts)).toEqual({ ok: true, value: [] });
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer old', null]);
    const staffEndpoint = endpoint({ method: 'GET', path: '/trash', access: 'staff', envelope: 'data', response: v.array(v.unknown()) });
    expect(await http.call(staffEndpoint)).toEqual(expiredSession);
  });

  it('is not renewed by a client without sessions, as on the server', async () => {
    const { http, paths } = testClient(() => json(401, { message: 'No' }));
    expect(await http.call(listPosts)).toEqual({ ok: false, error: { kind: 'unauthorized', message: 'No', status: 401 } });
    expect(paths()).toHaveLength(1);
  });
});

/** Replaces XMLHttpRequest. The test responds to each request. */
class FakeRequest {
  static readonly all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  onloadend?: () => void;
  status = 0;
  responseText = '';
  responseURL = '';
  address = '';
  body: unknown;
  open(method: string, url: string): void {
    this.address = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
    FakeRequest.all.push(this);
  }
  abort(): void {
    this.onloadend?.();
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\ndate: Sat, 21 Nov 2026 09:00:00 GMT\r\n';
  }
  respond(status: number, body: unknown = '', url = ''): void {
    Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body), responseURL: url });
    this.onloadend?.();
  }
}

describe('createHttpClient: uploads that report progress (X-20)', () => {
  const upload = endpoint({
    method: 'POST',
    path: '/gallery',
    access: 'staff',
    envelope: 'data',
    bodyType: 'multipart',
    body: v.object({}),
    response: v.object({ _id: v.string() }),
  });
  const { XMLHttpRequest: RealRequest } = window;
  beforeEach(() => {
    FakeRequest.all.length = 0;
    Object.assign(window, { XMLHttpRequest: FakeRequest });
  });
  afterEach(() => {
    Object.assign(window, { XMLHttpRequest: RealRequest });
  });

  const nextRequest = async (count = 1): Promise<FakeRequest> => {
    await waitUntil(() => FakeRequest.all.length >= count);
    return FakeRequest.all[count - 1]!;
  };

  it('send the form with the token and report their progress', async () => {
    const fractions: number[] = [];
    const form = new FormData();
    const { http } = testClient(() => json(500, {}), { getToken: () => 'abc' });
    const call = http.call(upload, { body: form, onUploadProgress: (fraction) => fractions.push(fraction) });
    const request = await nextRequest();
    for (const event of [
      { loaded: 0, total: 0 },
      { loaded: 1, total: 4 },
      { loaded: 4, total: 4 },
    ])
      request.upload.onprogress?.(event);
    request.respond(201, { data: { _id: 'image-1' } });

    expect(await call).toEqual({ ok: true, value: { _id: 'image-1' } });
    expect(request.address).toBe('POST http://localhost/api/gallery');
    expect(request.headers).toEqual({ accept: 'application/json', authorization: 'Bearer abc' });
    expect(request.body).toBe(form);
    expect(fractions).toEqual([0, 0.25, 1]);
  });

  it('AUTH-07 are retried once with a renewed token', async () => {
    const { http } = testClient(() => json(500, {}), { getToken: () => 'old', renewToken: async () => success('new') });
    const call = http.call(upload, { body: new FormData(), onUploadProgress: () => {} });
    (await nextRequest()).respond(401, {});
    const second = await nextRequest(2);
    second.respond(201, { data: { _id: 'image-1' } });

    expect(await call).toMatchObject({ ok: true });
    expect(second.headers.authorization).toBe('Bearer new');
  });

  it.each([
    [
      'an error of the provider',
      422,
      { message: 'Too large', errors: { image: 'Too large' } },
      { kind: 'invalid', message: 'Too large', errors: { image: 'Too large' }, status: 422 },
    ],
    ['silence', 0, '', { kind: 'network', message: '' }],
    ['a page of HTML', 200, '<html>', { kind: 'unexpected', message: '', status: 200 }],
    ['another shape', 200, { data: {} }, { kind: 'unexpected', message: '', status: 200 }],
  ])('handle %s', async (_what, status, body, error) => {
    const { http } = testClient(() => json(500, {}));
    const call = http.call(upload, { body: new FormData(), onUploadProgress: () => {}, silent: true });
    (await nextRequest()).respond(status, body);
    expect(await call).toEqual({ ok: false, error });
  });

  it('do not accept a response from another URL', async () => {
    const { http } = testClient(() => json(500, {}), { getToken: () => 'abc' });
    const call = http.call(upload, { body: new FormData(), onUploadProgress: () => {}, silent: true });
    (await nextRequest()).respond(200, { data: { _id: 'x' } }, 'https://elsewhere.example/api/gallery');
    expect(await call).toMatchObject({ ok: false, error: { kind: 'network' } });
  });

  it('can be cancelled before and during sending without a toast', async () => {
    const { http, toasts } = testClient(() => json(500, {}));
    const abortedCall = await http.call(upload, { body: new FormData(), onUploadProgress: () => {}, signal: AbortSignal.abort() });
    expect(FakeRequest.all).toEqual([]);
    const controller = new AbortController();
    const call = http.call(upload, { body: new FormData(), onUploadProgress: () => {}, signal: controller.signal });
    await nextRequest();
    controller.abort();

    expect([abortedCall, await call]).toMatchObject([{ error: { kind: 'network' } }, { error: { kind: 'network' } }]);
    expect(toasts).toEqual([]);
  });
});
