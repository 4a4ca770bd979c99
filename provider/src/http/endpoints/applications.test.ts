import { applicationSchema, FORM_HONEYPOT } from '@site/shared/contracts/application';
import { dashboardSchema } from '@site/shared/contracts/dashboard';
import { toLagosDay } from '@site/shared/domain/dates';
import * as v from 'valibot';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeEach(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterEach(() => app.stop());

const FORM = {
  name: 'Ṣadé Ọlátúnjí',
  email: 'sade@example.com',
  phone: '+2348031234567',
  qualification: 'BSc',
  location: 'Lagos',
  skills: '',
  interests: '',
  motivation: 'To help',
  _subject: 'New Volunteer Application',
  _replyto: 'sade@example.com',
};
const list = async () => v.parse(v.array(applicationSchema), (await app.get('/api/applications', editor)).json().data);

describe('volunteer applications', () => {
  it('NS-07 VOL-09 accepts the ten keys, and editors read and delete them', async () => {
    expect((await app.send('POST', '/api/forms/volunteer', FORM)).statusCode).toBe(200);
    const [application] = await list();

    expect(application).toMatchObject({ name: FORM.name, phone: FORM.phone, readAt: null });
    const url = `/api/applications/${application?._id}`;
    expect((await app.send('PUT', url, { isRead: true }, editor)).json().data.readAt).not.toBeNull();
    expect((await app.send('PUT', url, { isRead: false }, editor)).json().data.readAt).toBeNull();
    expect((await app.send('DELETE', url, undefined, editor)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('NS-05 VOL-04 reports missing fields, and discards submissions from bots', async () => {
    const missingFieldsResponse = await app.send('POST', '/api/forms/volunteer', { ...FORM, name: ' ', email: 'sade@gmail', qualification: '' });

    expect(missingFieldsResponse.statusCode).toBe(422);
    expect(missingFieldsResponse.json().errors).toEqual({
      name: 'Enter your name',
      email: 'Enter an email address like name@example.com',
      qualification: 'Select your qualification',
    });
    expect((await app.send('POST', '/api/forms/volunteer', { ...FORM, [FORM_HONEYPOT]: 'http://spam' })).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('VOL-11 stores applications with the same idempotency key once, even on another day', async () => {
    const send = (key: string, form: object = FORM) =>
      app.server.inject({ method: 'POST', url: '/api/forms/volunteer', headers: { 'idempotency-key': key }, payload: form });
    const key = 'a'.repeat(32);
    for (const form of [FORM, FORM, { ...FORM, motivation: 'To help again' }]) expect((await send(key, form)).statusCode).toBe(200);
    expect((await send('b'.repeat(32))).statusCode).toBe(200);

    expect(await list()).toHaveLength(2);
    const refusal = await send('short');
    expect([refusal.statusCode, refusal.json().message]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
  });

  it('limits the rate per IP address', async () => {
    // Simulates the host's proxy, which runs on this machine and forwards the visitor's IP address.
    const send = (address: string) =>
      app.server.inject({ method: 'POST', url: '/api/forms/volunteer', headers: { 'x-forwarded-for': address }, payload: FORM });
    for (let count = 0; count < 60; count += 1) await send('203.0.113.9');
    const limitedResponse = await send('203.0.113.9');

    expect((await send('203.0.113.10')).statusCode).toBe(200);
    expect(limitedResponse.statusCode).toBe(429);
    expect(Number(limitedResponse.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('VOL-11 limits applications without a form token more strictly than those filled in at a human pace', async () => {
    const send = async (token?: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.9', ...(token !== undefined && { 'form-token': token }) };
      return (await app.server.inject({ method: 'POST', url: '/api/forms/volunteer', headers, payload: FORM })).statusCode;
    };
    const begin = async (): Promise<string> => (await app.send('POST', '/api/forms/volunteer/token')).json().data.token;
    const wait = (ms: number): void => {
      app.clock.now = new Date(app.clock.now.getTime() + ms);
    };
    const [usedToken, unusedToken, lateToken] = [await begin(), await begin(), await begin()];
    wait(3000);
    const freshToken = await begin();
    expect(await send(usedToken)).toBe(200);
    for (let count = 0; count < 20; count += 1) expect(await send()).toBe(200);

    for (const token of [undefined, freshToken, usedToken, 'not-ours', `${unusedToken}x`]) expect(await send(token)).toBe(429);
    expect(await send(unusedToken)).toBe(200);
    wait(30 * 60 * 1000);
    expect(await send(freshToken)).toBe(200);
    wait(24 * 60 * 60 * 1000);
    for (let count = 0; count < 20; count += 1) await send(lateToken);
    expect(await send(lateToken)).toBe(429);
  });

  it('SEC-14 counts an IPv6 network as one address, and accepts forwarded addresses only from trusted proxies', async () => {
    const proxiedApp = await startTestApp({ settings: { PROVIDER_TRUST_PROXY: '10.0.0.0/8' } });
    const send = async (remoteAddress: string, visitor: string) => {
      const headers = { 'x-forwarded-for': visitor };
      return (await proxiedApp.server.inject({ method: 'POST', url: '/api/forms/volunteer', remoteAddress, headers, payload: FORM })).statusCode;
    };
    for (let count = 0; count < 60; count += 1) await send('10.1.2.3', `2001:db8:7:7::${count.toString(16)}`);

    expect(await send('10.1.2.3', '2001:db8:7:7:ffff::1')).toBe(429);
    expect(await send('10.1.2.3', '2001:db8:7:8::1')).toBe(200);
    expect(await send('198.51.100.1', '2001:db8:7:7::1')).toBe(200);
    await proxiedApp.stop();
  });

  it('SEC-33 stores a form that is sent twice only once, but stores the same text again on another day', async () => {
    await Promise.all([FORM, FORM, { ...FORM, name: 'Somebody else' }, FORM].map((form) => app.send('POST', '/api/forms/volunteer', form)));
    expect((await app.get('/api/applications', editor)).json().data).toHaveLength(2);

    app.clock.now = new Date(app.clock.now.getTime() + 24 * 60 * 60 * 1000);
    const { token } = await app.signInAs('editor');
    expect((await app.send('POST', '/api/forms/volunteer', FORM)).statusCode).toBe(200);
    expect((await app.get('/api/applications', token)).json().data).toHaveLength(3);
  });

  it('NS-05 rejects text that cannot be stored, and a name without visible characters', async () => {
    const response = await app.send('POST', '/api/forms/volunteer', { ...FORM, motivation: 'a\0b', name: '\u200b\u2060' });
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['name', 'motivation']]);
  });
});

describe('the dashboard', () => {
  it('NS-01 counts content, pending work and page views', async () => {
    await app.send('POST', '/api/forms/volunteer', FORM);
    await app.form('POST', '/api/posts', { title: 'Old', category: 'C' }, editor);
    for (const path of ['/news', '/news', '/about']) expect((await app.send('POST', '/api/page-views', { path })).statusCode).toBe(200);
    expect((await app.send('POST', '/api/page-views', { path: 'http://elsewhere' })).statusCode).toBe(422);
    const sendBatch = async (views: number) => (await app.send('POST', '/api/page-views/batch', { pages: [{ path: '/news', views }] })).statusCode;
    expect([await sendBatch(4), await sendBatch(0)]).toEqual([200, 422]);

    const dashboard = v.parse(dashboardSchema, (await app.get('/api/dashboard', editor)).json().data);

    expect(dashboard).toMatchObject({ posts: { draft: 1, published: 0 }, newApplications: 1, samples: 0, samplePictures: 0, nextEvent: null });
    expect(dashboard.oldestApplication).toMatch(/^\d{4}-/);
    expect(dashboard.inProgress).toMatchObject([{ title: 'Old', status: 'draft' }]);
    expect(dashboard.attention.map((item) => item.kind)).toEqual(['unread-application']);
    expect(dashboard.activity[0]).toMatchObject({ kind: 'post', title: 'Old' });
    expect(dashboard.pageViews).toHaveLength(30);
    expect(dashboard.pageViews.at(-1)?.views).toBe(7);
  });

  it('SEC-23 ignores views that a visitor has invented, and limits the number of stored pages', async () => {
    const count = (path: string, headers = {}) => app.server.inject({ method: 'POST', url: '/api/page-views', headers, payload: { path } });
    const measure = async () =>
      Number(
        (
          await app.services.db
            .selectFrom('page_views')
            .select((table) => table.fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    const visitor = { 'x-forwarded-for': '203.0.113.9' };
    for (let page = 0; page < 20; page += 1) await count(`/invented-${page}`, visitor);
    await app.server.inject({ method: 'POST', url: '/api/page-views/batch', headers: visitor, payload: { pages: [{ path: '/invented', views: 1000 }] } });
    expect((await app.get('/api/dashboard', editor)).json().data.pageViews.at(-1).views).toBe(0);

    const day = toLagosDay(app.clock.now);
    const pageViews = Array.from({ length: 1600 }, (_, page) => ({ day, path: `/page-${Math.floor(page / 400)}-${page % 400}`, views: 1 }));
    await app.services.db
      .insertInto('page_views')
      .values([{ day: '2020-01-01', path: '/', views: 1 }, ...pageViews])
      .execute();
    for (let batch = 4; batch < 6; batch += 1) {
      for (let page = 0; page < 400; page += 1) await count(`/page-${batch}-${page}`);
      await app.get('/api/dashboard', editor);
    }
    expect(await measure()).toBe(2001);
    await count('/page-0-0');
    expect((await app.get('/api/dashboard', editor)).json().data.pageViews.at(-1).views).toBe(2401);
  });

  it('NS-08 hides applications from contributors', async () => {
    await app.send('POST', '/api/forms/volunteer', FORM);
    const { token } = await app.signInAs('contributor');

    expect((await app.get('/api/dashboard', token)).json().data).toMatchObject({ newApplications: 0, attention: [] });
    expect((await app.get('/api/applications', token)).statusCode).toBe(403);
  });
});
