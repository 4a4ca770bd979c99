import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, exportFrom, importArchive } from '../../testing/transfers.ts';

let app: TestApp;
let editor: string;
let contributor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  contributor = (await app.signInAs('contributor')).token;
});
afterAll(() => app.stop());

const KINDS = [
  { kind: 'post', list: 'posts', image: 'featuredImage', fields: { category: 'C', tags: 'a, b', excerpt: 'E', content: '<p>Words</p>' } },
  { kind: 'event', list: 'events', image: 'featuredImage', fields: { description: 'D', date: '2030-01-01', time: '4:00 PM', location: 'L', tags: 'a' } },
  { kind: 'program', list: 'programs', image: 'coverImage', fields: { content: '<p>Words</p>', ages: '18 to 25' } },
] as const;

const copy = (kind: string, id: string, token: string | undefined = editor) => app.send('POST', `/api/copies/${kind}/${id}`, undefined, token);

describe.each(KINDS)('a copy of one $kind', ({ kind, list, image, fields }) => {
  const create = async (title: string) => {
    const files = { [image]: await createImageFile(), [`${image}Alt`]: 'A hill' };
    return (await app.form('POST', `/api/${list}`, { title, status: 'published', ...fields, ...files }, editor)).json().data;
  };
  const read = async (id: string) => (await app.get(`/api/${list}/${id}`, editor)).json().data;

  it('STAFF-26 is a separate draft with all fields and the same image', async () => {
    const source = await create('The hub');
    const response = await copy(kind, source._id);

    expect(response.statusCode).toBe(201);
    const copiedDocument = await read(response.json().data._id);
    const { _id, title, slug, status, updatedAt, publishedAt, publishAt, shareImage, author, ...rest } = source;
    const { [image]: sourceImage, image: _sourceImage, ...texts } = rest;
    expect(copiedDocument).toMatchObject({ ...texts, title: 'Copy of The hub', status: 'draft' });
    expect(copiedDocument._id).not.toBe(_id);
    expect(copiedDocument.publishedAt ?? null).toBeNull();
    expect((await app.get(`/api/${list}/${copiedDocument._id}`)).statusCode).toBe(404);
    if (slug !== undefined) expect(copiedDocument.slug).toBe('copy-of-the-hub');

    await app.form('PUT', `/api/${list}/${copiedDocument._id}`, { [image]: await createImageFile() }, editor);
    expect((await read(_id))[image]).toBe(sourceImage);
    await app.form('PUT', `/api/${list}/${copiedDocument._id}`, { [`remove${image[0]?.toUpperCase()}${image.slice(1)}`]: 'true' }, editor);
    expect((await app.get(sourceImage)).statusCode).toBe(200);
    expect((await app.get(`/api/versions/${kind}/${copiedDocument._id}`, editor)).json().data).toHaveLength(3);
    expect([title, status, updatedAt, publishedAt, publishAt, shareImage, author]).toHaveLength(7);
  });

  it('STAFF-26 gets its own slug the second time too, and cannot be made from a document in the trash', async () => {
    const source = await create('Twice');
    const first = await read((await copy(kind, source._id)).json().data._id);
    const second = await read((await copy(kind, source._id)).json().data._id);
    if (first.slug !== undefined) expect([first.slug, second.slug]).toEqual(['copy-of-twice', 'copy-of-twice-2']);

    await app.send('DELETE', `/api/${list}/${source._id}`, undefined, editor);
    expect((await copy(kind, source._id)).statusCode).toBe(404);
  });

  it.each([70, 140])('STAFF-26 has a title that can be saved and imported, even with %i emoji', async (count) => {
    const copyId = (await copy(kind, (await create('😀'.repeat(count)))._id)).json().data._id;
    const { title } = await read(copyId);
    expect(title).toBe(`Copy of ${'😀'.repeat(Math.min(count, 132))}`);

    expect((await app.form('PUT', `/api/${list}/${copyId}`, { title }, editor)).statusCode).toBe(200);
    const site = await startTestApp();
    const { token } = await site.signInAs('admin');
    const items = await importArchive(site, token, await exportFrom(app, (await app.signInAs('admin')).token));
    expect(countOutcomes(items)).toEqual({ new: items.length });
    expect((await site.get(`/api/${list}/${copyId}`, token)).json().data.title).toBe(title);
    await site.stop();
  });

  it('STAFF-26 can be made only by users who may write the kind', async () => {
    const source = await create('Allowed');

    expect((await copy(kind, source._id, contributor)).statusCode).toBe(kind === 'program' ? 403 : 201);
    expect((await app.send('POST', `/api/copies/${kind}/${source._id}`)).statusCode).toBe(401);
    expect((await copy('image', source._id)).statusCode).toBe(404);
  });
});
