import { indexAllChangedRows } from '../../database/public-documents.ts';
import { applyDueChanges } from '../../maintenance/due-changes.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const create = async (fields: Record<string, string | Buffer>) => {
  const response = await app.form('POST', '/api/programs', { content: '<p>Zanzibar</p>', ...fields }, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};
const update = async (id: string, fields: Record<string, string>) => app.form('PUT', `/api/programs/${id}`, fields, editor);
const listSlugs = async (query: string, token?: string) =>
  (await app.get(`/api/programs?${query}`, token)).json().data.map(({ slug }: { slug: string }) => slug);
const search = async (text: string) => {
  await indexAllChangedRows(app.services.db);
  return (await app.get(`/api/search?q=${text}`)).json().data.total;
};

describe('a draft of a program', () => {
  it('STAFF-01 is withheld from pages, lists, search, share cards and images until it is published', async () => {
    const image = await createImageFile();
    const { _id } = await create({ title: 'Quagga', slug: 'quagga', status: 'draft', coverImage: image, coverImageAlt: 'A' });
    const draft = (await app.get(`/api/programs/${_id}`, editor)).json().data;

    expect(draft).toMatchObject({ status: 'draft' });
    expect(draft.shareImage).toBeUndefined();
    expect((await app.get('/api/programs/quagga')).statusCode).toBe(404);
    expect(await listSlugs('')).not.toContain('quagga');
    expect((await app.get('/api/programs?status=draft')).statusCode).toBe(401);
    expect(await listSlugs('status=draft', editor)).toEqual(['quagga']);
    expect(await listSlugs('status=published', editor)).toEqual([]);
    expect(await search('quagga')).toBe(0);
    expect((await app.get(`/img/share/programs/${_id}/0123456789abcdef.jpg`)).statusCode).toBe(404);
    expect((await app.get(draft.coverImage.replace(/\?.*/, ''))).statusCode).toBe(404);

    expect((await update(_id, { status: 'published' })).json().data).toMatchObject({ status: 'published', publishAt: app.clock.now.toISOString() });
    const publishedProgram = (await app.get('/api/programs/quagga')).json().data;
    expect(await listSlugs('')).toContain('quagga');
    expect(await search('quagga')).toBe(1);
    expect((await app.get(publishedProgram.coverImage)).statusCode).toBe(200);
    expect((await app.get(publishedProgram.shareImage)).statusCode).toBe(200);

    await update(_id, { status: 'draft' });
    expect((await app.get('/api/programs/quagga')).statusCode).toBe(404);
    expect(await search('quagga')).toBe(0);
  });

  it('STAFF-01 is created only on request: clients that do not support drafts publish programs and keep them published', async () => {
    const createdProgram = await create({ title: 'Older client', slug: 'older' });
    expect(createdProgram.status).toBe('published');

    expect((await update(createdProgram._id, { title: 'Still live' })).json().data).toMatchObject({ status: 'published', title: 'Still live' });
    const draft = await create({ title: 'Draft', slug: 'still-draft', status: 'draft' });
    expect((await update(draft._id, { title: 'Changed' })).json().data.status).toBe('draft');
  });

  it('STAFF-01 needs no text and no alternative text before it is published', async () => {
    const { _id } = await create({ title: 'Empty', content: '', status: 'draft', coverImage: await createImageFile() });

    const refusal = await update(_id, { status: 'published' });
    expect(refusal.statusCode).toBe(422);
    expect(Object.keys(refusal.json().errors).sort()).toEqual(['content', 'coverImageAlt']);
  });

  it('STAFF-01 is published at its scheduled time', async () => {
    const at = new Date(app.clock.now.getTime() + 60_000);
    const since = app.clock.now;
    await create({ title: 'Later', slug: 'later', status: 'scheduled', publishAt: at.toISOString() });
    expect((await app.get('/api/programs/later')).statusCode).toBe(404);

    app.clock.now = new Date(at.getTime() + 1000);
    await applyDueChanges(app.services, since);
    expect((await app.get('/api/programs/later')).json().data.status).toBe('published');
  });

  it('STAFF-18 leaves no redirect before it has been published', async () => {
    const { _id } = await create({ title: 'Slug', slug: 'first-idea', status: 'draft' });
    await update(_id, { slug: 'second-idea' });
    await update(_id, { status: 'published' });
    await update(_id, { slug: 'third-idea', status: 'draft' });
    await update(_id, { status: 'published' });

    expect((await app.get('/api/programs/first-idea')).statusCode).toBe(404);
    expect((await app.get('/api/programs/second-idea')).json().data.slug).toBe('third-idea');
  });
});
