import { login, logout } from '@site/shared/contracts/auth';
import { endpoint } from '@site/shared/contracts/endpoint';
import { listAlbums } from '@site/shared/contracts/gallery';
import { getPost, listPosts, pagePosts } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import * as v from 'valibot';
import { createSessionKeeper } from '../auth/session-keeper.ts';
import { json, testClient } from '../testing/fake-provider.ts';

const one = { params: { idOrSlug: 'school-visit' } };

describe('createHttpClient: what an answer means', () => {
  it.each([
    ['{ data: […] }', { data: [postFixture()] }],
    ['a bare list', [postFixture()]],
  ])('X-17 takes %s', async (_shape, body) => {
    const { http } = testClient(() => json(200, body));
    expect(await http.call(listPosts)).toEqual({ ok: true, value: [postFixture()] });
  });

  it.each([
    ['a whole list', { data: [postFixture()] }, null],
    ['a bare list', [postFixture()], null],
    ['a part of a list', { data: [postFixture(), { title: 'no id' }], page: { offset: 12, total: 40 } }, { offset: 12, total: 40 }],
    ['a page that says something else', { data: [postFixture()], page: 2 }, null],
  ])('X-17 reads %s in pages', async (_shape, body, page) => {
    const { http } = testClient(() => json(200, body));
    expect(await http.call(pagePosts)).toEqual({ ok: true, value: { items: [postFixture()], page } });
  });

  it('X-19 takes no list for nothing', async () => {
    expect(await testClient(() => json(200, { data: null })).http.call(pagePosts)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(await testClient(() => json(200, { data: 'x' })).http.call(pagePosts)).toMatchObject({ ok: false, error: { kind: 'unexpected' } });
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

  it('X-20 reads a page of HTML, a broken body and silence', async () => {
    const html = testClient(() => new Response('<html>', { status: 200 }));
    expect(await html.http.call(getPost, one)).toMatchObject({ ok: false, error: { kind: 'unexpected' } });

    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    const cut = testClient(() => new Response(broken, { status: 200 }));
    expect(await cut.http.call(getPost, one)).toMatchObject({ ok: false, error: { kind: 'network' } });

    const silent = testClient(() => Promise.reject(new TypeError('fetch failed')));
    expect(await silent.http.call(getPost, one)).toEqual({ ok: false, error: { kind: 'network', message: '' } });
  });

  it('builds the address, and asks for none that would mean another', async () => {
    const { http, paths } = testClient(() => json(200, { data: postFixture() }), { baseUrl: 'http://127.0.0.1:4000/api' });
    await http.call(getPost, { params: { idOrSlug: 'a b/../c?d//e' } });
    const search = endpoint({
      method: 'GET',
      path: '/posts',
      access: 'staff',
      envelope: 'data',
      query: v.object({ q: v.string(), tag: v.array(v.string()) }),
      answer: v.unknown(),
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

  it('passes form data on as it is', async () => {
    const { http, requests } = testClient(() => json(201, { data: {} }));
    const upload = endpoint({
      method: 'POST',
      path: '/gallery',
      access: 'staff',
      envelope: 'data',
      bodyType: 'multipart',
      body: v.object({}),
      answer: v.unknown(),
    });
    const form = new FormData();
    await http.call(upload, { body: form });

    expect(requests[0]?.body).toBe(form);
  });
});

describe('createHttpClient: toasts', () => {
  it('ERR-01 raises one toast with the words of the server, or "An error occurred"', async () => {
    const withWords = testClient(() => json(500, { message: 'The roof leaks' }));
    await withWords.http.call(listPosts);
    expect(withWords.toasts).toEqual(['The roof leaks']);

    const wordless = testClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await wordless.http.call(listPosts);
    expect(wordless.toasts).toEqual(['An error occurred']);

    const offline = testClient(() => Promise.reject(new TypeError('fetch failed')));
    await offline.http.call(listPosts);
    expect(offline.toasts).toEqual(['An error occurred']);
  });

  it('ERR-01 raises one toast for a call that was tried again', async () => {
    const session = createSessionKeeper(localStorage);
    localStorage.setItem('authToken', 'old');
    localStorage.setItem('refreshToken', 'r');
    const answers = [json(401, {}), json(200, { token: 'new' }), json(500, { message: 'The roof leaks' })];
    const { http, toasts } = testClient(() => answers.shift() ?? json(500, {}), { session });
    await http.call(listPosts);

    expect(toasts).toEqual(['The roof leaks']);
  });

  it.each([400, 401, 403, 404, 409, 418, 422, 429])('ERR-02 raises none for %i', async (status) => {
    const { http, toasts } = testClient(() => json(status, { message: 'No' }));
    await http.call(listPosts);
    expect(toasts).toEqual([]);
  });

  it('X-12 raises none for a silent call', async () => {
    const { http, toasts } = testClient(() => json(500, {}));
    await http.call(listAlbums, { silent: true });
    expect(toasts).toEqual([]);
  });

  it('says nothing of a call that the page gave up, and does of a time limit', async () => {
    const givenUp = testClient(() => json(200, { data: [] }));
    expect(await givenUp.http.call(listPosts, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(givenUp.toasts).toEqual([]);

    const late = testClient(() => json(200, { data: [] }), { signal: AbortSignal.abort(new DOMException('Too late', 'TimeoutError')) });
    expect(await late.http.call(listPosts)).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(late.toasts).toEqual(['An error occurred']);
  });

  it('API-16 sets no time limit of its own', async () => {
    const { http, requests } = testClient(() => json(200, { data: [] }));
    await http.call(listPosts);
    expect(requests[0]?.signal).toBeUndefined();
  });
});

describe('createHttpClient: sign-in and sign-out', () => {
  const credentials = { email: 'a@b.example', password: 'secret' };

  it("X-07 hands over the server's word for a wrong password, without a refresh", async () => {
    const { http, paths, toasts } = testClient(() => json(401, { message: 'Wrong password' }));
    const answer = await http.call(login, { body: credentials, silent: true });

    expect(answer).toEqual({ ok: false, error: { kind: 'unauthorized', message: 'Wrong password', status: 401 } });
    expect(paths()).toEqual(['POST /api/auth/login']);
    expect(toasts).toEqual([]);
  });

  it('X-07 leaves a refused sign-out alone', async () => {
    const { http, paths } = testClient(() => json(401, {}));
    await http.call(logout, { silent: true });
    expect(paths()).toEqual(['POST /api/auth/logout']);
  });

  it("AUTH-06 learns the server's time from these answers", async () => {
    const threeHoursAgo = Date.now() - 3 * 3_600_000;
    const { http, clock } = testClient(() => json(401, {}, { date: new Date(threeHoursAgo).toUTCString() }));
    await http.call(login, { body: credentials, silent: true });
    expect(Math.abs(clock.now() - threeHoursAgo)).toBeLessThan(60_000);
  });
});
