import { type Event, eventSchema } from '@site/shared/contracts/event';
import { postSchema } from '@site/shared/contracts/post';
import type { LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { applyDueChanges } from '../../maintenance/due-changes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'A walk', content: '<p>One</p>', category: 'C', status: 'published' };
const MINUTE_MS = 60_000;

let app: TestApp;
let editor: string;
let editorId: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const session = await app.signInAs('editor');
  editor = session.token;
  editorId = session.userId;
});
afterAll(() => app.stop());

const read = <Schema extends v.GenericSchema>(schema: Schema, response: LightMyRequestResponse): v.InferOutput<Schema> => v.parse(schema, response.json().data);
const createPost = async (fields: Readonly<Record<string, string>> = {}) =>
  read(postSchema, await app.form('POST', '/api/posts', { ...POST, ...fields }, editor));
const updatePost = (id: string, fields: Readonly<Record<string, string>>) => app.form('PUT', `/api/posts/${id}`, fields, editor);
const getStatus = async (url: string) => (await app.get(url)).statusCode;
const inMinutes = (minutes: number) => new Date(app.clock.now.getTime() + minutes * MINUTE_MS);
const advanceTime = async (until: Date): Promise<void> => {
  const since = app.clock.now;
  app.clock.now = new Date(until.getTime() + 1);
  await applyDueChanges(app.services, since);
  editor = (await app.services.sessions.start(editorId, false)).token;
};

describe('the end of a publication', () => {
  it('archives posts and events on time, as a withdrawal', async () => {
    const end = inMinutes(5);
    const post = await createPost({ unpublishAt: end.toISOString() });
    const event: Event = read(
      eventSchema,
      await app.form(
        'POST',
        '/api/events',
        { title: 'Walk', date: '2030-01-01', time: '16:00', location: 'Yaba', status: 'published', unpublishAt: end.toISOString() },
        editor,
      ),
    );
    expect(await Promise.all([`/api/posts/${post._id}`, `/api/events/${event._id}`].map(getStatus))).toEqual([200, 200]);
    const before = await app.services.revision.state();
    await advanceTime(end);

    expect(await Promise.all([`/api/posts/${post._id}`, `/api/events/${event._id}`].map(getStatus))).toEqual([404, 404]);
    expect(await app.services.revision.state()).toEqual({ number: before.number + 1, visible: before.number + 1, withdrawal: before.number + 1 });
    expect(read(postSchema, await app.get(`/api/posts/${post._id}`, editor)).status).toBe('archived');
    expect((await updatePost(post._id, { title: 'Late', status: 'published', updatedAt: post.updatedAt ?? '' })).statusCode).toBe(409);
  });

  it('keeps a document on the site if it is published again without a new end', async () => {
    const end = inMinutes(5);
    const post = await createPost({ unpublishAt: end.toISOString() });
    await advanceTime(end);
    expect((await updatePost(post._id, { status: 'published' })).statusCode).toBe(200);
    await advanceTime(inMinutes(5));

    expect(await getStatus(`/api/posts/${post._id}`)).toBe(200);
    expect(read(postSchema, await app.get(`/api/posts/${post._id}`, editor)).unpublishAt).toBeNull();
  });

  it('publishes and archives in one run after a pause that is longer than the publication', async () => {
    const post = await createPost({ status: 'scheduled', publishedAt: inMinutes(5).toISOString(), unpublishAt: inMinutes(6).toISOString() });
    await advanceTime(inMinutes(10));
    expect(read(postSchema, await app.get(`/api/posts/${post._id}`, editor)).status).toBe('archived');
  });

  it('must come after the start, and changes only if a form contains it', async () => {
    const pastResponse = await app.form('POST', '/api/posts', { ...POST, unpublishAt: '2020-01-01T00:00:00Z' }, editor);
    const earlyEndFields = { ...POST, status: 'scheduled', publishedAt: inMinutes(5).toISOString(), unpublishAt: inMinutes(4).toISOString() };
    expect(pastResponse.json().errors).toEqual({ unpublishAt: 'Choose a date and time in the future' });
    expect((await app.form('POST', '/api/posts', earlyEndFields, editor)).json().errors).toEqual({ unpublishAt: 'Choose a time after publication' });

    const end = inMinutes(5).toISOString();
    const post = await createPost({ unpublishAt: end });
    expect(read(postSchema, await updatePost(post._id, { title: 'A ride' })).unpublishAt).toBe(end);
    expect(read(postSchema, await updatePost(post._id, { unpublishAt: '' })).unpublishAt).toBeNull();
  });

  it('is visible to staff only, like the author', async () => {
    const post = await createPost({ unpublishAt: inMinutes(5).toISOString() });
    const [visitorView, staffView] = await Promise.all([undefined, editor].map(async (token) => (await app.get(`/api/posts/${post._id}`, token)).json().data));
    expect(staffView).toMatchObject({ authorId: editorId, authorName: 'The editor' });
    expect(Object.keys(visitorView).filter((name) => ['authorId', 'authorName', 'unpublishAt'].includes(name))).toEqual([]);
  });
});

describe('the author of a post', () => {
  it('STAFF-28 is the name of the account, unless another name is entered', async () => {
    const post = await createPost();
    expect(post.author?.name).toBe('The editor');
    expect(read(postSchema, await updatePost(post._id, { authorName: 'Amina Bello' })).author?.name).toBe('Amina Bello');
    expect(read(postSchema, await updatePost(post._id, { title: 'A ride' })).author?.name).toBe('Amina Bello');
    expect(read(postSchema, await updatePost(post._id, { authorName: '' })).author?.name).toBe('The editor');
  });

  it('STAFF-28 follows a renamed account, but keeps a name that was entered', async () => {
    const ownPost = await createPost();
    const attributedPost = await createPost({ authorName: 'Amina Bello' });
    await app.send('PUT', '/api/auth/me', { name: 'Ngozi Okafor' }, editor);

    expect(read(postSchema, await app.get(`/api/posts/${ownPost._id}`)).author?.name).toBe('Ngozi Okafor');
    expect(read(postSchema, await app.get(`/api/posts/${attributedPost._id}`)).author?.name).toBe('Amina Bello');
    expect((await app.get('/api/posts?status=all&scope=all&q=okafor', editor)).json().data).toHaveLength(1);
  });
});
