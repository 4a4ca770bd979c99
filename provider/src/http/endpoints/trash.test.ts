import { applyDueChanges } from '../../maintenance/due-changes.ts';
import { emptyTrash } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let editor: string;
let contributor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  contributor = (await app.signInAs('contributor')).token;
});
afterAll(() => app.stop());

const form = async (url: string, fields: Record<string, string | Buffer>, token = editor) => {
  const response = await app.form('POST', url, fields, token);
  if (response.statusCode !== 201) throw new Error(`responded with ${response.statusCode}: ${response.body}`);
  return response.json().data;
};
const createPost = async (fields: Record<string, string> = {}, token = editor) =>
  form('/api/posts', { title: 'A post', category: 'C', content: '<p>W</p>', featuredImage: await createImageFile(), featuredImageAlt: 'A', ...fields }, token);
const day = (offset: number) => new Date(app.clock.now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
const createEvent = async (fields: Record<string, string> = {}) =>
  form('/api/events', { title: 'Walk', date: day(3), time: '16:00', location: 'Lagos', featuredImage: await createImageFile(), ...fields });
const createAlbum = async (name: string) => (await app.send('POST', '/api/gallery/albums', { name }, editor)).json().data;
const createImage = async (fields: Record<string, string> = {}) =>
  form('/api/gallery', { image: await createImageFile(), title: 'Image', alt: 'A', ...fields });
const createProgram = async () => form('/api/programs', { title: 'Club', content: '<p>W</p>', coverImage: await createImageFile(), coverImageAlt: 'A' });
const remove = (url: string, token = editor) => app.send('DELETE', url, undefined, token);
const restore = (url: string, token = editor) => app.send('POST', `${url}/restore`, undefined, token);
const revision = async () => Number((await app.get('/api/revision')).headers['x-content-revision']);

describe('the trash', () => {
  it.each([
    ['post', '/api/posts', '/api/posts?status=all', () => createPost({ status: 'published' }), 'featuredImage'],
    ['event', '/api/events', '/api/events?status=all', createEvent, 'featuredImage'],
    ['image', '/api/gallery', '/api/gallery?status=all', createImage, 'url'],
    ['program', '/api/programs', '/api/programs', createProgram, 'coverImage'],
  ])('NS-09 hides a %s everywhere, and restores it completely, with its image', async (kind, url, list, create, image) => {
    const createdDocument = await create();
    const storedDocument = (await app.get(`${url}/${createdDocument._id}`, editor)).json();
    const before = await revision();

    expect((await remove(`${url}/${createdDocument._id}`)).json()).toEqual({ data: { _id: createdDocument._id } });
    expect(await revision()).toBe(before + 1);
    expect((await app.get(`${url}/${createdDocument._id}`, editor)).statusCode).toBe(404);
    expect((await app.get(list, editor)).body).not.toContain(createdDocument._id);
    expect((await app.get(url)).body).not.toContain(createdDocument._id);
    expect((await app.get('/api/dashboard', editor)).body).not.toContain(createdDocument._id);
    expect((await app.get(createdDocument[image])).statusCode).toBe(404);
    expect((await app.get('/api/trash', editor)).json().data[0]).toEqual({
      kind,
      _id: createdDocument._id,
      title: createdDocument.title,
      deletedAt: app.clock.now.toISOString(),
      wasPublic: true,
    });
    expect((await remove(`${url}/${createdDocument._id}`)).statusCode).toBe(404);
    expect((await app.form('PUT', `${url}/${createdDocument._id}`, { title: 'No' }, editor)).statusCode).toBe(404);

    const restoreResponse = await restore(`${url}/${createdDocument._id}`);
    // The new `updatedAt` lets editors that were already open detect the change.
    expect(restoreResponse.json()).toEqual({ data: { ...storedDocument.data, updatedAt: restoreResponse.json().data.updatedAt } });
    expect(restoreResponse.json().data.updatedAt > storedDocument.data.updatedAt).toBe(true);
    expect(await revision()).toBe(before + 2);
    expect((await app.get(createdDocument[image])).statusCode).toBe(200);
    expect((await app.get(url)).body).toContain(createdDocument._id);
    expect((await restore(`${url}/${createdDocument._id}`)).json()).toEqual(restoreResponse.json());
    expect((await restore(`${url}/ffffffffffffffffffffffff`)).statusCode).toBe(404);
  });

  it('frees the slug of a post, and restores the post under the next free one', async () => {
    const first = await createPost({ slug: 'same' });
    await remove(`/api/posts/${first._id}`);
    const second = await createPost({ slug: 'same' });

    expect(second.slug).toBe('same');
    expect((await restore(`/api/posts/${first._id}`)).json().data.slug).toBe('same-2');
  });

  it('API-12 retains the images of an album in the trash, and restores them with it', async () => {
    const album = await createAlbum('Album');
    const image = await createImage({ album: album._id });
    const read = async () => (await app.get(`/api/gallery/${image._id}`)).json().data;

    await remove(`/api/gallery/albums/${album._id}`);
    expect((await read()).album).toBeNull();
    // Saving the image while the album is in the trash does not remove it from the album.
    await app.form('PUT', `/api/gallery/${image._id}`, { title: 'Another' }, editor);
    expect((await app.get(`/api/gallery/albums/${album._id}/images`)).statusCode).toBe(404);
    expect((await app.form('PUT', `/api/gallery/${image._id}`, { album: album._id }, editor)).statusCode).toBe(422);
    const other = await createAlbum('album');
    expect((await restore(`/api/gallery/albums/${album._id}`)).json().errors).toEqual({ name: 'Another album has this name now' });
    await app.send('PUT', `/api/gallery/albums/${other._id}`, { name: 'Third' }, editor);

    expect((await restore(`/api/gallery/albums/${album._id}`)).json()).toEqual({ data: { _id: album._id, name: 'Album' } });
    expect((await read()).album).toEqual({ _id: album._id });
  });

  it('restores applications, without a new revision', async () => {
    const application = { name: 'N', email: 'n@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'M' };
    await app.send('POST', '/api/forms/volunteer', application);
    const [storedApplication] = (await app.get('/api/applications', editor)).json().data;
    const before = await revision();

    await remove(`/api/applications/${storedApplication._id}`);
    expect((await app.get('/api/applications', editor)).json().data).toEqual([]);
    expect((await app.get('/api/dashboard', editor)).json().data.newApplications).toBe(0);
    expect((await app.send('PUT', `/api/applications/${storedApplication._id}`, { isRead: true }, editor)).statusCode).toBe(404);
    expect((await restore(`/api/applications/${storedApplication._id}`)).json().data).toEqual(storedApplication);
    expect(await revision()).toBe(before);
  });

  it('NS-08 lets contributors restore their own drafts only', async () => {
    const ownPost = await createPost({ status: 'draft' }, contributor);
    const foreignPost = await createPost({ status: 'draft' });
    for (const { _id } of [ownPost, foreignPost]) await remove(`/api/posts/${_id}`);
    const visibleItems = (await app.get('/api/trash', contributor)).json().data;

    expect(visibleItems.map((each: { _id: string }) => each._id)).toEqual([ownPost._id]);
    expect((await restore(`/api/posts/${foreignPost._id}`, contributor)).statusCode).toBe(403);
    expect((await restore(`/api/posts/${ownPost._id}`, contributor)).statusCode).toBe(200);
    expect((await restore(`/api/posts/${foreignPost._id}`)).statusCode).toBe(200);
  });

  it('is emptied after 30 days, including images', async () => {
    const [oldPost, youngPost] = [await createPost({ slug: 'old' }), await createPost({ slug: 'young' })];
    await remove(`/api/posts/${oldPost._id}`);
    app.clock.now = new Date(app.clock.now.getTime() + 29 * DAY_MS);
    await remove(`/api/posts/${youngPost._id}`);

    await emptyTrash(app.services, 30);
    expect((await app.services.db.selectFrom('posts').select('id').where('id', '=', oldPost._id).execute()).length).toBe(1);
    app.clock.now = new Date(app.clock.now.getTime() + 1 * DAY_MS);
    const countImages = async () => (await app.services.db.selectFrom('pictures').select('id').execute()).length;
    const before = await countImages();
    expect(await emptyTrash(app.services, 30)).toBe(1);

    expect(await countImages()).toBe(before - 1);
    const secondToken = (await app.signInAs('editor')).token;
    expect((await restore(`/api/posts/${oldPost._id}`, secondToken)).statusCode).toBe(404);
    expect((await restore(`/api/posts/${youngPost._id}`, secondToken)).statusCode).toBe(200);
    app.clock.now = new Date();
  });

  it('does not publish scheduled documents in it, or restored ones whose time has passed', async () => {
    const at = new Date(app.clock.now.getTime() + 60_000);
    const event = await createEvent({ status: 'scheduled', publishAt: at.toISOString() });
    await remove(`/api/events/${event._id}`);
    const status = async () => (await app.get(`/api/events/${event._id}`, editor)).json().data.status;

    app.clock.now = new Date(at.getTime() + 1);
    await applyDueChanges(app.services, at);
    await restore(`/api/events/${event._id}`);
    await applyDueChanges(app.services, at);

    expect(await status()).toBe('draft');
    app.clock.now = new Date();
  });
});
