import { type AuditEntry, auditEntrySchema } from '@site/shared/contracts/audit';
import * as v from 'valibot';
import { createImageFile } from '../../testing/images.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: string;
let adminId: string;
let editor: { token: string; userId: string };

beforeAll(async () => {
  app = await startTestApp();
  ({ token: admin, userId: adminId } = await app.signInAs('admin'));
  editor = await app.signInAs('editor');
});
afterAll(() => app.stop());

const list = async (query = ''): Promise<AuditEntry[]> =>
  v.parse(v.array(auditEntrySchema), (await app.get(`/api/audit?limit=200${query}`, admin)).json().data);
const getNewestEntry = async (): Promise<AuditEntry | undefined> => (await list())[0];

const apply = async (name: string): Promise<string> => {
  const form = { name, email: 'sade@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'To help' };
  await app.send('POST', '/api/forms/volunteer', form);
  return (await app.get(`/api/applications?view=summary`, editor.token)).json().data[0]._id;
};

describe('the audit log', () => {
  it('PRIV-01 records who changed what, with the values before and after', async () => {
    const { _id } = (await app.form('POST', '/api/posts', { title: 'First', category: 'News' }, editor.token)).json().data;
    await app.form('PUT', `/api/posts/${_id}`, { title: 'Second', content: '<p>Text</p>' }, editor.token);

    expect(await getNewestEntry()).toMatchObject({
      at: app.clock.now.toISOString(),
      category: 'change',
      action: 'post.update',
      outcome: 'done',
      actorId: editor.userId,
      actorRole: 'editor',
      subjectKind: 'post',
      subjectId: _id,
      facts: { fields: ['title', 'content'] },
      details: { actor: `${editor.userId}@site.example`, name: 'Second', before: { title: 'First' }, after: { title: 'Second', content: '<p>Text</p>' } },
    });
    await app.send('DELETE', `/api/posts/${_id}`, undefined, editor.token);
    expect(await getNewestEntry()).toMatchObject({ action: 'post.delete', facts: { fields: ['slug', 'deleted_at'] } });
    await app.send('POST', `/api/posts/${_id}/restore`, undefined, editor.token);
    expect(await getNewestEntry()).toMatchObject({ action: 'post.restore', subjectId: _id, details: { name: 'Second' } });
    // A rejected change leaves no entry.
    const { number } = (await getNewestEntry()) ?? {};
    expect((await app.form('PUT', `/api/posts/${_id}`, { title: '' }, editor.token)).statusCode).toBe(422);
    expect((await getNewestEntry())?.number).toBe(number);
  });

  it('PRIV-01 records actions on many rows with their input', async () => {
    const image = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'One' }, editor.token)).json().data;
    expect(await getNewestEntry()).toMatchObject({ action: 'image.create', subjectKind: 'image', subjectId: image._id });

    await app.send('POST', '/api/gallery/move-to-album', { imageIds: [image._id], albumId: null }, editor.token);

    expect(await getNewestEntry()).toMatchObject({
      action: 'image.move-to-album',
      facts: { count: 1 },
      details: { after: { imageIds: JSON.stringify([image._id]) } },
    });
  });

  it('PRIV-02 records reads and exports of applications', async () => {
    const id = await apply('Ṣadé Ọlátúnjí');
    expect(await getNewestEntry()).toMatchObject({
      category: 'read',
      action: 'application.list',
      facts: { count: 1 },
      details: { after: { view: 'summary' } },
    });
    await app.get(`/api/applications/${id}`, editor.token);
    expect(await getNewestEntry()).toMatchObject({
      category: 'read',
      action: 'application.read',
      subjectId: id,
      details: { name: 'Ṣadé Ọlátúnjí', before: {}, after: {} },
    });
    await app.get('/api/applications?limit=200&offset=0', editor.token);
    expect(await getNewestEntry()).toMatchObject({ action: 'application.export', actorId: editor.userId, facts: { count: 1 } });
    await app.send('PUT', `/api/applications/${id}`, { isRead: true }, editor.token);
    expect(await getNewestEntry()).toMatchObject({ category: 'change', action: 'application.update', facts: { fields: ['read_at'] } });
  });

  it('PRIV-03 records sign-ins and role changes, and writes failures and role changes to the security log', async () => {
    const warn = jest.spyOn(app.server.log, 'warn');
    await app.signIn();
    expect(await getNewestEntry()).toMatchObject({
      category: 'security',
      action: 'account.sign-in',
      outcome: 'done',
      actorRole: 'admin',
      facts: {},
      details: { actor: ADMIN.email },
    });
    await app.send('POST', '/api/auth/login', { email: 'nobody@site.example', password: 'a wrong password' });
    expect(await getNewestEntry()).toMatchObject({
      action: 'account.sign-in',
      outcome: 'failed',
      actorId: '',
      facts: { reason: 'unauthorized' },
      details: { name: 'nobody@site.example', address: '127.0.0.1' },
    });

    const { userId } = await app.signInAs('contributor');
    await app.send('PUT', `/api/users/${userId}`, { role: 'editor' }, admin);

    expect(await getNewestEntry()).toMatchObject({
      action: 'user.update',
      actorId: adminId,
      subjectId: userId,
      details: { before: { role: 'contributor' }, after: { role: 'editor' } },
    });
    expect((await app.get('/api/users', editor.token)).statusCode).toBe(403);
    const warnings = warn.mock.calls.filter(([, message]) => message === 'security').map(([line]) => line);
    expect(warnings).toMatchObject([
      { action: 'account.sign-in', outcome: 'failed', address: '127.0.0.1', reason: 'unauthorized' },
      { action: 'user.update', actor: adminId, subject: userId, from: 'contributor', to: 'editor' },
      { action: 'access', outcome: 'failed', actor: editor.userId, route: 'GET /users' },
    ]);
    expect(JSON.stringify(warnings)).not.toContain('nobody@');
  });

  it('PRIV-03 stores no secret', async () => {
    const token = (await app.signIn()).token;
    await app.send('PUT', '/api/auth/password', { currentPassword: ADMIN.password, newPassword: 'another long password' }, token);

    const entry = await getNewestEntry();
    expect(entry).toMatchObject({ action: 'account.password', facts: { fields: ['password_hash'] }, details: { before: { password_hash: '(hidden)' } } });
    expect(JSON.stringify(entry)).not.toContain('another long password');
  });

  it('PRIV-03 does not grow with a flood of guesses', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    const guess = (index: number) => app.send('POST', '/api/auth/login', { email: `guess${index}@site.example`, password: 'x'.repeat(300) });
    for (let index = 0; index < 25; index += 1) await guess(index);
    expect((await list('&outcome=failed')).filter(({ details }) => details?.name.startsWith('guess'))).toHaveLength(20);

    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    await guess(25);

    expect(await getNewestEntry()).toMatchObject({ outcome: 'failed', facts: { omitted: 5 } });
  });

  it('PRIV-03 names an existing account, even after guesses for many invented ones', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    for (let index = 0; index < 25; index += 1) await app.send('POST', '/api/auth/login', { email: `other${index}@site.example`, password: 'x'.repeat(300) });
    await app.send('POST', '/api/auth/login', { email: ADMIN.email.toUpperCase(), password: 'a wrong guess' });
    const findEntry = async () => (await list('&outcome=failed')).find(({ details }) => details?.name.toLowerCase() === ADMIN.email);
    for (let attempt = 0; attempt < 50 && (await findEntry()) === undefined; attempt += 1) await new Promise((resolve) => setTimeout(resolve, 20));

    expect(await findEntry()).toMatchObject({ action: 'account.sign-in', outcome: 'failed' });
  });

  it('PRIV-04 is filtered and searched', async () => {
    const listActions = async (query: string) => new Set((await list(query)).map(({ action }) => action));

    expect(await listActions('&category=read')).toEqual(new Set(['application.list', 'application.read', 'application.export']));
    expect([...(await listActions('&q=sade+application'))]).toEqual(expect.arrayContaining(['application.read', 'application.update']));
    expect(await listActions('&q=nobody%40site')).toEqual(new Set(['account.sign-in']));
    const today = app.clock.now.toISOString().slice(0, 10);
    expect((await list(`&since=${today}&until=${today}`)).length).toBeGreaterThan(5);
    expect(await list('&since=2099-01-01')).toEqual([]);
    expect((await app.get('/api/audit?since=now', admin)).statusCode).toBe(422);
    const { page } = (await app.get('/api/audit?limit=2&sort=at&counts=true', admin)).json();
    expect(page.total).toBe(page.counts.all);
  });
});
