import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { createBackup } from '../../maintenance/backup.ts';
import { resetPassword } from '../../maintenance/reset-password.ts';
import { getCookie, postFromOrigin } from '../../testing/browser-calls.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const MINUTE_MS = 60_000;
const advanceClock = (milliseconds: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
};
const getCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() });
const login = (code?: string) => app.send('POST', '/api/auth/login', { ...ADMIN, ...(code === undefined ? {} : { code }) });

const enable = async (token: string): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = (await app.send('POST', '/api/auth/totp', undefined, token)).json();
  const response = await app.send('PUT', '/api/auth/totp', { code: getCode(secret) }, token);
  expect(response.statusCode).toBe(200);
  return { secret, recoveryCodes: response.json().recoveryCodes };
};

describe('an authenticator app', () => {
  it('ACC-05 STAFF-13 is requested after the password, and each code works once', async () => {
    const { token } = await app.signIn();
    const { secret } = await enable(token);
    advanceClock(MINUTE_MS);
    const code = getCode(secret);

    const responseWithoutCode = await login();
    expect([responseWithoutCode.statusCode, Object.keys(responseWithoutCode.json().errors)]).toEqual([401, ['code']]);
    expect((await login('000000')).json().errors.code).toContain('wrong');
    expect((await Promise.all([login(code), login(code)])).map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const wrongPassword = await app.send('POST', '/api/auth/login', { email: ADMIN.email, password: 'not the password', code });
    expect(wrongPassword.json()).toEqual({ message: 'The email address or password is incorrect.' });
  });

  it('ACC-05 is not active before its first code, and limits guesses', async () => {
    const { token } = await app.signIn();
    const { secret } = (await app.send('POST', '/api/auth/totp', undefined, token)).json();
    expect((await app.send('PUT', '/api/auth/totp', { code: '123456' }, token)).statusCode).toBe(422);
    expect((await login()).statusCode).toBe(200);
    await app.send('PUT', '/api/auth/totp', { code: getCode(secret) }, token);

    const statuses: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      statuses.push((await login('000000')).statusCode);
      // The correct password without a code must not reset the count of wrong codes.
      if (index < 2) await login();
    }
    expect(statuses).toEqual([...Array<number>(8).fill(401), 429]);
  });

  it('ACC-05 SEC-13 limits wrong codes per day across all addresses, and notifies the owner; a known device still works', async () => {
    const bindingHeaders = { 'x-session-binding': 'cookie' };
    const device = getCookie(await postFromOrigin(app, '203.0.113.1', '/auth/login', ADMIN, bindingHeaders), 'known-device');
    const raiseSpy = jest.spyOn(app.services.accountEvents, 'raise');
    const { secret } = await enable((await app.signIn()).token);
    const guess = (address: string, code = '000000', cookie = '') =>
      postFromOrigin(app, address, '/auth/login', { ...ADMIN, code }, { ...bindingHeaders, cookie });

    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await guess(`203.0.113.${10 + index}`)).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(raiseSpy.mock.calls.filter(([{ kind }]) => kind === 'codes-guessed')).toHaveLength(1);

    advanceClock(5 * 60 * MINUTE_MS);
    expect((await guess('203.0.113.99', getCode(secret))).statusCode).toBe(429);
    // The email asks the owner to set a new password.
    const link = await resetPassword(app.services.db, ADMIN.email, { removesSecondFactors: false, now: app.clock.now });
    const acceptResponse = await app.send('POST', `/api/invitations/${link.path.split('/').at(-1)}`, { password: ADMIN.password, code: getCode(secret) });
    expect(acceptResponse.statusCode).toBe(200);
    advanceClock(MINUTE_MS);
    expect((await guess('203.0.113.99', getCode(secret), `known-device=${device}`)).statusCode).toBe(200);
    advanceClock(20 * 60 * MINUTE_MS);
    expect((await guess('203.0.113.99', getCode(secret))).statusCode).toBe(200);
  });

  it('ACC-05 can be replaced by each recovery code once, and is also needed for a reset link', async () => {
    const { token } = await app.signIn();
    const { recoveryCodes } = await enable(token);

    expect(recoveryCodes).toHaveLength(10);
    // 24 characters from an alphabet of 31 give at least 112 random bits, so the stored hashes cannot be reversed by brute force.
    expect(new Set(recoveryCodes.map((code) => code.replaceAll('-', '').length))).toEqual(new Set([24]));
    expect((await login(recoveryCodes[0]?.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await login(recoveryCodes[0])).statusCode).toBe(401);
    const link = await resetPassword(app.services.db, ADMIN.email, { removesSecondFactors: false, now: app.clock.now });
    const url = `/api/invitations/${link.path.split('/').at(-1)}`;
    const body = { password: 'lanterns drift past the ferry' };
    expect(Object.keys((await app.send('POST', url, body)).json().errors)).toEqual(['code']);
    expect((await app.send('POST', url, { ...body, code: recoveryCodes[1] })).statusCode).toBe(200);
  });

  it('ACC-09 has a secret that neither the database nor a backup reveals, and that is useless without DATA_KEY', async () => {
    const { token } = await app.signIn();
    const { secret } = (await app.send('POST', '/api/auth/totp', undefined, token)).json();
    const { db } = app.services;
    const pending = await db.selectFrom('account_challenges').select('value').execute();
    await app.send('PUT', '/api/auth/totp', { code: getCode(secret) }, token);
    const storedUser = await db.selectFrom('users').select(['id', 'totp_secret']).where('email', '=', ADMIN.email).executeTakeFirstOrThrow();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'provider-totp-'));
    await createBackup({ db, originals: app.services.stores.originals, auditKey: 'k'.repeat(32), now: app.services.now }, folder);

    expect(JSON.stringify([pending, storedUser, await readFile(path.join(folder, 'tables/users/000001.ndjson'), 'utf8')])).not.toContain(secret);
    await rm(folder, { recursive: true });
    // The ciphertext from one account is not valid in another.
    const other = await app.signInAs('admin');
    await db.updateTable('users').set({ totp_secret: storedUser.totp_secret }).where('id', '=', other.userId).execute();
    expect(await app.services.secondFactors.useCode(other.userId, getCode(secret))).toBe('wrong');
    await db.updateTable('users').set({ totp_secret: null }).where('id', '=', other.userId).execute();

    const restartedApp = await startTestApp({ restartOf: app, settings: { DATA_KEY: 'another key than the one of before' } });
    expect(await restartedApp.services.secondFactors.useCode(storedUser.id, getCode(secret))).toBe('wrong');
    await restartedApp.stop();
    advanceClock(MINUTE_MS);
    expect((await login(getCode(secret))).statusCode).toBe(200);
  });

  it('ACC-09 is encrypted at the next start if an earlier release has stored it, and still works', async () => {
    const secret = new Secret({ size: 20 }).base32;
    const { db } = app.services;
    await db.updateTable('users').set({ totp_secret: secret }).where('email', '=', ADMIN.email).execute();
    expect((await login(getCode(secret))).statusCode).toBe(200);

    const restartedApp = await startTestApp({ restartOf: app });
    await restartedApp.stop();

    const storedUser = await db.selectFrom('users').select('totp_secret').where('email', '=', ADMIN.email).executeTakeFirstOrThrow();
    expect(storedUser.totp_secret).not.toContain(secret);
    advanceClock(MINUTE_MS);
    expect((await login(getCode(secret))).statusCode).toBe(200);
  });

  it('ACC-02 is removed on the server for a sole administrator who has lost everything', async () => {
    await enable((await app.signIn()).token);
    const link = await resetPassword(app.services.db, ADMIN.email, { removesSecondFactors: true, now: app.clock.now });

    expect((await app.send('POST', `/api/invitations/${link.path.split('/').at(-1)}`, { password: 'lanterns drift past the ferry' })).statusCode).toBe(200);
  });

  it('ACC-05 of a colleague can be removed by an administrator, which signs the colleague out', async () => {
    const { token } = await app.signIn();
    const colleague = await app.signInAs('editor');
    await enable(colleague.token);

    expect((await app.send('DELETE', `/api/users/${colleague.userId}/second-factors`, undefined, token)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', colleague.token)).statusCode).toBe(401);
    expect(await app.services.secondFactors.getState(colleague.userId)).toEqual({ hasTotp: false, hasAnyFactor: false });
  });
});

describe('a role that needs a second factor', () => {
  const setPolicy = (token: string, secondFactorRoles: string[]) => app.send('PUT', '/api/account-policy', { secondFactorRoles }, token);

  it('ACC-06 blocks its members until they set one up', async () => {
    const { token } = await app.signIn();
    expect((await app.get('/api/account-policy', token)).json().data).toEqual({ secondFactorRoles: [] });
    const editor = await app.signInAs('editor');
    expect((await setPolicy(token, ['editor'])).statusCode).toBe(200);

    const rejection = await app.get('/api/applications', editor.token);
    expect([rejection.statusCode, Object.keys(rejection.json().errors)]).toEqual([403, ['secondFactor']]);
    expect((await app.get('/api/auth/second-factors', editor.token)).json()).toMatchObject({ isRequired: true });
    await enable(editor.token);
    expect((await app.get('/api/applications', editor.token)).statusCode).toBe(200);
    expect((await app.send('DELETE', '/api/auth/totp', undefined, editor.token)).statusCode).toBe(409);
  });

  it('ACC-06 cannot be required by administrators who have no second factor', async () => {
    const { token } = await app.signIn();

    expect((await setPolicy(token, ['admin'])).statusCode).toBe(409);
    await enable(token);
    expect((await setPolicy(token, ['admin'])).statusCode).toBe(200);
    expect((await app.get('/api/users', token)).statusCode).toBe(200);
  });
});

describe('a confirmation', () => {
  it('ACC-07 is needed after 15 minutes for inviting, roles and exports, in bound sessions only', async () => {
    const response = await app.server.inject({ method: 'POST', url: '/api/auth/login', payload: ADMIN, headers: { 'x-session-binding': 'cookie' } });
    let { token, refreshToken } = response.json();
    const cookie = `session-binding=${getCookie(response, 'session-binding')}`;
    const unboundSession = await app.signIn();
    const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.server.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}`, cookie }, ...(payload === undefined ? {} : { payload }) });
    const invite = (email: string) => call('POST', '/users', { name: 'New', email, role: 'editor' });
    expect((await invite('one@site.example')).statusCode).toBe(201);
    advanceClock(16 * MINUTE_MS);
    ({ token, refreshToken } = (await app.server.inject({ method: 'POST', url: '/api/auth/refresh', headers: { cookie }, payload: { refreshToken } })).json());

    const rejection = await invite('two@site.example');
    expect([rejection.statusCode, Object.keys(rejection.json().errors)]).toEqual([403, ['confirmation']]);
    for (const [method, url] of [
      ['GET', '/auth/confirmation'],
      ['DELETE', '/users/x'],
      ['POST', '/users/x/invitation'],
      ['POST', '/auth/totp'],
      ['DELETE', '/auth/sessions'],
      ['DELETE', '/auth/sessions/x'],
    ] as const)
      expect((await call(method, url)).statusCode).toBe(403);
    expect((await call('GET', '/users')).statusCode).toBe(200);
    expect((await call('POST', '/auth/confirmation', { password: 'not the password' })).json().errors).toEqual({ password: 'This is not your password' });
    expect((await call('POST', '/auth/confirmation', { password: ADMIN.password })).statusCode).toBe(200);
    expect((await invite('two@site.example')).statusCode).toBe(201);
    const next = (await app.send('POST', '/api/auth/refresh', { refreshToken: unboundSession.refreshToken })).json();
    expect((await app.send('POST', '/api/users', { name: 'New', email: 'three@site.example', role: 'editor' }, next.token)).statusCode).toBe(201);
  });

  describe('by passkey', () => {
    /** Creates a bound session for an administrator with an authenticator app and a passkey. The passkey exists only in the provider's database. */
    const signInWithPasskey = async () => {
      const { secret, recoveryCodes } = await enable((await app.signIn()).token);
      const signInBound = async (code: string) => {
        const payload = { ...ADMIN, code };
        const response = await app.server.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'x-session-binding': 'cookie' } });
        const headers = { authorization: `Bearer ${response.json().token}`, cookie: `session-binding=${getCookie(response, 'session-binding')}` };
        return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
          app.server.inject({ method, url: `/api${url}`, headers, ...(payload === undefined ? {} : { payload }) });
      };
      const call = await signInBound(recoveryCodes[0] ?? '');
      const { db } = app.services;
      const { id } = await db.selectFrom('users').select('id').where('email', '=', ADMIN.email).executeTakeFirstOrThrow();
      const passkey = { id: 'key', user_id: id, name: 'Phone', public_key: '', counter: 0, transports: '[]', created_at: '', last_used_at: null };
      await db.insertInto('passkeys').values(passkey).execute();
      const confirm = (code: string) => call('POST', '/auth/confirmation', { password: ADMIN.password, code });
      return { secret, recoveryCodes, call, confirm, signInBound };
    };
    const colleague = (email: string) => ({ name: 'New', email, role: 'editor' });

    it('ACC-07 is needed for each call that could create another administrator or avoid the confirmation', async () => {
      const { call } = await signInWithPasskey();
      const calls = [
        ['POST', '/users', colleague('one@site.example')],
        ['POST', '/users/x/invitation'],
        ['PUT', '/users/x', { role: 'admin' }],
        ['DELETE', '/users/x'],
        ['DELETE', '/users/x/second-factors'],
        ['POST', '/transfer/export'],
        ['GET', '/auth/confirmation'],
        ['POST', '/auth/totp'],
        ['POST', '/auth/passkeys/options'],
        ['DELETE', '/auth/passkeys/key'],
        ['POST', '/auth/recovery-codes'],
      ] as const;

      for (const [method, url, body] of calls) {
        const response = await call(method, url, body);
        expect([url, response.statusCode, Object.keys(response.json().errors)]).toEqual([url, 403, ['confirmation', 'passkey']]);
      }
      expect((await call('POST', '/privacy/person', { name: 'Ada Obi' })).statusCode).toBe(200);
    });

    it('ACC-07 can be replaced by a recovery code but not by an app code, and allows one valid call', async () => {
      const { secret, recoveryCodes, call, confirm } = await signInWithPasskey();
      advanceClock(MINUTE_MS);

      expect((await confirm(getCode(secret))).statusCode).toBe(200);
      expect((await call('POST', '/users', colleague('one@site.example'))).statusCode).toBe(403);
      const raiseSpy = jest.spyOn(app.services.accountEvents, 'raise');
      expect((await confirm(recoveryCodes[1] ?? '')).statusCode).toBe(200);
      expect(raiseSpy).toHaveBeenCalledWith(expect.objectContaining({ kind: 'recovery-code-used' }));
      expect((await call('POST', '/users', colleague('no address'))).statusCode).toBe(422);
      const responses = await Promise.all([call('POST', '/users', colleague('one@site.example')), call('POST', '/users', colleague('two@site.example'))]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
    });

    it('ACC-07 is also needed in sessions of other clients, which start with a password and an app code', async () => {
      const { secret } = await signInWithPasskey();
      advanceClock(MINUTE_MS);
      const { token } = (await login(getCode(secret))).json();

      expect((await app.send('POST', '/api/users', colleague('one@site.example'), token)).statusCode).toBe(403);
      expect((await app.send('POST', '/api/auth/totp', undefined, token)).statusCode).toBe(403);
    });

    it('ACC-07 expires after a minute, and is valid for its session only', async () => {
      const { recoveryCodes, call, confirm, signInBound } = await signInWithPasskey();
      await confirm(recoveryCodes[1] ?? '');
      advanceClock(MINUTE_MS + 1);
      expect((await call('GET', '/auth/confirmation')).statusCode).toBe(403);

      await confirm(recoveryCodes[2] ?? '');
      const callElsewhere = await signInBound(recoveryCodes[3] ?? '');
      expect((await callElsewhere('GET', '/auth/confirmation')).statusCode).toBe(403);
      expect((await call('GET', '/auth/confirmation')).statusCode).toBe(200);
    });
  });
});
