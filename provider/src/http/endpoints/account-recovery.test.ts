import { resetPassword } from '../../maintenance/reset-password.ts';
import { getCookie, postFromOrigin } from '../../testing/browser-calls.ts';
import { type MailSink, startMailSink } from '../../testing/mail-sink.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

const SITE_URL = 'https://site.example';
const NEW_PASSWORD = 'lanterns drift past the ferry';
const HOUR_MS = 60 * 60 * 1000;

let sink: MailSink;
let app: TestApp;
beforeEach(async () => {
  sink = await startMailSink();
  app = await startTestApp({ settings: { SITE_URL: `${SITE_URL}/`, SMTP_URL: sink.url, MAIL_FROM: 'Staff area <no-reply@site.example>' } });
});
afterEach(async () => {
  await app.stop();
  await sink.stop();
});

const requestReset = (email: string, address = '203.0.113.5') => postFromOrigin(app, address, '/auth/forgotten-password', { email });
const toUrl = (path: string): string => `/api/invitations/${path.split('/').at(-1)}`;
const findLink = (text: string): string => /https:\/\/site\.example(\/login\/reset\/[\w-]+)/.exec(text)?.[1] ?? '';

describe('a forgotten password', () => {
  it('ACC-01 STAFF-12 is reset by an emailed link, which works once, ends all sessions and is reported', async () => {
    const session = await app.signIn();
    const response = await requestReset('ADMIN@site.example');
    const [mail] = await sink.waitFor(1);
    const url = toUrl(findLink(mail?.text ?? ''));

    expect(response.json()).toMatchObject({ isMailed: true });
    expect(mail).toMatchObject({ to: ADMIN.email, subject: 'Set a new password' });
    expect((await app.get(url)).json().data).toEqual({ name: 'Administrator', email: ADMIN.email, isReset: true });
    expect((await app.send('POST', url, { password: NEW_PASSWORD })).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', session.token)).statusCode).toBe(401);
    expect((await app.send('POST', url, { password: 'another one of several words' })).statusCode).toBe(404);
    expect((await app.signIn(ADMIN.email, NEW_PASSWORD)).token).not.toBe('');
    const [, notice] = await sink.waitFor(2);
    expect(notice).toMatchObject({ to: ADMIN.email, subject: 'Your password was changed' });
  });

  it('ACC-01 links expire after an hour', async () => {
    await requestReset(ADMIN.email);
    const [mail] = await sink.waitFor(1);
    const url = toUrl(findLink(mail?.text ?? ''));

    expect((await app.get(url)).statusCode).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + HOUR_MS + 1000);
    expect((await app.get(url)).statusCode).toBe(404);
  });

  it('ACC-01 links stay valid when a stranger requests another one, and all become invalid when one is used', async () => {
    const adminLink = await resetPassword(app.services.db, ADMIN.email, { removesSecondFactors: false, now: app.clock.now });
    await requestReset(ADMIN.email);
    const [first] = await sink.waitFor(1);
    await requestReset(ADMIN.email, '203.0.113.9');
    const [, second] = await sink.waitFor(2);
    const urls = [adminLink.path, findLink(first?.text ?? ''), findLink(second?.text ?? '')].map(toUrl);
    const getStatuses = async () => {
      const statuses: number[] = [];
      for (const url of urls) statuses.push((await app.get(url)).statusCode);
      return statuses;
    };

    expect(await getStatuses()).toEqual([200, 200, 200]);
    await app.send('POST', urls[1] ?? '', { password: NEW_PASSWORD });
    expect(await getStatuses()).toEqual([404, 404, 404]);
  });

  it('ACC-01 gives unknown accounts the same response, and sends at most three emails an hour to a known one', async () => {
    const unknownResponse = await requestReset('nobody@site.example');
    const knownResponses = [
      await requestReset(ADMIN.email, '203.0.113.6'),
      await requestReset(ADMIN.email, '203.0.113.7'),
      await requestReset(ADMIN.email, '203.0.113.8'),
    ];
    await sink.waitFor(3);

    expect(unknownResponse.json()).toEqual(knownResponses[0]?.json());
    expect((await requestReset(ADMIN.email, '203.0.113.9')).statusCode).toBe(429);
    expect(sink.emails.map(({ to }) => to)).toEqual([ADMIN.email, ADMIN.email, ADMIN.email]);
  });

  it('ACC-02 is reset on the server, even for a sole administrator', async () => {
    const link = await resetPassword(app.services.db, 'Admin@site.example', { removesSecondFactors: false, now: app.clock.now });

    expect((await app.send('POST', toUrl(link.path), { password: NEW_PASSWORD })).statusCode).toBe(200);
    await expect(resetPassword(app.services.db, 'typo@site.example', { removesSecondFactors: false, now: app.clock.now })).rejects.toThrow(ADMIN.email);
  });
});

describe('notices', () => {
  const signInBound = (cookie = '') =>
    app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: ADMIN,
      headers: {
        'x-session-binding': 'cookie',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
        cookie,
      },
    });

  it('ACC-03 report a sign-in on a new device, but not on the first or a known device', async () => {
    const device = getCookie(await signInBound(), 'known-device');
    await signInBound(`known-device=${device}`);
    await signInBound();
    const emails = await sink.waitFor(1);

    expect(emails[0]).toMatchObject({ to: ADMIN.email, subject: 'New sign-in to your account' });
    expect(emails[0]?.text).toContain('Firefox on Windows');
  });

  it('ACC-03 report a changed role, and every change of a role is logged', async () => {
    const { token } = await app.signIn();
    const colleague = await app.signInAs('editor');
    await app.send('PUT', `/api/users/${colleague.userId}`, { role: 'admin' }, token);
    const [mail] = await sink.waitFor(1);

    expect(mail?.subject).toBe('Your role was changed');
    expect(mail?.text).toContain('Your role has changed from editor to administrator.');
  });
});

describe('the devices of an account', () => {
  it('ACC-04 are listed with their time, and are signed out one by one or together', async () => {
    const ownSession = await app.signIn();
    const other = await app.signIn();
    await app.signIn();
    const stranger = await app.signInAs('editor');
    const list = async () => (await app.get('/api/auth/sessions', ownSession.token)).json().data;
    const sessions = await list();

    expect(sessions).toHaveLength(3);
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false, false]);
    expect(sessions[0]).toMatchObject({ createdAt: app.clock.now.toISOString(), lastUsedAt: app.clock.now.toISOString() });
    const otherId = JSON.parse(Buffer.from(other.token.split('.')[1] ?? '', 'base64url').toString()).sid;
    expect((await app.send('DELETE', `/api/auth/sessions/${otherId}`, undefined, stranger.token)).statusCode).toBe(404);
    expect((await app.send('DELETE', `/api/auth/sessions/${otherId}`, undefined, ownSession.token)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', other.token)).statusCode).toBe(401);
    expect((await app.send('DELETE', '/api/auth/sessions', undefined, ownSession.token)).statusCode).toBe(200);
    expect(await list()).toHaveLength(1);
    expect((await app.get('/api/auth/me', stranger.token)).statusCode).toBe(200);
  });
});
