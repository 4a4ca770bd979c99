import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const RESOURCES = [
  { path: '/api/posts', fields: { title: 'A post', category: 'News', excerpt: 'before' }, one: { title: 'Renamed' }, other: { excerpt: 'after' } },
  {
    path: '/api/events',
    fields: { title: 'An event', date: '2030-01-01', time: '16:00', location: 'before', category: 'C', description: 'D' },
    one: { title: 'Renamed' },
    other: { location: 'after' },
  },
  { path: '/api/programs', fields: { title: 'A program', content: '<p>before</p>' }, one: { title: 'Renamed' }, other: { content: '<p>after</p>' } },
];

describe('slugs', () => {
  it('SEC-29 cannot equal the id of another program', async () => {
    const create = async (title: string, slug = '') => app.form('POST', '/api/programs', { title, slug, content: '<p>Text</p>' }, editor);
    const victimProgram = (await create('Victim')).json().data;

    const takenResponse = await create('Thief', victimProgram._id);

    expect(takenResponse.statusCode).toBe(409);
    expect(takenResponse.json().errors).toEqual({ slug: 'Another page already uses this URL' });
    expect((await app.get(`/api/programs/${victimProgram._id}`)).json().data.title).toBe('Victim');
  });
});

describe('uploads', () => {
  it('SEC-33 are limited per account', async () => {
    const { token, userId } = await app.signInAs('contributor');
    const upload = async () => app.form('POST', '/api/pictures', { image: Buffer.from('no image') }, token);
    expect((await upload()).statusCode).toBe(415);
    for (let count = 1; count < 300; count += 1) await app.services.uploadLimit.use(userId);

    expect((await upload()).statusCode).toBe(429);
  });
});

describe('simultaneous partial updates', () => {
  it.each(RESOURCES)('SEC-05 of different fields are both stored: $path', async ({ path, fields, one, other }) => {
    const createResponse = await app.form('POST', path, fields, editor);
    const { _id } = createResponse.json().data;

    const responses = await Promise.all([app.form('PUT', `${path}/${_id}`, one, editor), app.form('PUT', `${path}/${_id}`, other, editor)]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await app.get(`${path}/${_id}`, editor)).json().data).toMatchObject({ ...one, ...other });
  });

  it('SEC-05 still conflict when they state their version', async () => {
    const post = (await app.form('POST', '/api/posts', { title: 'Two editors', category: 'C' }, editor)).json().data;
    const save = (title: string) => app.form('PUT', `/api/posts/${post._id}`, { title, updatedAt: post.updatedAt }, editor);

    const responses = await Promise.all([save('One'), save('Two')]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('SEC-05 change nothing that has been deleted in the meantime, and leave its slug free', async () => {
    const program = { title: 'Short lived', content: '<p>Text</p>' };
    for (let round = 0; round < 4; round += 1) {
      const { _id } = (await app.form('POST', '/api/programs', program, editor)).json().data;
      await Promise.all([
        app.send('DELETE', `/api/programs/${_id}`, undefined, editor),
        app.form('PUT', `/api/programs/${_id}`, { content: '<p>New</p>' }, editor),
      ]);
      const secondResponse = await app.form('POST', '/api/programs', { ...program, slug: 'short-lived' }, editor);
      expect(secondResponse.statusCode).toBe(201);
      await app.send('DELETE', `/api/programs/${secondResponse.json().data._id}`, undefined, editor);
    }
  });
});

describe('an account', () => {
  it('has one password link, even if two are created at once', async () => {
    const admin = (await app.signInAs('admin')).token;
    const { userId } = await app.signInAs('contributor');
    const renew = () => app.send('POST', `/api/users/${userId}/invitation`, undefined, admin);
    await renew();

    const responses = await Promise.all(Array.from({ length: 4 }, renew));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(responses[0]?.statusCode));
    const links = responses.map((response) => `/api/invitations/${response.json().data.invitation.path.split('/').at(-1)}`);
    const statuses = await Promise.all(links.map(async (link) => (await app.get(link)).statusCode));
    expect(statuses.sort()).toEqual([200, 404, 404, 404]);
  });

  it('has one challenge for each purpose, even if two are created at once', async () => {
    const { userId } = await app.signInAs('contributor');
    await Promise.all(['one', 'two', 'three', 'four'].map((value) => app.services.challenges.create('totp', userId, value)));
    const storedChallenges = await app.services.db.selectFrom('account_challenges').select('id').where('user_id', '=', userId).execute();
    expect(storedChallenges).toHaveLength(1);
  });
});
