import type { LibraryImage } from '@site/shared/contracts/media';
import { emptyTrash, sweepTextImages, sweepVersionImages } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'A post', content: '<p>Text</p>', excerpt: 'E', category: 'C' };
const DAY_MS = 24 * 60 * 60 * 1000;
const KEY = { 'idempotency-key': '0123456789abcdef0123456789abcdef' };

let app: TestApp;
let ids: { editor: string; contributor: string };
let editor: string;
let contributor: string;
let file: Buffer;
const signIn = async (): Promise<void> => {
  editor = (await app.services.sessions.start(ids.editor, false)).token;
  contributor = (await app.services.sessions.start(ids.contributor, false)).token;
};
beforeAll(async () => {
  app = await startTestApp();
  ids = { editor: (await app.signInAs('editor')).userId, contributor: (await app.signInAs('contributor')).userId };
  file = await createImageFile();
});
beforeEach(signIn);
afterAll(() => app.stop());

const upload = async (fields: Readonly<Record<string, string | Buffer>> = {}, token = editor, headers: Record<string, string> = {}) => {
  const response = await app.form('POST', '/api/media', { alt: 'Drummers', ...fields, image: file }, token, headers);
  expect(response.statusCode).toBe(201);
  return response.json().data as LibraryImage;
};
const list = async (query = ''): Promise<LibraryImage[]> => (await app.get(`/api/media${query}`, editor)).json().data;
const getStatus = async (url: string, token?: string): Promise<number> => (await app.get(url, token)).statusCode;
const remove = async (id: string, token: string): Promise<number> => (await app.send('DELETE', `/api/media/${id}`, undefined, token)).statusCode;
const sweep = async (): Promise<void> => {
  await emptyTrash(app.services, 30);
  await sweepTextImages(app.services);
  await sweepVersionImages(app.services);
};

describe('uploads into the library', () => {
  it('NS-30 are listed as unused, for staff only, until a public document shows them', async () => {
    const image = await upload();

    expect(image).toMatchObject({ alt: 'Drummers', width: 60, height: 40, useCount: 0, uses: [], stays: true, mayChange: true });
    expect((await list('?use=none')).map(({ _id }) => _id)).toContain(image._id);
    expect([await getStatus(image.address), await getStatus(image.url)]).toEqual([404, 200]);
    const post = await app.form('POST', '/api/posts', { ...POST, imageId: image._id, status: 'published' }, editor);
    expect(post.json().data.featuredImageAlt).toBe('Drummers');
    expect(await getStatus(image.address)).toBe(200);
    expect((await list('?use=none')).map(({ _id }) => _id)).not.toContain(image._id);
  });

  it('are stored once, even if they are sent several times', async () => {
    const [one, other] = await Promise.all([upload({}, editor, KEY), upload({}, editor, KEY)]);
    const repeatedUpload = await upload({}, editor, KEY);
    // The same key from another user belongs to a separate upload.
    const uploadByOtherUser = await upload({}, contributor, KEY);

    expect(new Set([one._id, other._id, repeatedUpload._id]).size).toBe(1);
    expect(uploadByOtherUser._id).not.toBe(one._id);
    expect((await app.form('POST', '/api/media', { alt: 'A' }, editor)).json().errors).toEqual({ image: 'Choose a photo' });
    expect((await app.form('POST', '/api/media', { alt: 'A', image: file })).statusCode).toBe(401);
  });

  it('are kept while unused, even when the content that showed them is deleted', async () => {
    const unusedUpload = await upload();
    const image = await upload();
    const post = (await app.form('POST', '/api/posts', { ...POST, imageId: image._id }, editor)).json().data;
    await app.send('DELETE', `/api/posts/${post._id}`, undefined, editor);
    expect((await list()).map(({ _id }) => _id)).toContain(image._id);
    expect((await list('?use=none')).map(({ _id }) => _id)).not.toContain(image._id);
    expect([await getStatus(image.url), await getStatus(image.address)]).toEqual([200, 404]);

    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() + 400 * DAY_MS);
    await sweep();
    await signIn();
    expect((await list('?use=none')).map(({ _id }) => _id)).toEqual(expect.arrayContaining([unusedUpload._id, image._id]));
    app.clock.now = now;
  });

  it('NS-31 are replaced under their URL, and the former file is deleted with the last version that shows it', async () => {
    const image = await upload({}, editor, { 'idempotency-key': 'fedcba9876543210fedcba9876543210' });
    const post = (await app.form('POST', '/api/posts', { ...POST, imageId: image._id, status: 'published' }, editor)).json().data;

    expect((await app.form('PUT', `/api/media/${image._id}`, { image: file }, editor)).json().data).toMatchObject({ _id: image._id, version: 2 });

    const { imageId } = (await app.get(`/api/versions/post/${post._id}/1`, editor)).json().data;
    await app.services.db.deleteFrom('versions').execute();
    await sweep();
    const rows = await app.services.db.selectFrom('pictures').select('id').where('id', 'in', [image._id, imageId]).execute();
    expect(rows).toEqual([{ id: image._id }]);
  });

  it('NS-08 can be changed and deleted by their contributor while they are unused', async () => {
    const ownUpload = await upload({}, contributor);
    const other = await upload();
    const put = async (id: string) => (await app.form('PUT', `/api/media/${id}`, { alt: 'Mine' }, contributor)).statusCode;
    expect(ownUpload.mayChange).toBe(true);
    expect([await put(ownUpload._id), await put(other._id), await remove(other._id, contributor)]).toEqual([200, 403, 403]);

    const post = (await app.form('POST', '/api/posts', { ...POST, imageId: ownUpload._id, status: 'published' }, editor)).json().data;
    expect([await put(ownUpload._id), await remove(ownUpload._id, contributor), await remove(ownUpload._id, editor)]).toEqual([403, 403, 409]);
    await app.form('PUT', `/api/posts/${post._id}`, { removeFeaturedImage: 'true' }, editor);
    expect(await remove(ownUpload._id, contributor)).toBe(409);
    expect(await remove(ownUpload._id, editor)).toBe(200);
    expect(await remove((await upload({}, contributor))._id, contributor)).toBe(200);
  });

  it('PRIV-30 are published with the consent that was recorded with them', async () => {
    const minorsUpload = await upload({ showsMinors: 'true', consentBy: 'Mrs Okoro, mother', consentOn: '2026-01-31' });
    const unknownConsentUpload = await upload({ showsMinors: 'true' });
    const publish = async (imageId: string) => (await app.form('POST', '/api/posts', { ...POST, imageId, status: 'published' }, editor)).json();

    expect((await publish(minorsUpload._id)).data).toMatchObject({ status: 'published' });
    expect(Object.keys((await publish(unknownConsentUpload._id)).errors).sort()).toEqual(['consentBy', 'consentOn']);
  });
});

describe('the trash of the library', () => {
  const listTrash = async (query = '?media=true', token = editor): Promise<{ kind: string; _id: string; title: string }[]> =>
    (await app.get(`/api/trash${query}`, token)).json().data;
  const restore = async (id: string, token = editor) => app.send('POST', `/api/media/${id}/restore`, undefined, token);
  const create = async (fields: Readonly<Record<string, string>>) =>
    (await app.form('POST', '/api/posts', { ...POST, status: 'published', ...fields }, editor)).json().data;

  it('NS-33 holds deleted images, hidden everywhere, and restores them unchanged', async () => {
    const image = await upload({ alt: 'In the trash' });
    const storedImage = (await app.get(`/api/media/${image._id}`, editor)).json();

    expect(await remove(image._id, editor)).toBe(200);
    expect([await getStatus(`/api/media/${image._id}`, editor), await getStatus(image.url), await remove(image._id, editor)]).toEqual([404, 404, 404]);
    expect((await list()).map(({ _id }) => _id)).not.toContain(image._id);
    const choose = await app.form('POST', '/api/posts', { ...POST, imageId: image._id }, editor);
    expect(choose.json().errors).toEqual({ featuredImage: 'This photo no longer exists' });
    expect((await listTrash()).find(({ _id }) => _id === image._id)).toMatchObject({ kind: 'media', title: 'In the trash' });
    // Without the `media` parameter, the list omits library images, because clients of an earlier release do not support this kind.
    expect((await listTrash('')).map(({ kind }) => kind)).not.toContain('media');
    expect((await listTrash('?kind=media&q=in+the')).map(({ _id }) => _id)).toContain(image._id);

    expect((await restore(image._id)).json()).toEqual(storedImage);
    expect((await restore(image._id)).json()).toEqual(storedImage);
    expect(await getStatus(image.url)).toBe(200);
  });

  it('NS-33 names the content that keeps an image from being deleted', async () => {
    const image = await upload();
    await create({ imageId: image._id, title: 'Hub day' });
    const getRefusalMessage = async () => (await app.send('DELETE', `/api/media/${image._id}`, undefined, editor)).json().message;

    expect(await getRefusalMessage()).toBe('“Hub day” uses this photo. Remove it there first.');
    await create({ title: 'Second', content: `<p>W</p><img src="${image.address}" alt="A">` });
    expect(await getRefusalMessage()).toBe('“Hub day” and 1 other item use this photo. Remove it there first.');
  });

  it('NS-08 shows contributors only their own uploads', async () => {
    const ownUpload = await upload({}, contributor);
    const other = await upload();
    for (const { _id } of [ownUpload, other]) await remove(_id, editor);

    const trashedIds = (await listTrash('?media=true', contributor)).map(({ _id }) => _id);
    expect([trashedIds.includes(ownUpload._id), trashedIds.includes(other._id)]).toEqual([true, false]);
    expect([(await restore(other._id, contributor)).statusCode, (await restore(ownUpload._id, contributor)).statusCode]).toEqual([403, 200]);
  });

  it('PRIV-32 is emptied after 30 days: versions lose the image, unless content shows it again', async () => {
    const expiredUpload = await upload();
    const restoredUpload = await upload();
    const posts = [await create({ imageId: expiredUpload._id }), await create({ imageId: restoredUpload._id })];
    for (const { _id } of posts) await app.form('PUT', `/api/posts/${_id}`, { removeFeaturedImage: 'true' }, editor);
    for (const { _id } of [expiredUpload, restoredUpload]) expect(await remove(_id, editor)).toBe(200);
    // A version still shows the image, so staff can see it, but visitors cannot.
    expect([await getStatus(expiredUpload.url), await getStatus(expiredUpload.address)]).toEqual([200, 404]);
    await app.form('PUT', `/api/posts/${posts[1]._id}`, { imageId: restoredUpload._id }, editor);
    expect(await getStatus(restoredUpload.address)).toBe(200);
    expect((await list()).map(({ _id }) => _id)).toContain(restoredUpload._id);
    expect((await listTrash()).map(({ _id }) => _id)).not.toContain(restoredUpload._id);

    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() + 31 * DAY_MS);
    await emptyTrash(app.services, 30);
    app.clock.now = now;
    await signIn();

    const rows = await app.services.db.selectFrom('pictures').select('id').where('id', 'in', [expiredUpload._id, restoredUpload._id]).execute();
    expect(rows).toEqual([{ id: restoredUpload._id }]);
    expect(await getStatus(expiredUpload.url)).toBe(404);
    expect((await app.get(`/api/versions/post/${posts[0]._id}/1`, editor)).json().data).toMatchObject({ imageId: '', image: '' });
    expect((await restore(expiredUpload._id)).statusCode).toBe(404);
  });
});
