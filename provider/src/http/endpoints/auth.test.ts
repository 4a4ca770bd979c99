import { getMe, refreshedSchema, sessionSchema } from '@site/shared/contracts/auth';
import * as v from 'valibot';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const refresh = (refreshToken: string) => app.send('POST', '/api/auth/refresh', { refreshToken });
const advanceClock = (milliseconds: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
};

describe('POST /api/auth/login', () => {
  it('API-01 AUTH-01 returns token, refresh token and user', async () => {
    const response = await app.send('POST', '/api/auth/login', { email: 'ADMIN@site.example', password: ADMIN.password, remember: true });

    expect(response.statusCode).toBe(200);
    const session = v.parse(v.strictObject(sessionSchema.entries), response.json());
    expect(session.user).toMatchObject({ email: ADMIN.email, role: 'admin' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('X-07 gives the same response to a wrong password and an unknown account', async () => {
    const wrongPasswordResponse = await app.send('POST', '/api/auth/login', { email: ADMIN.email, password: 'not the password' });
    const unknownUserResponse = await app.send('POST', '/api/auth/login', { email: 'nobody@site.example', password: 'not the password' });

    expect(wrongPasswordResponse.statusCode).toBe(401);
    expect(wrongPasswordResponse.json()).toEqual({ message: 'The email address or password is incorrect.' });
    expect({ status: unknownUserResponse.statusCode, body: unknownUserResponse.json() }).toEqual({
      status: wrongPasswordResponse.statusCode,
      body: wrongPasswordResponse.json(),
    });
  });

  it('NS-09 names the invalid fields', async () => {
    const response = await app.send('POST', '/api/auth/login', { email: 'x', password: '' });

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ email: 'Invalid email address', password: 'Password is required' });
    const emptyFormResponse = await app.send('POST', '/api/auth/login', {});
    expect(emptyFormResponse.json().errors).toEqual({ email: 'Email is required', password: 'Password is required' });
    const malformedResponse = await app.send('POST', '/api/auth/login', { email: 7, password: 'long enough', remember: 'x' });
    expect(malformedResponse.json().errors).toEqual({ email: 'This is not valid', remember: 'This is not valid' });
    expect((await app.send('POST', '/api/auth/refresh', {})).json().errors).toEqual({ refreshToken: 'This is required' });
  });

  it('limits wrong passwords, for known and unknown accounts alike, but not successful sign-ins', async () => {
    // Advance the clock, so that failed attempts in other tests no longer count.
    advanceClock(26 * 60 * 60 * 1000);
    for (let round = 0; round < 15; round += 1) await app.signIn();
    const getStatuses = async (email: string) => {
      const statuses: number[] = [];
      for (let round = 0; round < 9; round += 1) statuses.push((await app.send('POST', '/api/auth/login', { email, password: 'a wrong guess' })).statusCode);
      return statuses;
    };

    expect(await getStatuses(ADMIN.email)).toEqual([...Array<number>(8).fill(401), 429]);
    expect(await getStatuses('nobody@site.example')).toEqual([...Array<number>(8).fill(401), 429]);
    advanceClock(16 * 60 * 1000);
    expect((await app.send('POST', '/api/auth/login', ADMIN)).statusCode).toBe(200);
  });
});

describe('GET /api/auth/me', () => {
  it('API-04 AUTH-04 DATA-06 returns the user for a valid token, and 401 without a token or for a forged one', async () => {
    const { token } = await app.signIn();
    const [header = '', payload = ''] = token.split('.');
    const unsignedToken = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;

    const response = await app.get('/api/auth/me', token);

    expect(v.parse(getMe.response, response.json()).user.email).toBe(ADMIN.email);
    for (const badToken of [undefined, 'abc', unsignedToken, `${header}.${payload}.AAAA`])
      expect((await app.get('/api/auth/me', badToken)).statusCode).toBe(401);
  });

  it('AUTH-06 rejects a token after 15 minutes', async () => {
    const { token } = await app.signIn();
    advanceClock(15 * 60 * 1000 + 1000);

    expect((await app.get('/api/auth/me', token)).statusCode).toBe(401);
  });
});

describe('POST /api/auth/refresh', () => {
  it('API-03 AUTH-03 returns new tokens that work', async () => {
    const session = await app.signIn();
    const response = await refresh(session.refreshToken);

    const next = v.parse(refreshedSchema, response.json());
    expect(next.refreshToken).not.toBe(session.refreshToken);
    expect((await app.get('/api/auth/me', next.token)).statusCode).toBe(200);
  });

  it('keeps the session alive when two tabs refresh at the same time', async () => {
    const session = await app.signIn();
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refreshToken)));

    expect(responses.map((response) => response.statusCode)).toEqual(Array<number>(8).fill(200));
    const tokens = responses.map((response) => v.parse(refreshedSchema, response.json()).refreshToken ?? '');
    expect(new Set(tokens).size).toBe(8);
    expect((await refresh(tokens[3] ?? '')).statusCode).toBe(200);
  });

  it('ends the session when an old token is reused after the grace period', async () => {
    const session = await app.signIn();
    const next = v.parse(refreshedSchema, (await refresh(session.refreshToken)).json());
    advanceClock(31_000);

    expect((await refresh(session.refreshToken)).statusCode).toBe(401);
    expect((await refresh(next.refreshToken ?? '')).statusCode).toBe(401);
    expect((await app.get('/api/auth/me', next.token)).statusCode).toBe(401);
  });

  it('X-18 lasts twelve hours, or thirty days with “Remember me”', async () => {
    const shortSession = await app.signIn();
    const longSession = (await app.send('POST', '/api/auth/login', { ...ADMIN, remember: true })).json();
    advanceClock(13 * 60 * 60 * 1000);

    expect((await refresh(shortSession.refreshToken)).statusCode).toBe(401);
    expect((await refresh(longSession.refreshToken)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/logout', () => {
  it('API-02 AUTH-02 ends the session on the server, and never fails', async () => {
    const session = await app.signIn();

    expect((await app.send('POST', '/api/auth/logout', undefined, session.token)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', session.token)).statusCode).toBe(401);
    expect((await refresh(session.refreshToken)).statusCode).toBe(401);
    expect((await app.send('POST', '/api/auth/logout')).statusCode).toBe(200);
  });
});

describe('the first start', () => {
  it('SEC-33 creates one staff account without showing its configured password, and a restart changes nothing', async () => {
    const { token } = await app.signIn();
    const restartedApp = await startTestApp({ restartOf: app });

    expect(app.firstAccount).toEqual({ email: ADMIN.email, password: null });
    expect(restartedApp.firstAccount).toBeNull();
    expect((await restartedApp.get('/api/auth/me', token)).statusCode).toBe(200);
    await restartedApp.stop();
  });
});
