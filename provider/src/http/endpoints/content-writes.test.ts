import { eventSchema } from '@site/shared/contracts/event';
import { postSchema } from '@site/shared/contracts/post';
import { programSchema } from '@site/shared/contracts/program';
import * as v from 'valibot';
import { applyDueChanges } from '../../maintenance/due-changes.ts';
import { createImageFile } from '../../testing/images.ts';
import { readData } from '../../testing/read-data.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: string;
let editor: string;
let contributor: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = (await app.signIn()).token;
  editor = (await app.signInAs('editor')).token;
  contributor = (await app.signInAs('contributor')).token;
});
afterAll(() => app.stop());

const POST = {
  title: 'Ilé-Ifẹ̀ meets',
  category: 'Hubs',
  tags: 'a, b,, a',
  content: '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">you</a></p>',
  status: 'published',
};
const createPost = async (fields: Record<string, string | Buffer> = {}, token = editor) =>
  readData(postSchema, await app.form('POST', '/api/posts', { ...POST, ...fields }, token), 201);

describe('posts', () => {
  it('API-07 NS-09 creates, updates and deletes a post with its image', async () => {
    const createdPost = await createPost({ featuredImage: await createImageFile(), featuredImageAlt: 'A red field', extra: 'ignored' });

    expect(createdPost).toMatchObject({ slug: 'ile-ife-meets', tags: ['a', 'b'], status: 'published', author: { name: 'The editor' }, isSample: false });
    expect((await app.get(createdPost.featuredImage)).headers['content-type']).toBe('image/jpeg');
    const listedPost = (await app.get('/api/addresses?type=posts')).json().data.find(({ _id }: { _id: string }) => _id === createdPost._id);
    expect(listedPost).toEqual({ _id: createdPost._id, slug: createdPost.slug, updatedAt: createdPost.updatedAt, image: createdPost.featuredImage });
    const { authorName: _name, authorId: _id, unpublishAt: _end, ...visible } = createdPost;
    expect(readData(postSchema, await app.get(`/api/posts/${createdPost.slug}`))).toEqual(visible);

    const changedPost = readData(
      postSchema,
      await app.form(
        'PUT',
        `/api/posts/${createdPost._id}`,
        { title: 'Another title', updatedAt: createdPost.updatedAt ?? '', featuredImage: await createImageFile(80, 20) },
        editor,
      ),
    );
    expect(changedPost).toMatchObject({ _id: createdPost._id, title: 'Another title', slug: createdPost.slug, publishedAt: createdPost.publishedAt });
    // Replacing the file keeps the image's id. The old URL returns the new image.
    expect(changedPost.featuredImage.split('/').at(-1)).toBe(createdPost.featuredImage.split('/').at(-1));
    expect(changedPost.featuredImage).toContain('/v2/');
    const oldImageResponse = await app.get(createdPost.featuredImage);
    expect(oldImageResponse.rawPayload).toEqual((await app.get(changedPost.featuredImage)).rawPayload);
    expect(oldImageResponse.headers['cache-control']).toBe('public, no-cache');

    const deleteResponse = await app.send('DELETE', `/api/posts/${createdPost._id}`, undefined, editor);
    expect(deleteResponse.json()).toEqual({ data: { _id: createdPost._id } });
    expect((await app.get(`/api/posts/${createdPost._id}`)).statusCode).toBe(404);
    expect((await app.get(changedPost.featuredImage)).statusCode).toBe(404);
  });

  it('PROG-01 preserves formatting and removes everything executable', async () => {
    const post = await createPost();

    expect(post.content).toBe('<p>Hello <a>you</a></p>');
  });

  it('NS-05 lists what is missing for publication, and accepts an incomplete draft', async () => {
    const invalidImageResponse = await app.form(
      'POST',
      '/api/posts',
      { title: 'T', category: 'C', status: 'published', featuredImage: await createImageFile() },
      editor,
    );
    const draft = await app.form('POST', '/api/posts', { title: 'T', category: 'C', status: 'draft' }, editor);
    const emptyFieldsResponse = await app.form('POST', '/api/posts', { title: ' ', slug: 'Not A Slug', excerpt: 'x'.repeat(301) }, editor);

    expect(invalidImageResponse.statusCode).toBe(422);
    expect(invalidImageResponse.json().errors).toEqual({ content: 'Write something before you publish', featuredImageAlt: 'Describe the photo' });
    expect(draft.statusCode).toBe(201);
    expect(Object.keys(emptyFieldsResponse.json().errors).sort()).toEqual(['excerpt', 'slug', 'title']);
  });

  it('responds with 409 to a taken slug and to a stale save, with 412 to a stale If-Match', async () => {
    const first = await createPost({ slug: 'taken' });
    const slugTakenResponse = await app.form('POST', '/api/posts', { ...POST, slug: 'taken' }, editor);
    const second = await createPost();
    const save = (fields: Record<string, string>, headers = {}) => app.form('PUT', `/api/posts/${first._id}`, fields, editor, headers);
    const saveStaleCopy = (token: string) => app.form('PUT', `/api/posts/${first._id}`, { excerpt: 'three', updatedAt: first.updatedAt ?? '' }, token);

    expect(slugTakenResponse.statusCode).toBe(409);
    expect(slugTakenResponse.json().errors).toEqual({ slug: 'Another post already uses this URL' });
    expect(second.slug).toMatch(/^ile-ife-meets(-\d)?$/);
    expect((await save({ excerpt: 'one', updatedAt: first.updatedAt ?? '' })).statusCode).toBe(200);
    const conflictResponse = await saveStaleCopy(admin);
    expect([conflictResponse.statusCode, conflictResponse.json().savedBy]).toEqual([409, 'The editor']);
    expect((await app.form('PUT', `/api/posts/${first._id}`, { excerpt: 'four' }, admin)).statusCode).toBe(200);
    expect((await saveStaleCopy(editor)).json()).toMatchObject({ savedBy: 'Administrator', message: expect.stringContaining('in the meantime') });
    expect((await save({ excerpt: 'two' }, { 'if-match': `"${first.updatedAt}"` })).statusCode).toBe(412);
  });

  it('NS-08 lets contributors write their own drafts and nothing else', async () => {
    const ownPost = await createPost({ status: 'draft' }, contributor);
    const editorsPost = await createPost({ status: 'draft' });
    const put = async (id: string, fields: Record<string, string>) => (await app.form('PUT', `/api/posts/${id}`, fields, contributor)).statusCode;

    expect((await app.form('POST', '/api/posts', POST, contributor)).statusCode).toBe(403);
    expect(await put(ownPost._id, { title: 'Better' })).toBe(200);
    expect(await put(ownPost._id, { status: 'published' })).toBe(403);
    expect(await put(editorsPost._id, { title: 'Mine' })).toBe(403);
    expect((await app.send('DELETE', `/api/posts/${editorsPost._id}`, undefined, contributor)).statusCode).toBe(403);
    expect((await app.form('PUT', `/api/posts/${ownPost._id}`, { status: 'published' }, admin)).statusCode).toBe(200);
    expect((await app.send('DELETE', `/api/posts/${ownPost._id}`, undefined, contributor)).statusCode).toBe(403);
  });

  it('DATA-07 X-08 publishes a scheduled post when it is due', async () => {
    const at = new Date(app.clock.now.getTime() + 60_000);
    const post = await createPost({ status: 'scheduled', publishedAt: at.toISOString() });
    expect((await app.get(`/api/posts/${post._id}`)).statusCode).toBe(404);
    const before = Number((await app.get('/api/revision')).headers['x-content-revision']);

    app.clock.now = new Date(at.getTime() + 1);
    await applyDueChanges(app.services, at);

    expect((await app.get(`/api/posts/${post._id}`)).statusCode).toBe(200);
    expect(Number((await app.get('/api/revision')).headers['x-content-revision'])).toBe(before + 1);
  });

  it('schedules a post that is published with a later date', async () => {
    const laterTimestamp = new Date(app.clock.now.getTime() + 60_000).toISOString();
    const post = await createPost({ status: 'published', publishedAt: laterTimestamp });
    expect(post).toMatchObject({ status: 'scheduled', publishedAt: laterTimestamp });
    expect((await app.get(`/api/posts/${post._id}`)).statusCode).toBe(404);
  });

  it('paginates and searches, for staff screens', async () => {
    const all = (await app.get('/api/posts?status=all', editor)).json().data;
    const first = await app.get('/api/posts?status=all&limit=2', editor);
    const second = await app.get(`/api/posts?status=all&cursor=${first.headers['x-next-cursor']}`, editor);

    expect(first.headers['x-total-count']).toBe(String(all.length));
    expect([...first.json().data, ...second.json().data]).toEqual(all);
    expect((await app.get('/api/posts?q=BETTER', editor)).json().data).toHaveLength(1);
    expect((await app.get('/api/posts?status=all')).statusCode).toBe(401);
    expect((await app.get('/api/posts?limit=none')).statusCode).toBe(422);
  });
});

describe('events', () => {
  const EVENT = { title: 'Walk', description: 'Slowly', time: '4:00 PM', endTime: '6:00 PM', location: 'Lagos', registrationLink: 'https://example.org/x' };
  const day = (offset: number) => new Date(app.clock.now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const createEvent = async (fields: Record<string, string | Buffer>) =>
    readData(eventSchema, await app.form('POST', '/api/events', { ...EVENT, ...fields }, editor), 201);

  it('API-08 API-09 DATA-03 X-10 creates, lists, changes and deletes events, and the clock decides which are upcoming', async () => {
    const upcomingEvent = await createEvent({ date: day(3), featuredImage: await createImageFile() });
    const pastEvent = await createEvent({ date: day(-3) });

    expect(upcomingEvent).toMatchObject({ isUpcoming: true, status: 'published', image: upcomingEvent.featuredImage });
    expect(pastEvent.isUpcoming).toBe(false);
    expect(readData(v.array(eventSchema), await app.get('/api/events')).map((event) => event._id)).toEqual([pastEvent._id, upcomingEvent._id]);
    const updatedEvent = readData(eventSchema, await app.form('PUT', `/api/events/${pastEvent._id}`, { isUpcoming: 'true' }, editor));
    expect(updatedEvent.isUpcoming).toBe(true);
    const automaticEvent = readData(eventSchema, await app.form('PUT', `/api/events/${pastEvent._id}`, { isUpcoming: 'auto' }, editor));
    expect(automaticEvent.isUpcoming).toBe(false);
    expect((await app.send('DELETE', `/api/events/${pastEvent._id}`, undefined, editor)).statusCode).toBe(200);
    expect((await app.get(`/api/events/${pastEvent._id}`)).statusCode).toBe(404);
  });

  it('X-10 moves an event to the past at its end in Lagos time, and counts this as a change', async () => {
    const event = await createEvent({ date: day(1) });
    const end = Date.parse(`${day(1)}T17:00:00Z`);

    app.clock.now = new Date(end - 1000);
    expect(readData(eventSchema, await app.get(`/api/events/${event._id}`, editor)).isUpcoming).toBe(true);
    const since = app.clock.now;
    app.clock.now = new Date(end + 1000);
    await applyDueChanges(app.services, since);

    expect(readData(eventSchema, await app.get(`/api/events/${event._id}`)).isUpcoming).toBe(false);
    app.clock.now = new Date();
  });

  it('stores the status, place and audience of an event; a form without these fields changes none of them', async () => {
    const details = { eventStatus: 'postponed', attendanceMode: 'hybrid', agenda: '4:00 PM Tea\r\nSongs', audience: 'Students', speakers: 'Ada\r\nEfe' };
    const plainEvent = await createEvent({ date: day(3) });
    expect(plainEvent).toMatchObject({ eventStatus: 'scheduled', attendanceMode: null, endDate: null, agenda: '', audience: '', speakers: '' });

    const event = await createEvent({ date: day(3), endDate: day(5), ...details });
    expect(event).toMatchObject({ ...details, endDate: day(5) });
    const renamedEvent = readData(eventSchema, await app.form('PUT', `/api/events/${event._id}`, { title: 'Ride' }, editor));
    expect(renamedEvent).toMatchObject({ ...details, title: 'Ride', endDate: day(5) });
    const [listed] = readData(v.array(eventSchema), await app.get('/api/events?view=summary&q=Ride'));
    expect(listed).toMatchObject({ eventStatus: 'postponed', attendanceMode: 'hybrid', endDate: day(5), agenda: '', audience: '', speakers: '' });
    const emptyFields = { eventStatus: '', attendanceMode: '', endDate: '' };
    expect(readData(eventSchema, await app.form('PUT', `/api/events/${event._id}`, emptyFields, editor))).toMatchObject({
      eventStatus: 'scheduled',
      attendanceMode: null,
      endDate: null,
    });
  });

  it('X-10 treats an event as upcoming until the end of its last day', async () => {
    const event = await createEvent({ date: day(-1), endDate: day(1), endTime: '3:00 PM' });
    expect(event.isUpcoming).toBe(true);
    expect((await app.get('/api/events?when=upcoming')).body).toContain(event._id);
  });

  it('publishes a scheduled event when it is due', async () => {
    const at = new Date(app.clock.now.getTime() + 60_000);
    const event = await createEvent({
      date: day(3),
      status: 'scheduled',
      publishAt: at.toISOString(),
      featuredImage: await createImageFile(),
      focalX: '0',
      focalY: '0.5',
    });
    const overdueResponse = await app.form('POST', '/api/events', { ...EVENT, date: day(3), status: 'scheduled', publishAt: '2020-01-01' }, editor);
    expect(event).toMatchObject({ publishAt: at.toISOString(), featuredImageFocal: { x: 0, y: 0.5 } });
    expect(overdueResponse.json().errors).toEqual({ publishAt: 'Choose a date and time in the future' });
    expect((await app.get(`/api/events/${event._id}`)).statusCode).toBe(404);

    app.clock.now = new Date(at.getTime() + 1);
    await applyDueChanges(app.services, at);

    expect((await app.get(`/api/events/${event._id}`)).statusCode).toBe(200);
    app.clock.now = new Date();
  });

  it('NS-05 reports missing and invalid fields', async () => {
    const incompleteResponse = await app.form('POST', '/api/events', { title: 'T', status: 'published' }, editor);
    const invalidResponse = await app.form('POST', '/api/events', { ...EVENT, date: '2026-02-30', registrationLink: 'http://x', time: 'noon' }, editor);
    const endBeforeStartResponse = await app.form('POST', '/api/events', { ...EVENT, date: day(1), endTime: '3:00 PM' }, editor);

    expect(Object.keys(incompleteResponse.json().errors)).toEqual(['date', 'time', 'location']);
    expect(Object.keys(invalidResponse.json().errors).sort()).toEqual(['date', 'registrationLink', 'time']);
    expect(endBeforeStartResponse.json().errors).toEqual({ endTime: 'The end must not be before the start' });
    const reversedDatesResponse = await app.form('POST', '/api/events', { ...EVENT, date: day(3), endDate: day(2) }, editor);
    expect(reversedDatesResponse.json().errors).toEqual({ endDate: 'The last day must not be before the first' });
    const unknownStatusResponse = await app.form(
      'POST',
      '/api/events',
      { ...EVENT, date: day(3), eventStatus: 'perhaps', attendanceMode: 'by pigeon' },
      editor,
    );
    expect(Object.keys(unknownStatusResponse.json().errors).sort()).toEqual(['attendanceMode', 'eventStatus']);
  });
});

describe('programs', () => {
  it('NS-06 PROG-05 DATA-05 creates, lists, changes and deletes a program', async () => {
    const createdProgram = readData(
      programSchema,
      await app.form(
        'POST',
        '/api/programs',
        { title: 'Sunday Club', content: '<h1>Hi</h1><iframe src="x"></iframe>', coverImage: await createImageFile(), coverImageAlt: 'Red' },
        editor,
      ),
      201,
    );

    expect(createdProgram).toMatchObject({ slug: 'sunday-club', content: '<h2>Hi</h2>' });
    expect(readData(v.array(programSchema), await app.get('/api/programs'))).toEqual([{ ...createdProgram, unpublishAt: undefined }]);
    const changedProgram = readData(
      programSchema,
      await app.form('PUT', `/api/programs/${createdProgram._id}`, { removeCoverImage: 'true', title: 'Club' }, editor),
    );
    expect(changedProgram).toMatchObject({ coverImage: '', slug: 'sunday-club', title: 'Club' });
    expect((await app.get(createdProgram.coverImage)).statusCode).toBe(404);
    expect((await app.form('PUT', `/api/programs/${createdProgram._id}`, { content: '<p> </p>' }, editor)).statusCode).toBe(422);
    expect((await app.send('DELETE', `/api/programs/${createdProgram._id}`, undefined, editor)).statusCode).toBe(200);
    expect((await app.get('/api/programs/sunday-club')).statusCode).toBe(404);
  });
});
