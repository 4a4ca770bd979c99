import { applicationSchema, FORM_HONEYPOT } from '@site/shared/contracts/application';
import * as v from 'valibot';
import { applyRetention } from '../../maintenance/retention.ts';
import { type MailSink, startMailSink } from '../../testing/mail-sink.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let sink: MailSink;
let app: TestApp;
let editor: string;
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
  editor = (await app.signInAs('editor')).token;
});
afterEach(async () => {
  await app.stop();
  await sink.stop();
});

const VISIT = {
  kind: 'school-visit',
  school: 'Unity Secondary School',
  location: 'Osogbo, Osun State',
  name: 'Bisi Ade',
  role: 'Head teacher',
  email: '',
  phone: '+2348031234567',
  pupils: '80, aged 12 to 14',
  weeks: 'The last two weeks of January',
  message: 'We have a hall.',
};
const VOLUNTEER = { name: 'Sade', email: 'sade@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'To help' };
const send = (form: object = VISIT) => app.send('POST', '/api/forms/volunteer', form);
const list = async (query = '') => v.parse(v.array(applicationSchema), (await app.get(`/api/applications?limit=20${query}`, editor)).json().data);
const getPath = async () => `/api/applications/${(await list('&kind=school-visit'))[0]?._id}`;

describe('school visits', () => {
  it('NS-07 are stored with the answers of the form, once per day, and staff filter and search them', async () => {
    for (const form of [VISIT, VISIT]) expect((await send(form)).json()).toEqual({ message: 'Thank you for your request.' });
    expect((await send(VOLUNTEER)).json()).toEqual({ message: 'Thank you for your application.' });

    expect(await list('&kind=school-visit')).toEqual([expect.objectContaining({ ...VISIT, qualification: '', motivation: '', stage: 'new' })]);
    expect(await list('&kind=volunteer')).toEqual([expect.objectContaining({ kind: 'volunteer', name: 'Sade', school: '', weeks: '' })]);
    expect((await list()).length).toBe(2);
    for (const text of ['unity', 'osogbo', 'january', 'head%20teacher', 'hall'])
      expect((await list(`&q=${text}`)).map(({ name }) => name)).toEqual(['Bisi Ade']);
    const [summary] = await list('&kind=school-visit&view=summary');
    expect(summary).toMatchObject({ school: VISIT.school, pupils: '', weeks: '', message: '' });
  });

  it('NS-05 report missing fields, and discard submissions from bots', async () => {
    const missingFieldsResponse = await send({ ...VISIT, school: ' ', phone: '' });

    expect([missingFieldsResponse.statusCode, missingFieldsResponse.json().errors]).toEqual([
      422,
      { school: 'Enter the name of your school', email: 'Enter an email address or a phone number' },
    ]);
    expect((await send({ ...VISIT, [FORM_HONEYPOT]: 'http://spam' })).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('STAFF-27 are announced by email as school visits, without personal data', async () => {
    await send();

    const [mail] = await sink.waitFor(1);
    expect(mail).toMatchObject({ to: 'team@site.example', subject: 'New school visit request' });
    expect(mail?.text).toContain('A school has asked for a visit. Read it at https://site.example/admin/applications?show=new');
    expect(mail?.text).not.toMatch(/Bisi|Unity/);
  });

  it('STAFF-27 are announced even soon after a volunteer, each kind at most once in ten minutes', async () => {
    await send(VOLUNTEER);
    await send();
    await send({ ...VISIT, school: 'Another school' });
    app.clock.now = new Date(app.clock.now.getTime() + 10 * 60 * 1000);
    await send({ ...VISIT, school: 'A third school' });

    const emails = await sink.waitFor(3);
    expect(emails.map(({ subject }) => subject).sort()).toEqual(['New school visit request', 'New school visit request', 'New volunteer application']);
  });

  it('NS-01 are named by their school on the dashboard', async () => {
    await send();
    await send(VOLUNTEER);

    const { attention } = (await app.get('/api/dashboard', editor)).json().data;
    expect(attention.map(({ kind, title }: { kind: string; title: string }) => [kind, title])).toEqual(
      expect.arrayContaining([
        ['unread-application', 'Unity Secondary School'],
        ['unread-application', 'Sade'],
      ]),
    );
  });

  it('STAFF-27 have stages, notes and replies, which need an email address', async () => {
    await send();
    const path = await getPath();
    const reply = () => app.send('POST', `${path}/reply`, { subject: 'Your school visit', text: 'We will come.' }, editor);

    expect((await app.send('PUT', path, { stage: 'accepted' }, editor)).json().data).toMatchObject({ kind: 'school-visit', stage: 'accepted' });
    expect((await app.send('POST', `${path}/notes`, { text: 'Called.' }, editor)).json().data.notes).toHaveLength(1);
    const refusal = await reply();
    expect([refusal.statusCode, refusal.json().message]).toEqual([409, 'The applicant gave no email address. Call them instead.']);
    await app.services.db.updateTable('applications').set({ email: 'bisi@school.example' }).execute();
    expect((await reply()).statusCode).toBe(200);
  });

  it('PRIV-10 are found by the phone number of the contact in any notation, and erased with everything about the person', async () => {
    await send();
    await send({ ...VISIT, phone: '+2348030000000', school: 'Another school' });
    const admin = (await app.signInAs('admin')).token;
    const find = async (phone: string) => (await app.send('POST', '/api/privacy/person', { phone }, admin)).json();

    for (const phone of [VISIT.phone, '08031234567', ' 0803 123 4567', '+234 803 123 4567'])
      expect((await find(phone)).data.applications).toEqual([expect.objectContaining(VISIT)]);
    expect((await find('0803')).errors).toEqual({ phone: 'This phone number is too short' });
    const eraseResponse = await app.send('POST', '/api/privacy/erase', { phone: '08031234567', imageIds: [] }, admin);
    expect([eraseResponse.statusCode, eraseResponse.json().data.applications]).toEqual([200, 1]);
    expect((await list()).map(({ school }) => school)).toEqual(['Another school']);
  });

  it('PRIV-10 a guardian is found by the phone number in any notation', async () => {
    const contacts = ['Mother, 08031234567', '0803 123 4567 (uncle)', '+234 803 123 4567', 'Aunt: +2348031234567'];
    for (const [index, guardianContact] of contacts.entries()) await send({ ...VOLUNTEER, name: `Sade ${index}`, ageBand: 'under-18', guardianContact });
    await send({ ...VOLUNTEER, ageBand: 'under-18', guardianContact: 'Father, 08030000000' });
    const admin = (await app.signInAs('admin')).token;

    const eraseResponse = await app.send('POST', '/api/privacy/erase', { phone: '0803 123 4567' }, admin);
    expect(eraseResponse.json().data.applications).toBe(contacts.length);
    expect((await list()).map(({ guardianContact }) => guardianContact)).toEqual(['Father, 08030000000']);
  });

  it('PRIV-12 are erased at the end of the retention period', async () => {
    await send();
    await app.send('PUT', await getPath(), { stage: 'handled' }, editor);
    app.clock.now = new Date(app.clock.now.getTime() + 184 * DAY_MS);

    await applyRetention(app.services, app.environment.retention);
    expect(await app.services.db.selectFrom('applications').selectAll().execute()).toEqual([]);
  });
});
