import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

type Kind = 'posts' | 'programs';
const create = async (kind: Kind, fields: Record<string, string>) => {
  const image = await createImageFile();
  const images = kind === 'posts' ? { featuredImage: image, featuredImageAlt: 'A' } : { coverImage: image, coverImageAlt: 'A' };
  const extraFields = kind === 'posts' ? { category: 'C', status: 'published' } : {};
  const response = await app.form('POST', `/api/${kind}`, { title: 'A page', content: '<p>W</p>', ...extraFields, ...images, ...fields }, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data._id as string;
};
const changeSlug = async (kind: Kind, id: string, slug: string) => {
  const response = await app.form('PUT', `/api/${kind}/${id}`, { slug }, editor);
  expect(response.statusCode).toBe(200);
};
const find = async (kind: Kind, slug: string, token?: string) => {
  const response = await app.get(`/api/${kind}/${slug}`, token);
  return response.statusCode === 200 ? { id: response.json().data._id, slug: response.json().data.slug } : response.statusCode;
};
const list = async (query = '') => (await app.get(`/api/redirects?counts=true${query}`, editor)).json();
const getSlugs = async (query = '') => (await list(query)).data.map(({ slug }: { slug: string }) => slug);

describe.each(['posts', 'programs'] as const)('redirects of %s', (kind) => {
  it('STAFF-18 resolve to the document under its current slug, in one step even through a chain', async () => {
    const id = await create(kind, { slug: `${kind}-first` });
    await changeSlug(kind, id, `${kind}-second`);
    await changeSlug(kind, id, `${kind}-third`);

    for (const slug of ['first', 'second', 'third']) expect(await find(kind, `${kind}-${slug}`)).toEqual({ id, slug: `${kind}-third` });
    expect(await find(kind, `${kind}-fourth`)).toBe(404);
  });

  it('STAFF-18 two documents that swap slugs are each found under their current one', async () => {
    const [one, other] = [await create(kind, { slug: `${kind}-a` }), await create(kind, { slug: `${kind}-b` })];
    await changeSlug(kind, one, `${kind}-between`);
    await changeSlug(kind, other, `${kind}-a`);
    await changeSlug(kind, one, `${kind}-b`);

    expect(await find(kind, `${kind}-a`)).toEqual({ id: other, slug: `${kind}-a` });
    expect(await find(kind, `${kind}-b`)).toEqual({ id: one, slug: `${kind}-b` });
    expect(await find(kind, `${kind}-between`)).toEqual({ id: one, slug: `${kind}-b` });
    // A former slug that a document uses again is no longer listed.
    expect(await getSlugs(`&q=${kind}-`)).not.toContain(`${kind}-a`);
  });

  it('STAFF-18 a slug that is changed back is not a redirect', async () => {
    const id = await create(kind, { slug: `${kind}-home` });
    await changeSlug(kind, id, `${kind}-away`);
    await changeSlug(kind, id, `${kind}-home`);

    expect(await find(kind, `${kind}-home`)).toEqual({ id, slug: `${kind}-home` });
    expect(await find(kind, `${kind}-away`)).toEqual({ id, slug: `${kind}-home` });
  });

  it('STAFF-18 pause while the document is in the trash, and then resolve to its restored slug', async () => {
    const id = await create(kind, { slug: `${kind}-old` });
    await changeSlug(kind, id, `${kind}-kept`);
    await app.send('DELETE', `/api/${kind}/${id}`, undefined, editor);

    for (const slug of ['old', 'kept']) expect(await find(kind, `${kind}-${slug}`)).toBe(404);
    expect(await getSlugs(`&q=${kind}-old`)).toEqual([]);
    const other = await create(kind, { slug: `${kind}-kept` });
    await app.send('POST', `/api/${kind}/${id}/restore`, undefined, editor);
    expect(await find(kind, `${kind}-old`)).toEqual({ id, slug: `${kind}-kept-2` });
    expect(await find(kind, `${kind}-kept`)).toEqual({ id: other, slug: `${kind}-kept` });
  });

  it('STAFF-18 are listed with their targets, and can be removed', async () => {
    const id = await create(kind, { title: 'Hope club', slug: `${kind}-listed` });
    await changeSlug(kind, id, `${kind}-present`);
    const [item] = (await list(`&q=${kind}-listed`)).data;
    const kindName = kind.slice(0, -1);

    expect(item).toMatchObject({
      _id: `${kindName}:${kind}-listed`,
      kind: kindName,
      slug: `${kind}-listed`,
      documentId: id,
      documentSlug: `${kind}-present`,
      documentTitle: 'Hope club',
    });
    expect((await app.send('DELETE', `/api/redirects/${encodeURIComponent(item._id)}`, undefined, editor)).json()).toEqual({ data: { _id: item._id } });
    expect(await find(kind, `${kind}-listed`)).toBe(404);
    expect((await app.send('DELETE', `/api/redirects/${encodeURIComponent(item._id)}`, undefined, editor)).statusCode).toBe(404);
  });
});

describe('redirects', () => {
  it('STAFF-18 a draft that was never public leaves none', async () => {
    const id = await create('posts', { slug: 'never-seen', status: 'draft' });
    await changeSlug('posts', id, 'seen-later');

    expect(await find('posts', 'never-seen', editor)).toBe(404);
  });

  it('STAFF-18 the URL of a withdrawn post is not found by visitors', async () => {
    const id = await create('posts', { slug: 'withdrawn' });
    await changeSlug('posts', id, 'withdrawn-now');
    await app.form('PUT', `/api/posts/${id}`, { status: 'draft' }, editor);

    expect(await find('posts', 'withdrawn')).toBe(404);
    expect(await find('posts', 'withdrawn', editor)).toEqual({ id, slug: 'withdrawn-now' });
  });

  it('STAFF-18 a new document does not automatically get the former slug of another one', async () => {
    const id = await create('posts', { slug: 'annual-walk' });
    await changeSlug('posts', id, 'annual-walk-2025');
    await create('posts', { title: 'Annual walk' });

    expect(await find('posts', 'annual-walk')).toEqual({ id, slug: 'annual-walk-2025' });
  });

  it('STAFF-18 only editors list and remove them', async () => {
    const contributor = (await app.signInAs('contributor')).token;

    expect((await app.get('/api/redirects')).statusCode).toBe(401);
    expect((await app.get('/api/redirects', contributor)).statusCode).toBe(403);
    expect((await app.send('DELETE', '/api/redirects/post:x', undefined, contributor)).statusCode).toBe(403);
  });
});
