import type { Version } from '@site/shared/contracts/version';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'First', content: '<p>One</p>', excerpt: 'E', category: 'C', featuredImageAlt: 'A' };
const MINUTE_MS = 60_000;

let app: TestApp;
let people: readonly { readonly userId: string }[];
let editor: string;
let colleague: string;
let contributor: string;
const wait = async (): Promise<void> => {
  app.clock.now = new Date(app.clock.now.getTime() + MINUTE_MS);
  [editor = '', colleague = '', contributor = ''] = await Promise.all(
    people.map(async ({ userId }) => (await app.services.sessions.start(userId, false)).token),
  );
};
beforeAll(async () => {
  app = await startTestApp();
  people = [await app.signInAs('editor'), await app.signInAs('admin'), await app.signInAs('contributor')];
});
beforeEach(wait);
afterAll(() => app.stop());

type Fields = Readonly<Record<string, string | Buffer>>;
const create = async (fields: Fields) => (await app.form('POST', '/api/posts', fields, editor)).json().data;
const update = async (id: string, fields: Fields, token = editor) => {
  await wait();
  return app.form('PUT', `/api/posts/${id}`, fields, token === editor ? editor : token);
};
const list = async (id: string): Promise<Version[]> => (await app.get(`/api/versions/post/${id}`, colleague)).json().data;
const listTitles = async (id: string) => (await list(id)).map(({ title }) => title);
const readFields = async (id: string, number = 0) => (await app.get(`/api/versions/post/${id}/${number}`, editor)).json().data.fields;
/** Stores a draft. Without `continues`, the request looks like one from an earlier release. */
const storeDraft = async (id: string, fields: object, { continues, token = () => editor }: { continues?: string; token?: () => string } = {}) => {
  await wait();
  const body = { base: '', fields, ...(continues === undefined ? {} : { continues }) };
  const response = await app.send('PUT', `/api/drafts/post/${id}`, body, token());
  expect(response.statusCode).toBe(200);
  return response.json().data.savedAt;
};

describe('text that was typed but not saved', () => {
  it.each([
    ['a list of fields', { base: '', fields: ['a'] }, { fields: 'This is not valid' }],
    ['no fields, in a list', { base: '', fields: [] }, { fields: 'This is not valid' }],
    ['NUL in a field', { base: '', fields: { title: 'a\0b' } }, { 'fields.title': 'Remove characters that cannot be shown' }],
    ['NUL in a name', { base: '', fields: { 'ti\0tle': 'a' } }, { fields: 'Remove characters that cannot be shown' }],
    ['a list', [], { base: 'This is required', fields: 'This is required' }],
  ])('NS-09 is rejected if it does not match the API document: %s', async (_, body, errors) => {
    const { _id: id } = await create(POST);
    const response = await app.send('PUT', `/api/drafts/post/${id}`, body, editor);

    expect([response.statusCode, response.json().errors]).toEqual([422, errors]);
    expect((await app.get(`/api/drafts/post/${id}`, editor)).json().data).toBeNull();
  });

  it('STAFF-07 becomes a version when it is discarded after a conflict, without invalid fields (an empty title, a half-typed date)', async () => {
    const { _id: id } = await create(POST);
    const unchosen = JSON.stringify({ title: '', publishedAt: 'tomor', content: '<p>Mine</p>' });
    expect((await update(id, { content: '<p>Theirs</p>', unchosen })).statusCode).toBe(200);

    const [, discardedVersion] = await list(id);
    expect(await readFields(id, discardedVersion?.number)).toMatchObject({ title: 'First', content: '<p>Mine</p>' });
  });

  it('NS-22 becomes a version when another device stores something else', async () => {
    const { _id: id } = await create({ ...POST, status: 'published' });
    const first = await storeDraft(id, { title: 'On the phone', publishedAt: 'soon', excerpt: 'F' }, { continues: '' });
    // The second draft contains everything that is in the first draft, and more.
    await storeDraft(id, { title: 'On the phone', publishedAt: 'soon', excerpt: 'F', category: 'D', unchosen: '{"title":1}' }, { continues: '' });
    expect(await listTitles(id)).toEqual(['First']);

    const second = await storeDraft(id, { title: 'On the laptop' }, { continues: first });
    const [keptVersion] = await list(id);
    expect(keptVersion).toMatchObject({ title: 'On the phone', status: 'draft', act: 'saved' });
    expect(await readFields(id, keptVersion?.number)).toMatchObject({ excerpt: 'F', category: 'D' });
    expect((await app.get(`/api/drafts/post/${id}`, editor)).json().data).toMatchObject({ fields: { title: 'On the laptop' } });

    await storeDraft(id, { title: 'More on the laptop' }, { continues: second });
    await storeDraft(id, { title: 'An earlier release' });
    expect(await listTitles(id)).toEqual(['On the phone', 'First']);
  });

  it('NS-22 is kept completely when devices of one user store it at the same time', async () => {
    const { _id: id } = await create({ ...POST, status: 'published' });
    await wait();
    const send = (title: string) => app.send('PUT', `/api/drafts/post/${id}`, { base: '', fields: { title }, continues: '' }, editor);
    const titles = ['Phone', 'Laptop', 'Tablet'];
    expect((await Promise.all(titles.map(send))).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);

    const { fields } = (await app.get(`/api/drafts/post/${id}`, editor)).json().data;
    expect([...(await listTitles(id)), fields.title].sort()).toEqual([...titles, 'First'].sort());
  });

  it('NS-22 does not change the stored state of a document', async () => {
    const { _id: id, updatedAt, featuredImage } = await create({ ...POST, status: 'published', featuredImage: await createImageFile() });
    await storeDraft(id, { title: 'Phone' }, { continues: '' });
    await storeDraft(id, { title: 'Laptop' }, { continues: '' });
    // The conflict names the user who saved the document last.
    await update(id, { excerpt: 'New' }, colleague);
    await storeDraft(id, { title: 'Phone again' }, { continues: '' });
    const conflictResponse = await update(id, { updatedAt, title: 'T' });
    expect([conflictResponse.statusCode, conflictResponse.json().savedBy]).toEqual([409, 'The admin']);

    const imageId = /([0-9a-f]{24})\./.exec(featuredImage)?.[1] ?? '';
    await wait();
    expect((await app.form('PUT', `/api/media/${imageId}`, { image: await createImageFile() }, editor)).statusCode).toBe(200);
    await update(id, { excerpt: 'Newer' });
    const states = (await list(id)).map(({ title, status, act }) => [title, status, act]);
    expect(states).toEqual([
      ['First', 'published', 'published'],
      ['Laptop', 'draft', 'saved'],
      ['First', 'published', 'published'],
      ['Phone', 'draft', 'saved'],
      ['First', 'published', 'published'],
    ]);
  });

  it('NS-08 does not become a version if the contributor may not write the document', async () => {
    const { _id: id } = await create({ ...POST, status: 'published' });
    const { _id: draftId } = await create(POST);
    await update(draftId, { title: 'Typed', isAutosave: 'true' });
    for (const title of ['One', 'Two']) await storeDraft(id, { title }, { continues: '', token: () => contributor });
    await app.send('PUT', `/api/drafts/post/${draftId}`, { base: '', fields: {}, isRestored: true }, contributor);

    expect(await listTitles(id)).toEqual(['First']);
    expect((await list(draftId))[0]).toMatchObject({ title: 'Typed', act: 'autosaved' });
  });

  it('PRIV-31 keeps nothing of the description of a withdrawn photo', async () => {
    const { _id: id, featuredImage } = await create({ ...POST, status: 'published', featuredImage: await createImageFile() });
    await storeDraft(id, { featuredImageAlt: 'Ada at the gate' }, { continues: '' });
    await app.send('DELETE', `/api/pictures/${/([0-9a-f]{24})\./.exec(featuredImage)?.[1]}`, undefined, editor);
    expect((await app.get(`/api/drafts/post/${id}`, editor)).body).not.toContain('Ada');

    await storeDraft(id, { title: 'Other' }, { continues: '' });
    await update(id, { title: 'Mine', unchosen: JSON.stringify({ featuredImageAlt: 'Ada at the gate' }) });
    const storedVersions = await app.services.db.selectFrom('versions').select('fields').where('document_id', '=', id).execute();
    expect(JSON.stringify(storedVersions)).not.toContain('Ada');
  });
});
