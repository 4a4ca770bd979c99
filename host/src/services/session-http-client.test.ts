import { getMe } from '@site/shared/contracts/auth';
import { getPost, listPosts } from '@site/shared/contracts/post';
import { json, type Respond } from '@site/shared/testing/fake-provider';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { createSessionStorage } from '../auth/session-storage.ts';
import { testClient } from '../testing/test-client.ts';
import type { Lock } from './session-http-client.ts';

const createSignedInSession = () => {
  const session = createSessionStorage(localStorage, window);
  session.start({ token: 'old', refreshToken: 'refresh-1', user: userFixture() });
  return session;
};

/** Simulates a provider that accepts only the newest token, and every refresh token only once. */
const createRotatingProvider = () => {
  let accepted = 'none yet';
  let refreshes = 0;
  const respond: Respond = async ({ url, authorization, body }) => {
    if (!url.endsWith('/auth/refresh')) return authorization === `Bearer ${accepted}` ? json(200, { data: [] }) : json(401, { message: 'Token expired' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const expected = refreshes === 0 ? 'refresh-1' : `refresh-${refreshes + 1}`;
    if (typeof body !== 'object' || body === null || !('refreshToken' in body) || body.refreshToken !== expected) return json(401, { message: 'Reused' });
    refreshes += 1;
    accepted = `new-${refreshes}`;
    return json(200, { token: accepted, refreshToken: `refresh-${refreshes + 1}` });
  };
  return { respond, refreshes: () => refreshes, expire: () => (accepted = 'none again') };
};

const createSharedLock = (): Lock => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  };
};

describe('the 401 rule', () => {
  it('AUTH-11 attaches the bearer token to every request during a session', async () => {
    const anonymousClient = testClient(() => json(200, { data: [] }), { session: createSessionStorage(localStorage) });
    await anonymousClient.http.call(listPosts);
    const staff = testClient(() => json(200, { data: [] }), { session: createSignedInSession() });
    await staff.http.call(listPosts);

    expect([anonymousClient.requests[0]?.authorization, staff.requests[0]?.authorization]).toEqual([null, 'Bearer old']);
  });

  it('AUTH-11 reads the token when the call is made', async () => {
    const { http, requests } = testClient(() => json(200, { data: [] }), { session: createSessionStorage(localStorage) });
    localStorage.setItem('authToken', 'not a valid header');
    await http.call(listPosts);
    localStorage.setItem('authToken', 'abc');
    await http.call(listPosts);

    // The first token is not a valid header value, so the client omits the header and the page still works.
    expect(requests.map(({ authorization }) => authorization)).toEqual([null, 'Bearer abc']);
  });

  it('AUTH-07 AUTH-03 refreshes, stores both new tokens and retries once', async () => {
    const session = createSignedInSession();
    const { respond } = createRotatingProvider();
    const { http, requests, paths } = testClient(respond, { session });

    expect(await http.call(listPosts)).toEqual({ ok: true, value: [] });
    expect(paths()).toEqual(['GET /api/posts', 'POST /api/auth/refresh', 'GET /api/posts']);
    expect(requests[2]?.authorization).toBe('Bearer new-1');
    expect(session.read()).toMatchObject({ token: 'new-1', refreshToken: 'refresh-2', user: userFixture() });
  });

  it('AUTH-07 gives up after one retry', async () => {
    const { http, paths } = testClient(({ url }) => (url.endsWith('/refresh') ? json(200, { token: 'new' }) : json(401, { message: 'Still not' })), {
      session: createSignedInSession(),
    });

    expect(await http.call(getMe)).toMatchObject({ ok: false, error: { kind: 'unauthorized', message: 'Still not' } });
    expect(paths()).toHaveLength(3);
  });

  it('AUTH-07 refreshes once for 50 rejected calls', async () => {
    const provider = createRotatingProvider();
    const { http } = testClient(provider.respond, { session: createSignedInSession() });
    const results = await Promise.all(Array.from({ length: 50 }, () => http.call(listPosts)));

    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(provider.refreshes()).toBe(1);
  });

  it('AUTH-07 refreshes once for 50 rejected calls of two tabs', async () => {
    const provider = createRotatingProvider();
    const lock = createSharedLock();
    createSignedInSession();
    const tabs = [0, 1].map(() => testClient(provider.respond, { session: createSessionStorage(localStorage), lock }));
    const results = await Promise.all(tabs.flatMap(({ http }) => Array.from({ length: 25 }, () => http.call(listPosts))));

    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(provider.refreshes()).toBe(1);
  });

  it('AUTH-07 uses a token that arrived while the rejected call was in flight', async () => {
    const session = createSignedInSession();
    const { http, paths } = testClient(
      ({ authorization }) => {
        if (authorization === 'Bearer fresh') return json(200, { data: [] });
        session.renew({ token: 'fresh', refreshToken: undefined });
        return json(401, {});
      },
      { session },
    );

    expect(await http.call(listPosts)).toMatchObject({ ok: true });
    expect(paths()).toEqual(['GET /api/posts', 'GET /api/posts']);
  });

  it.each([
    ['AUTH-08 "Authentication failed" when the refresh is rejected', () => json(401, { message: 'Reused' }), 'Authentication failed'],
    ['AUTH-08 "Authentication failed" when the refresh fails', () => json(500, {}), 'Authentication failed'],
    ['AUTH-10 "Invalid token in response" when there is none', () => json(200, {}), 'Invalid token in response'],
    ['AUTH-10 "Invalid token in response" when it is empty', () => json(200, { token: '' }), 'Invalid token in response'],
    ['AUTH-10 "Invalid token in response" when it is not a string', () => json(200, { token: 5 }), 'Invalid token in response'],
  ])('AUTH-07 %s, and signs out', async (_case, respond, message) => {
    const session = createSignedInSession();
    const { http } = testClient(({ url }) => (url.endsWith('/auth/refresh') ? respond() : json(401, {})), { session });

    expect(await http.call(getMe)).toEqual({ ok: false, error: { kind: 'unauthorized', message, status: 401 } });
    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-07 signs out once when the refresh for 50 calls fails, with one toast for its 5xx', async () => {
    const session = createSignedInSession();
    const onSignedOut = jest.fn();
    session.subscribe(onSignedOut);
    const { http, paths, toasts } = testClient(({ url }) => (url.endsWith('/auth/refresh') ? json(503, { message: 'Resting' }) : json(401, {})), { session });
    await Promise.all(Array.from({ length: 50 }, () => http.call(getMe)));

    expect(paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(1);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(toasts).toEqual(['Resting']);
  });

  it('AUTH-09 fails with "No refresh token available" and does not request a refresh', async () => {
    localStorage.setItem('authToken', 'abc');
    const { http, paths } = testClient(() => json(401, {}), { session: createSessionStorage(localStorage) });

    expect(await http.call(getMe)).toMatchObject({ ok: false, error: { kind: 'unauthorized', message: 'No refresh token available' } });
    expect(paths()).toEqual(['GET /api/auth/me']);
    expect(localStorage).toHaveLength(0);
  });

  it('ROLE-01 still reads public content when the session cannot be renewed', async () => {
    localStorage.setItem('authToken', 'junk');
    const { http } = testClient(({ authorization }) => (authorization === null ? json(200, { data: postFixture() }) : json(401, {})), {
      session: createSessionStorage(localStorage),
    });

    expect(await http.call(getPost, { params: { idOrSlug: 'school-visit' } })).toMatchObject({ ok: true });
  });

  it('AUTH-02 does not restore a session that was ended during the refresh', async () => {
    const session = createSignedInSession();
    const { http } = testClient(
      ({ url }) => {
        if (!url.endsWith('/auth/refresh')) return json(401, {});
        session.clear();
        return json(200, { token: 'new', refreshToken: 'refresh-2' });
      },
      { session },
    );

    expect(await http.call(getMe)).toMatchObject({ ok: false, error: { message: 'Authentication failed' } });
    expect(session.read().token).toBeNull();
  });
});
