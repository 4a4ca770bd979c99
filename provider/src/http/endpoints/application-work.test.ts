import { applicationSchema } from '@site/shared/contracts/application';
import * as v from 'valibot';
import { type MailSink, startMailSink } from '../../testing/mail-sink.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const MINUTE_MS = 60_000;

let sink: MailSink;
let app: TestApp;
let editor: { readonly token: string; readonly userId: string };
beforeEach(async () => {
  sink = await startMailSink();
  app = await startTestApp({
    settings: {
      SITE_URL: 'https://site.example',
      SMTP_URL: sink.url,
      MAIL_FROM: 'Staff area <no-reply@site.example>',
      APPLICATION_NOTICE_TO: 'team@site.example',
    },
  });
  editor = await app.signInAs('editor');
});
afterEach(async () => {
  await app.stop();
  await sink.stop();
});

const apply = async (name: string) => {
  const form = { name, email: 'sade@example.com', phone: '', qualification: 'BSc', location: 'Lagos', skills: '', interests: '', motivation: 'To help' };
  expect((await app.send('POST', '/api/forms/volunteer', form)).statusCode).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + MINUTE_MS);
};
const list = async (query = '') => {
  const { data, page } = (await app.get(`/api/applications?limit=20&counts=true&view=summary${query}`, editor.token)).json();
  return { rows: v.parse(v.array(applicationSchema), data), counts: page.counts };
};
const getPath = async (name: string) => `/api/applications/${(await list()).rows.find((each) => each.name === name)?._id}`;
const read = async (path: string) => v.parse(applicationSchema, (await app.get(path, editor.token)).json().data);

describe('applications', () => {
  it('STAFF-27 have a stage, which lists filter, sort and count', async () => {
    for (const name of ['Ada', 'Bola', 'Chidi']) await apply(name);
    expect((await app.send('PUT', await getPath('Bola'), { stage: 'accepted' }, editor.token)).json().data).toMatchObject({ stage: 'accepted' });
    await app.send('PUT', await getPath('Chidi'), { stage: 'in-contact' }, editor.token);

    expect((await list('&stage=accepted')).rows.map(({ name }) => name)).toEqual(['Bola']);
    expect((await list('&sort=stage')).rows.map(({ name }) => name)).toEqual(['Ada', 'Chidi', 'Bola']);
    expect((await list()).counts).toEqual({ all: 3, unread: 1 });

    await app.send('PUT', await getPath('Bola'), { stage: 'new' }, editor.token);
    expect(await read(await getPath('Bola'))).toMatchObject({ stage: 'new', readAt: null });
  });

  it('STAFF-27 keep the fields of earlier screens and releases correct', async () => {
    await apply('Ada');
    const path = await getPath('Ada');
    await app.send('PUT', path, { isRead: true }, editor.token);
    expect((await read(path)).stage).toBe('handled');
    await app.send('PUT', path, { stage: 'declined' }, editor.token);
    await app.send('PUT', path, { isRead: true }, editor.token);
    expect((await read(path)).stage).toBe('declined');
    // Simulate an earlier release, which marks the application first as new and later as read again.
    await app.services.db.updateTable('applications').set({ read_at: null }).execute();
    expect((await read(path)).stage).toBe('new');
    await app.send('PUT', path, { isRead: false }, editor.token);
    await app.services.db.updateTable('applications').set({ read_at: app.clock.now.toISOString() }).execute();
    expect((await read(path)).stage).toBe('handled');
  });

  it('STAFF-27 are assigned to editors and administrators', async () => {
    await apply('Ada');
    await apply('Bola');
    const contributor = await app.signInAs('contributor');
    const path = await getPath('Ada');
    const { assignees } = (await app.get('/api/applications/options', editor.token)).json().data;

    expect(assignees.map(({ _id }: { _id: string }) => _id)).toContain(editor.userId);
    expect(assignees.map(({ _id }: { _id: string }) => _id)).not.toContain(contributor.userId);
    await app.send('PUT', path, { assigneeId: editor.userId }, editor.token);
    expect((await read(path)).assignee).toEqual({ _id: editor.userId, name: 'The editor' });
    expect((await list('&assignee=me')).rows.map(({ name }) => name)).toEqual(['Ada']);
    expect((await app.send('PUT', path, { assigneeId: contributor.userId }, editor.token)).statusCode).toBe(422);

    await app.send('PUT', path, { assigneeId: null }, editor.token);
    expect((await read(path)).assignee).toBeNull();
  });

  it('STAFF-27 name the applications received just before and after them', async () => {
    for (const name of ['Ada', 'Bola', 'Chidi']) await apply(name);
    const ids = Object.fromEntries((await list()).rows.map(({ name, _id }) => [name, _id]));

    expect(await read(await getPath('Bola'))).toMatchObject({ newer: ids.Chidi, older: ids.Ada });
    expect(await read(await getPath('Ada'))).toMatchObject({ newer: ids.Bola, older: null });
  });

  it('STAFF-27 have notes, which their author can delete and which are deleted with the application', async () => {
    await apply('Ada');
    const path = await getPath('Ada');
    expect((await app.send('POST', `${path}/notes`, { text: '  ' }, editor.token)).json().errors).toEqual({ text: 'Write something' });
    await app.send('POST', `${path}/notes`, { text: 'Called: no answer.' }, editor.token);
    const [note] = (await read(path)).notes;
    expect(note).toMatchObject({ text: 'Called: no answer.', author: 'The editor', authorId: editor.userId });

    const other = await app.signInAs('editor');
    expect((await app.send('DELETE', `${path}/notes/${note?._id}`, undefined, other.token)).statusCode).toBe(403);
    expect((await app.send('DELETE', `${path}/notes/unknown`, undefined, editor.token)).statusCode).toBe(404);
    expect((await app.send('DELETE', `${path}/notes/${note?._id}`, undefined, editor.token)).json().data.notes).toEqual([]);

    await app.send('POST', `${path}/notes`, { text: 'Again.' }, editor.token);
    await app.services.db.deleteFrom('applications').execute();
    expect(await app.services.db.selectFrom('application_notes').selectAll().execute()).toEqual([]);
  });

  it('STAFF-27 can be replied to by email, and each reply is kept as a note', async () => {
    await apply('Ada');
    const path = await getPath('Ada');
    const response = await app.send('POST', `${path}/reply`, { subject: 'Welcome', text: 'Come on Friday.' }, editor.token);

    expect(response.json().data).toMatchObject({ stage: 'in-contact', notes: [{ text: 'Sent by email: Welcome\n\nCome on Friday.' }] });
    const mail = (await sink.waitFor(2)).find(({ to }) => to === 'sade@example.com');
    expect(mail).toMatchObject({ subject: 'Welcome' });
    expect(mail?.text).toContain('Come on Friday.');
    expect(mail?.text).toContain(`Reply-To: ${editor.userId}@site.example`);
  });

  it('STAFF-27 have no record of a reply that the mail server rejects', async () => {
    await apply('Ada');
    const path = await getPath('Ada');
    jest.spyOn(app.services.mailer ?? { deliver: async () => {} }, 'deliver').mockRejectedValueOnce(new Error('550 No such mailbox'));

    const response = await app.send('POST', `${path}/reply`, { subject: 'Welcome', text: 'Come on Friday.' }, editor.token);

    expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('so it was not sent')]);
    expect(await read(path)).toMatchObject({ stage: 'new', notes: [] });
  });

  it('STAFF-27 are announced by email, without personal data, at most once in ten minutes', async () => {
    for (const name of ['Ada', 'Bola']) await apply(name);
    app.clock.now = new Date(app.clock.now.getTime() + 10 * MINUTE_MS);
    await apply('Chidi');

    const emails = await sink.waitFor(2);
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual(Array(2).fill(['team@site.example', 'New volunteer application']));
    expect(emails[0]?.text).toContain('https://site.example/admin/applications?show=new');
    for (const { text } of emails) expect(text).not.toMatch(/Ada|Chidi|sade@/);
  });

  it('NS-08 contributors may not see or change them', async () => {
    await apply('Ada');
    const path = await getPath('Ada');
    const { token } = await app.signInAs('contributor');
    for (const response of [
      await app.get('/api/applications/options', token),
      await app.send('PUT', path, { stage: 'accepted' }, token),
      await app.send('POST', `${path}/notes`, { text: 'A note' }, token),
      await app.send('POST', `${path}/reply`, { subject: 'Welcome', text: 'Come.' }, token),
    ])
      expect(response.statusCode).toBe(403);
  });
});
