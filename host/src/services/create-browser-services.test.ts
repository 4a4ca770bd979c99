import { listPosts } from '@site/shared/contracts/post';
import { fakeProvider, json } from '@site/shared/testing/fake-provider';
import { siteFixture, userFixture } from '@site/shared/testing/fixtures';
import { createBrowserServices } from './create-browser-services.ts';

const session = { token: 'old', refreshToken: 'refresh-1', user: userFixture() };

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('createBrowserServices', () => {
  it('AUTH-07 shares one client and one refresh among the first calls of a page', async () => {
    const { fetch, paths } = fakeProvider(({ url, authorization }) => {
      if (url.endsWith('/auth/refresh')) return json(200, { token: 'new' });
      return authorization === 'Bearer new' ? json(200, { data: [] }) : json(401, {});
    });
    globalThis.fetch = fetch;
    const services = createBrowserServices(siteFixture());
    services.auth.getState().start(session);
    const results = await Promise.all([services.http.call(listPosts), services.http.call(listPosts), services.http.call(listPosts)]);

    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(paths().filter((path) => path === 'POST /api/auth/refresh')).toHaveLength(1);
  });

  // Before a session ends, the warning calls `loadUser` and closes when the store has a new token (session-warning.test.tsx).
  it('AUTH-07 "Stay signed in" renews the stored token: loading the user refreshes an expired one', async () => {
    const { fetch, paths } = fakeProvider(({ url, authorization }) => {
      if (url.endsWith('/auth/refresh')) return json(200, { token: 'new', refreshToken: 'refresh-2' });
      return authorization === 'Bearer new' ? json(200, { user: userFixture() }) : json(401, { message: 'Token expired' });
    });
    globalThis.fetch = fetch;
    const { auth } = createBrowserServices(siteFixture());
    auth.getState().start(session);

    expect(await auth.getState().loadUser()).toEqual(userFixture());
    expect(paths()).toEqual(['GET /api/auth/me', 'POST /api/auth/refresh', 'GET /api/auth/me']);
    expect(auth.getState()).toMatchObject({ token: 'new', user: userFixture() });
    expect([localStorage.getItem('authToken'), localStorage.getItem('refreshToken')]).toEqual(['new', 'refresh-2']);
  });

  it('AUTH-02 signs out at the provider with the token, even as the first call of a page', async () => {
    const { fetch, requests } = fakeProvider(() => json(500, {}));
    globalThis.fetch = fetch;
    const services = createBrowserServices(siteFixture());
    services.auth.getState().start(session);
    await services.auth.getState().signOut();

    expect(requests).toMatchObject([{ method: 'POST', url: '/api/auth/logout', authorization: 'Bearer old' }]);
    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-04 fetches the signed-in user', async () => {
    const { fetch } = fakeProvider(() => json(200, { user: userFixture({ name: 'Ngozi Eze' }) }));
    globalThis.fetch = fetch;
    const services = createBrowserServices(siteFixture());
    services.auth.getState().start(session);

    expect((await services.auth.getState().loadUser())?.name).toBe('Ngozi Eze');
  });

  it('SEC-10 stores no session if staff sign in at another origin, and removes an earlier session', () => {
    createBrowserServices(siteFixture()).auth.getState().start(session);
    localStorage.setItem('theme', 'dark');
    const { auth } = createBrowserServices(siteFixture(), false);

    expect([auth.getState().user, Object.keys(localStorage)]).toEqual([null, ['theme']]);
    auth.getState().start(session);
    expect(Object.keys(localStorage)).toEqual(['theme']);
  });
});
