import { applyDueChanges } from '../maintenance/due-changes.ts';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type ChangeKind, createRevision } from './revision.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const readState = async () => {
  const { headers } = await app.get('/api/revision');
  const [number, visible, withdrawal] = ['x-content-revision', 'x-public-revision', 'x-withdrawal-revision'].map((name) => Number(headers[name]));
  return { number, visible, withdrawal };
};
const classify = async (change: () => Promise<unknown>): Promise<ChangeKind> => {
  const before = await readState();
  await change();
  const after = await readState();
  expect(after.number).toBe(Number(before.number) + 1);
  const { number } = after;
  if (after.withdrawal === number) {
    expect(after.visible).toBe(number);
    return 'withdrawal';
  }
  expect(after.withdrawal).toBe(before.withdrawal);
  if (after.visible === number) return 'addition';
  expect(after.visible).toBe(before.visible);
  return 'internal';
};
const create = async (fields: Record<string, string | Buffer>): Promise<{ _id: string }> => {
  const response = await app.form('POST', '/api/posts', { title: 'A post', category: 'C', content: '<p>W</p>', ...fields }, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};

describe('the effect of a change on visitors', () => {
  it('OPS-05 is an addition when content is published or edited, and internal while it is a draft', async () => {
    let post = { _id: '' };
    const save = async (fields: Record<string, string | Buffer>) =>
      expect((await app.form('PUT', `/api/posts/${post._id}`, fields, editor)).statusCode).toBe(200);
    const image = { featuredImage: await createImageFile(), featuredImageAlt: 'A' };
    const at = new Date(app.clock.now.getTime() + 60_000);

    const changes: (readonly [ChangeKind, () => Promise<unknown>])[] = [
      ['internal', async () => (post = await create({ status: 'draft', ...image }))],
      ['internal', () => save({ title: 'A title that is typed', isAutosave: 'true' })],
      ['internal', async () => save({ featuredImage: await createImageFile() })],
      ['addition', () => save({ status: 'published' })],
      ['addition', () => save({ title: 'Another title' })],
      ['addition', async () => (post = await create({ status: 'scheduled', publishedAt: at.toISOString() }))],
      [
        'addition',
        async () => {
          app.clock.now = new Date(at.getTime() + 1);
          await applyDueChanges(app.services, at);
        },
      ],
      ['addition', () => app.send('POST', '/api/gallery/albums', { name: 'Summer' }, editor)],
    ];
    for (const [index, [kind, change]] of changes.entries()) expect([index, await classify(change)]).toEqual([index, kind]);
  });

  it('OPS-05 is a withdrawal when something is unpublished or deleted, or loses an image, and when its effect is unknown', async () => {
    const image = { featuredImage: await createImageFile(), featuredImageAlt: 'A' };
    const { url } = (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data;
    const textImage = `<img src="${url}" alt="A">`;
    const post = await create({ status: 'published', content: `<p>W</p>${textImage}`, ...image });
    const save = async (fields: Record<string, string | Buffer>) =>
      expect((await app.form('PUT', `/api/posts/${post._id}`, fields, editor)).statusCode).toBe(200);
    expect((await app.get(`/api/posts/${post._id}`)).body).toContain(url);

    const changes: (readonly [ChangeKind, () => Promise<unknown>])[] = [
      ['addition', () => save({ content: `<p>More</p>${textImage}` })],
      ['withdrawal', () => save({ content: '<p>W</p>' })],
      ['withdrawal', async () => save({ featuredImage: await createImageFile() })],
      ['withdrawal', () => save({ removeFeaturedImage: 'true' })],
      ['withdrawal', () => app.send('DELETE', `/api/posts/${post._id}`, undefined, editor)],
      ['addition', () => app.send('POST', `/api/posts/${post._id}/restore`, undefined, editor)],
      ['withdrawal', () => save({ status: 'draft' })],
      ['internal', () => app.send('DELETE', `/api/posts/${post._id}`, undefined, editor)],
      ['internal', () => app.send('POST', `/api/posts/${post._id}/restore`, undefined, editor)],
      ['withdrawal', () => app.services.revision.write(async () => undefined)],
    ];
    for (const [index, [kind, change]] of changes.entries()) expect([index, await classify(change)]).toEqual([index, kind]);
  });

  it('OPS-05 is the strongest effect that the change has recorded', async () => {
    const { revision } = app.services;
    const note = (...kinds: readonly ChangeKind[]) => classify(() => revision.write(async (_, noteKind) => kinds.forEach((kind) => void noteKind(kind))));
    expect([await note('internal'), await note('internal', 'addition', 'internal'), await note('withdrawal', 'internal')]).toEqual([
      'internal',
      'addition',
      'withdrawal',
    ]);
  });

  it('OPS-05 keeps cached responses for visitors while a draft is edited', async () => {
    const { db } = app.services;
    const [draft, publishedPost] = [await create({ status: 'draft' }), await create({ status: 'published' })];
    const readTitle = async (): Promise<string> => (await app.get(`/api/posts/${publishedPost._id}`)).json().data.title;
    expect(await readTitle()).toBe('A post');
    await db.updateTable('posts').set({ title: 'Read again' }).where('id', '=', publishedPost._id).execute();
    // Empty the indexing queue, because indexing would reveal that the row was written by another release.
    await db.deleteFrom('search_queue').execute();
    for (const title of ['T', 'Ty', 'Typed']) await app.form('PUT', `/api/posts/${draft._id}`, { title, isAutosave: 'true' }, editor);
    expect(await readTitle()).toBe('A post');

    await app.form('PUT', `/api/posts/${draft._id}`, { status: 'published' }, editor);
    expect(await readTitle()).toBe('Read again');
  });

  it('OPS-05 of a draft is an addition when it indexes content that another release has published', async () => {
    const { db } = app.services;
    const [draft, publishedPost] = [await create({ status: 'draft' }), await create({ status: 'published' })];
    await db.updateTable('posts').set({ title: 'Drums' }).where('id', '=', publishedPost._id).execute();

    expect(await classify(() => app.form('PUT', `/api/posts/${draft._id}`, { title: 'Typed', isAutosave: 'true' }, editor))).toBe('addition');
  });

  it('SEC-20 of a draft is an addition when it detects that a public text has lost images', async () => {
    const { db } = app.services;
    const { url } = (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data;
    const [draft, publishedPost] = [await create({ status: 'draft' }), await create({ status: 'published', content: `<p>W</p><img src="${url}" alt="A">` })];
    expect((await app.get(url)).statusCode).toBe(200);
    // Simulate a write by another release that has already indexed the words of the new text.
    await db.updateTable('posts').set({ content: '<p>W</p>' }).where('id', '=', publishedPost._id).execute();
    await db.deleteFrom('search_queue').execute();

    expect(await classify(() => app.form('PUT', `/api/posts/${draft._id}`, { title: 'Typed', isAutosave: 'true' }, editor))).toBe('addition');
    expect((await app.get(url)).statusCode).toBe(404);
  });

  it('OPS-05 counts changes of an earlier release as visible and as withdrawals', async () => {
    const { db, revision } = app.services;
    await revision.write(async () => undefined, 'internal');
    await db
      .updateTable('content_revision')
      .set((row) => ({ number: row('number', '+', 1) }))
      .execute();
    const { number, visible, withdrawal } = await (await createRevision(db)).state();
    expect([visible, withdrawal]).toEqual([number, number]);

    await revision.write(async () => undefined, 'internal');
    expect(await revision.state()).toEqual({ number: number + 1, visible: number, withdrawal: number });
    await revision.write(async () => undefined, 'addition');
    expect(await revision.state()).toEqual({ number: number + 2, visible: number + 2, withdrawal: number });
  });

  it('OPS-05 appears in every public response', async () => {
    expect((await app.get('/api/posts?limit=1')).headers['x-withdrawal-revision']).toBe(String((await readState()).withdrawal));
  });
});
