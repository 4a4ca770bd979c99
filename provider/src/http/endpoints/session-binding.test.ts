import { login } from '@site/shared/contracts/auth';
import { getCookies } from '../../testing/browser-calls.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

const inject = (method: 'GET' | 'POST', url: string, { headers = {}, body = {} }: { headers?: Record<string, string>; body?: object } = {}) =>
  app.server.inject({ method, url: `/api${url}`, headers, ...(method === 'POST' ? { payload: body } : {}) });

const signInBound = async ({ remember = false, headers = {} }: { remember?: boolean; headers?: Record<string, string> } = {}) => {
  const response = await inject('POST', '/auth/login', { headers: { 'x-session-binding': 'cookie', ...headers }, body: { ...ADMIN, remember } });
  expect(response.statusCode).toBe(200);
  const cookie = getCookies(response).get('session-binding');
  return { ...(response.json() as TokenPair), cookie, sent: { cookie: `session-binding=${cookie?.value ?? ''}` } };
};
const getMe = (token: string, headers: Record<string, string> = {}) => inject('GET', '/auth/me', { headers: { authorization: `Bearer ${token}`, ...headers } });
const refresh = (refreshToken: string, headers: Record<string, string> = {}) => inject('POST', '/auth/refresh', { headers, body: { refreshToken } });

describe('a bound session', () => {
  it('SEC-08 accepts 0 of 50 uses of a copied token pair without the cookie, and still accepts its own browser', async () => {
    const session = await signInBound();
    const stranger = await signInBound();

    const copiedTokenResponses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const headers: Record<string, string> = index % 3 === 0 ? {} : index % 3 === 1 ? { cookie: 'session-binding=guess' } : stranger.sent;
        return index % 2 === 0 ? getMe(session.token, headers) : refresh(session.refreshToken, headers);
      }),
    );

    expect(copiedTokenResponses.filter(({ statusCode }) => statusCode !== 401)).toHaveLength(0);
    expect((await getMe(session.token, session.sent)).statusCode).toBe(200);
    expect((await refresh(session.refreshToken, session.sent)).statusCode).toBe(200);
  });

  it('SEC-08 stays bound when a refresh asks for no binding', async () => {
    const session = await signInBound();
    const next: TokenPair = (await refresh(session.refreshToken, { ...session.sent, 'x-session-binding': 'none' })).json();

    expect((await getMe(next.token)).statusCode).toBe(401);
    expect((await getMe(next.token, session.sent)).statusCode).toBe(200);
    expect((await refresh(next.refreshToken)).statusCode).toBe(401);
  });

  it('SEC-08 has a cookie that no script can read and no other site can send, for the browser session or as long as the session', async () => {
    const shortSession = await signInBound();
    const rememberedSession = await signInBound({ remember: true, headers: { 'x-forwarded-proto': 'https' } });

    expect(shortSession.cookie).toMatchObject({ httpOnly: true, sameSite: 'strict', path: '/api' });
    expect(shortSession.cookie?.maxAge).toBeUndefined();
    expect(shortSession.cookie?.secure).toBeUndefined();
    expect(rememberedSession.cookie).toMatchObject({ httpOnly: true, sameSite: 'strict', secure: true, maxAge: 30 * 24 * 60 * 60 });
    const refreshResponse = await refresh(rememberedSession.refreshToken, rememberedSession.sent);
    expect(getCookies(refreshResponse).get('session-binding')).toMatchObject({ value: rememberedSession.cookie?.value, maxAge: 30 * 24 * 60 * 60 });
  });

  it('SEC-08 is requested by the site’s own client; sign-ins without it work as before', async () => {
    expect(login.headers).toEqual({ 'x-session-binding': 'cookie' });
    const response = await inject('POST', '/auth/login', { body: ADMIN });
    const { token, refreshToken }: TokenPair = response.json();

    expect(getCookies(response).size).toBe(0);
    expect((await getMe(token)).statusCode).toBe(200);
    expect((await refresh(refreshToken)).statusCode).toBe(200);
  });

  it('SEC-08 ends with its cookie, and the browser forgets cached responses but no stored data', async () => {
    const session = await signInBound();
    const response = await inject('POST', '/auth/logout', { headers: { authorization: `Bearer ${session.token}`, ...session.sent } });

    expect(getCookies(response).get('session-binding')).toMatchObject({ value: '', maxAge: 0 });
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect((await refresh(session.refreshToken, session.sent)).statusCode).toBe(401);
  });
});

describe('every session', () => {
  const advanceClock = (milliseconds: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
  };

  it('SEC-28 ends after seven days, even if it is used often', async () => {
    const HOUR_MS = 60 * 60 * 1000;
    let { refreshToken } = await app.signIn();
    let hours = 0;
    for (; hours < 24 * 9; hours += 11) {
      const response = await refresh(refreshToken);
      if (response.statusCode !== 200) break;
      refreshToken = (response.json() as TokenPair).refreshToken;
      advanceClock(11 * HOUR_MS);
    }

    expect(hours / 24).toBeGreaterThan(6.5);
    expect(hours / 24).toBeLessThan(8);
  });
});
