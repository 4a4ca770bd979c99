import type { Version } from '@site/shared/contracts/version';
import { deleteOldDrafts, VERSIONS_PER_DOCUMENT } from '../../database/version-queries.ts';
import { repeatErasures } from '../../maintenance/repeat-erasures.ts';
import { sweepTextImages, sweepVersionImages } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { selectAllItems } from '../../testing/person-items.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'First', content: '<p>One</p>', excerpt: 'E', category: 'C', featuredImageAlt: 'A' };
const EVENT = { title: 'First', date: '2030-01-01', time: '16:00', location: 'L', category: 'C', description: 'D', status: 'draft' };
const MINUTE_MS = 60_000;

let app: TestApp;
let ids: { editor: string; other: string };
let editor: string;
let other: string;
let file: Buffer;
const signIn = async (): Promise<void> => {
  editor = (await app.services.sessions.start(ids.editor, false)).token;
  other = (await app.services.sessions.start(ids.other, false)).token;
};
beforeAll(async () => {
  app = await startTestApp();
  ids = { editor: (await app.signInAs('editor')).userId, other: (await app.signInAs('admin')).userId };
  await signIn();
  file = await createImageFile();
});
beforeEach(signIn);
afterAll(() => app.stop());

const wait = async (minutes: number): Promise<void> => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * MINUTE_MS);
  await signIn();
};
const create = async (url: string, fields: Readonly<Record<string, string | Buffer>>) => {
  const response = await app.form('POST', url, fields, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};
const update = async (url: string, fields: Readonly<Record<string, string | Buffer>>, isByOtherEditor = false) => {
  await wait(1);
  const response = await app.form('PUT', url, fields, isByOtherEditor ? other : editor);
  expect(response.statusCode).toBe(200);
  return response.json().data;
};
const list = async (kind: string, id: string): Promise<Version[]> => (await app.get(`/api/versions/${kind}/${id}`, editor)).json().data;
const read = async (id: string, number: number) => (await app.get(`/api/versions/post/${id}/${number}`, editor)).json().data;
const getId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';

describe('versions of a document', () => {
  it('NS-20 are its saves and publications, with the user, the time and the changed fields', async () => {
    const { _id: id } = await create('/api/posts', POST);
    await update(`/api/posts/${id}`, { title: 'Second', tags: 'one, two' });
    await update(`/api/posts/${id}`, { status: 'published' }, true);
    await update(`/api/posts/${id}`, { content: '<p>Two</p>' });
    await update(`/api/posts/${id}`, { status: 'draft' });

    expect((await list('post', id)).map(({ number, act, status, savedBy, changed, title }) => [number, act, status, savedBy, changed, title])).toEqual([
      [5, 'unpublished', 'draft', 'The editor', [], 'Second'],
      [4, 'published', 'published', 'The editor', ['content'], 'Second'],
      [3, 'published', 'published', 'The admin', [], 'Second'],
      [2, 'saved', 'draft', 'The editor', ['title', 'tags'], 'Second'],
      [1, 'saved', 'draft', 'The editor', [], 'First'],
    ]);
    expect((await read(id, 1)).fields).toMatchObject({ title: 'First', content: '<p>One</p>', tags: [], slug: 'first' });
    expect((await read(id, 2)).fields).toMatchObject({ title: 'Second', tags: ['one', 'two'] });
    expect((await app.get(`/api/versions/post/${id}/6`, editor)).statusCode).toBe(404);
    expect((await app.get(`/api/versions/image/${id}`, editor)).statusCode).toBe(404);
  });

  it('NS-20 also exist for events and programs', async () => {
    const event = await create('/api/events', EVENT);
    await update(`/api/events/${event._id}`, { location: 'Kano', status: 'published' });
    const program = await create('/api/programs', { title: 'P', content: '<p>One</p>' });
    await update(`/api/programs/${program._id}`, { content: '<p>Two</p>' });

    expect((await list('event', event._id)).map(({ act, changed }) => [act, changed])).toEqual([
      ['published', ['location']],
      ['saved', []],
    ]);
    expect((await list('program', program._id)).map(({ act, changed }) => [act, changed])).toEqual([
      ['published', ['content']],
      ['published', []],
    ]);
  });

  it('NS-20 include one version for the autosaves of a session, which the manual save replaces', async () => {
    const { _id: id } = await create('/api/posts', POST);
    for (const title of ['S', 'Se', 'Sec']) await update(`/api/posts/${id}`, { title, isAutosave: 'true' });
    expect((await list('post', id)).map(({ act, title, changed }) => [act, title, changed])).toEqual([
      ['autosaved', 'Sec', ['title']],
      ['saved', 'First', []],
    ]);
    await update(`/api/posts/${id}`, { title: 'Second' });
    await update(`/api/posts/${id}`, { title: 'Third', isAutosave: 'true' });
    await update(`/api/posts/${id}`, { title: 'Fourth', isAutosave: 'true' }, true);
    await wait(31);
    await update(`/api/posts/${id}`, { title: 'Fifth', isAutosave: 'true' }, true);

    expect((await list('post', id)).map(({ number, act, title }) => [number, act, title])).toEqual([
      [5, 'autosaved', 'Fifth'],
      [4, 'autosaved', 'Fourth'],
      [3, 'autosaved', 'Third'],
      [2, 'saved', 'Second'],
      [1, 'saved', 'First'],
    ]);
  });

  it('NS-20 include the state that a release without versions has stored', async () => {
    const { _id: id } = await create('/api/posts', POST);
    await app.services.db.deleteFrom('versions').where('document_id', '=', id).execute();
    await update(`/api/posts/${id}`, { title: 'Second' });
    await wait(1);
    await app.services.db.updateTable('posts').set({ title: 'By the other', updated_at: app.clock.now.toISOString() }).where('id', '=', id).execute();
    await update(`/api/posts/${id}`, { title: 'Third' });

    expect((await list('post', id)).map(({ number, title, savedBy, changed }) => [number, title, savedBy, changed])).toEqual([
      [4, 'Third', 'The editor', ['title']],
      [3, 'By the other', '', []],
      [2, 'Second', 'The editor', ['title']],
      [1, 'First', '', []],
    ]);
  });

  it('NS-09 STAFF-07 include texts that a writer discarded after an edit conflict, which no visitor sees', async () => {
    const { _id: id } = await create('/api/posts', { ...POST, status: 'published' });
    await update(`/api/posts/${id}`, { content: '<p>Theirs</p>' }, true);
    const unchosen = JSON.stringify({ content: '<p onclick="x()">Mine</p>' });
    await update(`/api/posts/${id}`, { content: '<p>Theirs</p>', unchosen });

    expect((await list('post', id)).map(({ number, act, status, savedBy, changed }) => [number, act, status, savedBy, changed])).toEqual([
      [4, 'published', 'published', 'The editor', ['content']],
      [3, 'saved', 'draft', 'The editor', ['content']],
      [2, 'published', 'published', 'The admin', ['content']],
      [1, 'published', 'published', 'The editor', []],
    ]);
    expect((await read(id, 3)).fields).toMatchObject({ title: 'First', content: '<p>Mine</p>' });
    expect((await read(id, 4)).fields).toMatchObject({ content: '<p>Theirs</p>' });
    expect((await app.get(`/api/posts/${id}`)).json().data.content).toBe('<p>Theirs</p>');
    await wait(1);
    const invalidResponse = await app.form('PUT', `/api/posts/${id}`, { unchosen: '{' }, editor);
    expect([invalidResponse.statusCode, invalidResponse.json().errors]).toEqual([422, { unchosen: 'must be JSON' }]);
  });

  it('STAFF-07 include discarded texts that the same user has autosaved elsewhere', async () => {
    const { _id: id } = await create('/api/posts', POST);
    await update(`/api/posts/${id}`, { title: 'Phone', isAutosave: 'true' });
    await update(`/api/posts/${id}`, { title: 'Laptop', unchosen: JSON.stringify({ title: 'Laptop at first' }) });

    expect((await list('post', id)).map(({ act, title }) => [act, title])).toEqual([
      ['saved', 'Laptop'],
      ['saved', 'Laptop at first'],
      ['saved', 'Phone'],
      ['saved', 'First'],
    ]);
  });

  it('STAFF-09 show who changed what in the list of recent activity', async () => {
    const { _id: id } = await create('/api/posts', { ...POST, featuredImage: await createImageFile(), featuredImageAlt: 'A' });
    await update(`/api/posts/${id}`, { title: 'Another title', excerpt: 'Short' });
    const [first] = (await app.get('/api/dashboard', editor)).json().data.activity;

    expect(first).toMatchObject({ kind: 'post', _id: id, title: 'Another title', by: 'The editor', changed: ['Title', 'Excerpt'] });
    expect((await app.get(first.image)).statusCode).toBe(200);
    await wait(1);
    // A change made by another release has no recorded author.
    await app.services.db.updateTable('posts').set({ updated_at: app.clock.now.toISOString() }).where('id', '=', id).execute();
    expect((await app.get('/api/dashboard', editor)).json().data.activity[0]).toMatchObject({ _id: id, by: '', changed: [] });
  });

  it('NS-20 are limited to the newest, and are deleted with the document', async () => {
    const { _id: id } = await create('/api/posts', POST);
    for (let number = 2; number <= VERSIONS_PER_DOCUMENT + 3; number += 1) await update(`/api/posts/${id}`, { title: `Title ${number}` });
    const versions = await list('post', id);
    expect([versions.length, versions.at(-1)?.number]).toEqual([VERSIONS_PER_DOCUMENT, 4]);

    await app.send('PUT', `/api/drafts/post/${id}`, { base: 'b', fields: { title: 'Draft' } }, editor);
    await app.services.db.deleteFrom('posts').where('id', '=', id).execute();
    for (const table of ['versions', 'document_drafts'] as const)
      expect(await app.services.db.selectFrom(table).selectAll().where('document_id', '=', id).execute()).toEqual([]);
  });

  it('NS-20 of a document in the trash are not available', async () => {
    const { _id: id } = await create('/api/posts', POST);
    await app.send('DELETE', `/api/posts/${id}`, undefined, editor);

    expect((await app.get(`/api/versions/post/${id}`, editor)).statusCode).toBe(404);
    expect((await app.get(`/api/versions/post/${id}/1`, editor)).statusCode).toBe(404);
    expect((await app.get(`/api/drafts/post/${id}`, editor)).statusCode).toBe(404);
  });

  it('NS-21 show former images to staff only, until the last version with them is gone', async () => {
    const first = await create('/api/posts', { ...POST, featuredImage: file, status: 'published' });
    const id = first._id;
    const address = first.featuredImage;
    const second = await update(`/api/posts/${id}`, { featuredImage: file });
    // The image's URL returns the current file.
    expect(getId(second.featuredImage)).toBe(getId(address));
    const thirdPost = await update(`/api/posts/${id}`, { removeFeaturedImage: 'true' });
    expect(thirdPost.featuredImage).toBe('');

    const versions = [await read(id, 1), await read(id, 2), await read(id, 3)];
    expect(versions.map(({ changed }) => changed)).toEqual([[], ['featuredImage'], ['featuredImage']]);
    expect(versions.map(({ imageId }) => imageId !== '')).toEqual([true, true, false]);
    expect(versions[0]?.imageId).not.toBe(versions[1]?.imageId);
    for (const { image } of versions.slice(0, 2)) {
      expect((await app.get(image)).statusCode).toBe(200);
      expect((await app.get(image.replace(/\?.*/, ''))).statusCode).toBe(404);
    }
    expect((await app.get(address)).statusCode).toBe(404);

    const { db } = app.services;
    await sweepVersionImages(app.services);
    expect((await app.get(versions[0]?.image)).statusCode).toBe(200);
    await db.deleteFrom('versions').where('document_id', '=', id).execute();
    expect(await sweepVersionImages(app.services)).toBe(2);
    expect((await app.get(versions[0]?.image)).statusCode).toBe(404);
  });

  it('NS-21 give a document its former image back', async () => {
    const { _id: id } = await create('/api/posts', { ...POST, featuredImage: file, status: 'published' });
    await update(`/api/posts/${id}`, { featuredImage: file });
    await update(`/api/posts/${id}`, { removeFeaturedImage: 'true' });
    const { imageId } = await read(id, 1);

    const restoredPost = await update(`/api/posts/${id}`, { imageId });

    expect(getId(restoredPost.featuredImage)).toBe(imageId);
    expect((await app.get(restoredPost.featuredImage)).statusCode).toBe(200);
    await update(`/api/posts/${id}`, { featuredImage: file });
    const formerImageId = (await read(id, 1)).imageId;
    expect(formerImageId).not.toBe(imageId);
    // The library does not contain the previous image.
    const { _id: otherPostId } = await create('/api/posts', POST);
    const refusal = await app.form('PUT', `/api/posts/${otherPostId}`, { imageId: formerImageId }, editor);
    expect([refusal.statusCode, refusal.json().errors]).toEqual([422, { featuredImage: 'This photo no longer exists' }]);
  });

  it('NS-21 PRIV-31 lose an image that is withdrawn, with its alternative text and caption', async () => {
    const text = (await app.form('POST', '/api/pictures', { image: file }, editor)).json().data;
    const content = `<p>Before</p><figure><img src="${text.url}" alt="A child"><figcaption>Chidi, 12</figcaption></figure><p>After</p>`;
    const post = await create('/api/posts', { ...POST, content, featuredImage: file, featuredImageAlt: 'Chidi again' });
    const id = post._id;
    await app.send('PUT', `/api/drafts/post/${id}`, { base: 'b', fields: { content } }, editor);
    await update(`/api/posts/${id}`, { content: '<p>Without</p>', removeFeaturedImage: 'true', featuredImageAlt: '' });
    await wait(8 * 24 * 60);
    await sweepTextImages(app.services);
    const { imageId } = await read(id, 1);
    for (const each of [imageId, getId(text.url)]) expect((await app.send('DELETE', `/api/pictures/${each}`, undefined, editor)).statusCode).toBe(200);

    expect(await read(id, 1)).toMatchObject({ imageId: '', image: '', fields: { featuredImageAlt: '', content: '<p>Before</p><p>After</p>' } });
    expect((await app.get(`/api/drafts/post/${id}`, editor)).body).not.toContain('Chidi');
    // Removing the images must not have created a version.
    await update(`/api/posts/${id}`, { title: 'Second' });
    expect((await list('post', id)).map(({ number }) => number)).toEqual([3, 2, 1]);
  });
});

describe('a person whose data is erased', () => {
  const PERSON = { name: 'Ṣadé "Quick" Finch', email: 'sade.finch@example.com', phone: '' };
  const content = `<p>${PERSON.name} spoke.</p>`;

  const find = async () => (await app.send('POST', '/api/privacy/person', PERSON, other)).json().data;
  const erase = async () => (await app.send('POST', '/api/privacy/erase', { ...PERSON, ...selectAllItems(await find()) }, other)).json().data;

  it('NS-21 PRIV-10 is not named by any version or draft, and does not come back with a save or a restored backup', async () => {
    const { db } = app.services;
    const { _id: id } = await create('/api/posts', { ...POST, content });
    await update(`/api/posts/${id}`, { content: `<p>Write to ${PERSON.email.toUpperCase()}</p>` });
    await update(`/api/posts/${id}`, { content: '<p>Nobody</p>' });
    const oldPost = await create('/api/posts', { ...POST, title: 'Old', content });
    await db.deleteFrom('versions').where('document_id', '=', oldPost._id).execute();
    await app.send('PUT', `/api/drafts/post/${id}`, { base: 'b', fields: { content } }, editor);
    const copy = await db.selectFrom('versions').selectAll().where('document_id', '=', id).where('number', '=', 1).executeTakeFirstOrThrow();
    expect(await find()).toMatchObject({ versions: 2, mentions: [{ title: 'Old' }] });

    expect(await erase()).toMatchObject({ versions: 2, drafts: 1 });
    expect((await list('post', id)).map(({ number, isErased, title }) => [number, isErased, title])).toEqual([
      [3, false, 'First'],
      [2, true, ''],
      [1, true, ''],
    ]);
    expect(await read(id, 1)).toMatchObject({ isErased: true, fields: {}, image: '' });
    expect((await app.get(`/api/drafts/post/${id}`, editor)).json()).toEqual({ data: null });
    // When the words are removed by hand, the previous state becomes a version, which is found and erased too.
    await update(`/api/posts/${oldPost._id}`, { content: '<p>Nobody</p>' });
    expect(await find()).toMatchObject({ versions: 1, mentions: [] });
    expect(await erase()).toMatchObject({ versions: 1 });
    expect((await list('post', oldPost._id)).map(({ isErased }) => isErased)).toEqual([false, true]);
    await db.updateTable('versions').set({ fields: copy.fields }).where('id', '=', copy.id).execute();
    await repeatErasures(app.services);
    expect((await read(id, 1)).isErased).toBe(true);
    expect((await find()).versions).toBe(0);
  });
});

describe('unsaved changes of a document', () => {
  it('NS-22 are available to the same user on another device until they are saved or discarded', async () => {
    const { _id: id, updatedAt } = await create('/api/posts', { ...POST, status: 'published' });
    const url = `/api/drafts/post/${id}`;
    expect((await app.get(url, editor)).json()).toEqual({ data: null });
    const entries = await app.services.db.selectFrom('audit_entries').select('number').execute();

    for (const title of ['Sec', 'Second']) expect((await app.send('PUT', url, { base: updatedAt, fields: { title } }, editor)).statusCode).toBe(200);

    expect((await app.get(url, editor)).json().data).toEqual({ base: updatedAt, fields: { title: 'Second' }, savedAt: app.clock.now.toISOString() });
    expect((await app.get(url, other)).json()).toEqual({ data: null });
    expect((await app.get(`/api/posts/${id}`)).body).not.toContain('Second');
    expect((await app.send('DELETE', url, undefined, editor)).statusCode).toBe(200);
    expect((await app.get(url, editor)).json()).toEqual({ data: null });
    expect((await app.send('DELETE', url, undefined, editor)).statusCode).toBe(200);
    expect((await app.send('PUT', '/api/drafts/post/none', { base: '', fields: {} }, editor)).statusCode).toBe(404);
    await app.send('PUT', url, { base: updatedAt, fields: { title: 'Second' } }, editor);
    await wait(1);
    expect(await deleteOldDrafts(app.services.db, app.clock.now.toISOString())).toBeGreaterThan(0);
    // Drafts get no audit entries, because no other user has seen them.
    expect(await app.services.db.selectFrom('audit_entries').select('number').execute()).toEqual(entries);
  });

  it('NS-22 include the state that they were based on once a colleague has saved the document', async () => {
    const { _id: id, updatedAt } = await create('/api/posts', { ...POST, status: 'published', tags: 'one, two' });
    const url = `/api/drafts/post/${id}`;
    const getBase = async () => (await app.get(url, editor)).json().data.baseFields;
    await app.send('PUT', url, { base: updatedAt, fields: { content: '<p>Mine</p>' } }, editor);
    expect(await getBase()).toBeUndefined();

    // A save without changes only updates the time of the save.
    await update(`/api/posts/${id}`, {}, true);
    expect(await getBase()).toMatchObject({ content: '<p>One</p>' });
    await update(`/api/posts/${id}`, { content: '<p>Theirs</p>' }, true);
    await update(`/api/posts/${id}`, { content: '<p>Theirs too</p>' }, true);
    expect(await getBase()).toMatchObject({ title: 'First', content: '<p>One</p>', tags: ['one', 'two'] });

    await app.services.db.updateTable('versions').set({ fields: null }).where('document_id', '=', id).execute();
    expect(await getBase()).toBeUndefined();
  });

  it('NS-22 keep the state that they began with as their base', async () => {
    const { _id: id } = await create('/api/posts', POST);
    const { updatedAt } = await update(`/api/posts/${id}`, { title: 'S', isAutosave: 'true' });
    await app.send('PUT', `/api/drafts/post/${id}`, { base: updatedAt, fields: { title: 'Mine' } }, editor);
    // This autosave replaces the previous one.
    await update(`/api/posts/${id}`, { title: 'Second', isAutosave: 'true' });

    expect((await app.get(`/api/drafts/post/${id}`, editor)).json().data).not.toHaveProperty('baseFields');
  });

  it('NS-22 are kept when another device has stored more text since', async () => {
    const { _id: id, updatedAt } = await create('/api/posts', { ...POST, status: 'published' });
    const url = `/api/drafts/post/${id}`;
    const store = async (title: string) => {
      await wait(1);
      return (await app.send('PUT', url, { base: updatedAt, fields: { title } }, editor)).json().data.savedAt;
    };
    const [first, second] = [await store('Sec'), await store('Second')];

    expect((await app.send('DELETE', `${url}?savedAt=${first}`, undefined, editor)).statusCode).toBe(200);
    expect((await app.get(url, editor)).json().data).toMatchObject({ fields: { title: 'Second' } });
    await app.send('DELETE', `${url}?savedAt=${second}`, undefined, editor);
    expect((await app.get(url, editor)).json()).toEqual({ data: null });
  });

  it('NS-21 keep the autosaved version when an earlier one is restored', async () => {
    const { _id: id, updatedAt } = await create('/api/posts', POST);
    await update(`/api/posts/${id}`, { title: 'Typed', isAutosave: 'true' });
    await app.send('PUT', `/api/drafts/post/${id}`, { base: updatedAt, fields: { title: 'First' }, isRestored: true }, editor);
    await update(`/api/posts/${id}`, { title: 'First', isAutosave: 'true' });

    expect((await list('post', id)).map(({ title, act }) => [title, act])).toEqual([
      ['First', 'autosaved'],
      ['Typed', 'saved'],
      ['First', 'saved'],
    ]);
  });
});
