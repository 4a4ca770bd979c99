import { hashPassword, isPasswordWeak } from '../../accounts/passwords.ts';
import { RateLimitedError } from '../../domain/errors.ts';
import { applyRetention } from '../../maintenance/retention.ts';
import { getCookie, postFromOrigin } from '../../testing/browser-calls.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const MINUTE_MS = 60_000;
const advanceClock = (milliseconds: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
};
const signIn = (address: string, headers: Record<string, string> = {}) => postFromOrigin(app, address, '/auth/login', ADMIN, headers);

/** Counts a failed guess, without the cost of hashing. Returns true, or the minutes to wait if the guess is not allowed. */
const guess = async (email: string, address: string, deviceId: string | null = null): Promise<true | number> => {
  try {
    await app.services.signInLimits.begin(email, address, deviceId);
    return true;
  } catch (reason) {
    if (reason instanceof RateLimitedError) return Math.round((reason.retryAfterSeconds ?? 0) / 60);
    throw reason;
  }
};
const guessTimes = async (times: number, ...args: Parameters<typeof guess>): Promise<(true | number)[]> => {
  const results: (true | number)[] = [];
  for (let index = 0; index < times; index += 1) results.push(await guess(...args));
  return results;
};

describe('the limits of the sign-in', () => {
  it('SEC-15 counts guesses before it checks them: of 70 simultaneous guesses, it checks 8', async () => {
    const body = { email: 'somebody@site.example', password: 'a wrong guess' };
    const responses = await Promise.all(Array.from({ length: 70 }, () => postFromOrigin(app, '203.0.113.7', '/auth/login', body)));
    const count = (status: number): number => responses.filter(({ statusCode }) => statusCode === status).length;

    expect([count(401), count(429)]).toEqual([8, 62]);
  });

  it('SEC-13 accepts a device that the account has used before, regardless of guesses by strangers', async () => {
    const device = getCookie(await signIn('203.0.113.1', { 'x-session-binding': 'cookie' }), 'known-device');
    for (let index = 0; index < 80; index += 1) expect(await guess(ADMIN.email, `203.0.113.${10 + Math.floor(index / 8)}`)).toBe(true);

    expect((await signIn('203.0.113.200')).statusCode).toBe(429);
    expect((await signIn('203.0.113.200', { cookie: `known-device=${device}` })).statusCode).toBe(200);
    expect((await signIn('203.0.113.200', { cookie: `known-device=${device.slice(0, -2)}xx` })).statusCode).toBe(429);
    advanceClock(16 * MINUTE_MS);
    expect((await signIn('203.0.113.200')).statusCode).toBe(200);
  });

  it('SEC-13 also limits guesses from a known device', async () => {
    expect(await guessTimes(9, 'c@site.example', '203.0.113.3', 'a device')).toEqual([...Array<true>(8).fill(true), 15]);
  });

  it('SEC-13 stops an attacker who stays below the limit of each window for the rest of the day, despite clean-ups', async () => {
    let checkedGuesses = 0;
    for (let window = 0; window < 90; window += 1) {
      checkedGuesses += (await guessTimes(7, 'd@site.example', '203.0.113.5')).filter((result) => result === true).length;
      if (window % 4 === 0) await applyRetention(app.services, app.environment.retention);
      advanceClock(16 * MINUTE_MS);
    }

    expect(checkedGuesses).toBe(40);
  });

  it('SEC-13 makes clients that keep guessing wait longer each time, and resets after a day', async () => {
    const waitTimes = [];
    for (let round = 0; round < 3; round += 1) {
      const results = await guessTimes(9, 'b@site.example', '203.0.113.4');
      waitTimes.push(results[8]);
      advanceClock(Number(results[8]) * MINUTE_MS + 1000);
    }

    expect(waitTimes).toEqual([15, 30, 60]);
    advanceClock(26 * 60 * MINUTE_MS);
    expect((await guessTimes(9, 'b@site.example', '203.0.113.4'))[8]).toBe(15);
  });
});

describe('the challenges of passkeys', () => {
  it('SEC-13 are limited per IP address, because each is stored', async () => {
    const sendRequest = async (address: string): Promise<number> =>
      (await postFromOrigin(app, address, '/auth/passkey-sign-in/options', {}, { origin: 'http://localhost' })).statusCode;
    const statuses: number[] = [];
    for (let call = 0; call < 22; call += 1) statuses.push(await sendRequest('203.0.113.6'));

    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
    expect(await sendRequest('203.0.113.7')).toBe(200);
  });
});

describe('the queue of password hashes', () => {
  it('SEC-15 serves the first request of a client before the second of another', async () => {
    const order: string[] = [];
    const hash = (client: string) => hashPassword('a password', client).then(() => order.push(client));
    const floodHashes = Array.from({ length: 7 }, () => hash('flood'));
    await Promise.all([...floodHashes, hash('visitor')]);

    expect(order.indexOf('visitor')).toBeLessThan(4);
  });
});

describe('new passwords', () => {
  const change = async (newPassword: string) => {
    const { token } = await app.signIn();
    return app.send('PUT', '/api/auth/password', { currentPassword: ADMIN.password, newPassword }, token);
  };

  it.each([
    'password1234',
    'iloveyou2024',
    'aaaaaaaaaaaaaa',
    'abcabcabcabc',
    'qwertyuiop12',
    'ngozi.eze@site.example',
    'ngozi-eze-ngozi',
    'BetterTomorrowInitiative-26',
    'volunteer-administrator',
    'eleven char',
  ])('SEC-27 cannot be %s', (password) => {
    expect(isPasswordWeak(password, { email: 'ngozi.eze@site.example', name: 'Ngozi Eze' })).toBe(true);
  });

  it('SEC-27 are checked wherever they are set', async () => {
    const response = await change('password1234');

    expect(response.statusCode).toBe(422);
    expect(response.json().errors.newPassword).toContain('easy to guess');
  });

  it('SEC-27 of the first administrator cannot be weak either, and the message does not repeat it', async () => {
    const start = startTestApp({ settings: { ADMIN_PASSWORD: 'changeme1234' } });

    await expect(start).rejects.toThrow('ADMIN_PASSWORD is easy to guess');
    await expect(start).rejects.not.toThrow('changeme1234');
  });

  it('SEC-17 invalidate every link that could set another one', async () => {
    const { token } = await app.signIn();
    const me = (await app.get('/api/auth/me', token)).json().user;
    const { invitation } = (await app.send('POST', `/api/users/${me._id}/invitation`, undefined, token)).json().data;
    const url = `/api/invitations/${invitation.path.split('/').at(-1)}`;
    expect((await app.get(url)).statusCode).toBe(200);
    expect((await change('lanterns drift past the ferry')).statusCode).toBe(200);

    expect((await app.get(url)).statusCode).toBe(404);
    expect((await app.send('POST', url, { password: 'another one of several words' })).statusCode).toBe(404);
  });
});
