import { galleryImageSchema } from '@site/shared/contracts/gallery';
import { createImageFile } from '../../testing/images.ts';
import { readData } from '../../testing/read-data.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
let contributor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  contributor = (await app.signInAs('contributor')).token;
});
afterAll(() => app.stop());

describe('the gallery', () => {
  const createAlbum = async (name: string): Promise<{ _id: string; name: string }> =>
    (await app.send('POST', '/api/gallery/albums', { name }, editor)).json().data;
  const createImage = async (fields: Record<string, string> = {}) =>
    readData(galleryImageSchema, await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'T', alt: 'A', ...fields }, editor), 201);

  it('API-11 API-10 X-16 creates, changes and deletes images, and shows unpublished ones to staff only', async () => {
    const album = await createAlbum('First');
    const image = await createImage({ album: album._id });

    expect(image).toMatchObject({ album: { _id: album._id }, width: 60, height: 40, published: true });
    expect((await app.get(`/api/gallery/${image._id}`)).statusCode).toBe(200);
    const hiddenImage = readData(galleryImageSchema, await app.form('PUT', `/api/gallery/${image._id}`, { published: 'false', album: '' }, editor));
    expect(hiddenImage.album).toBeNull();
    expect((await app.get(`/api/gallery/${image._id}`)).statusCode).toBe(404);
    expect((await app.get('/api/gallery/published')).body).not.toContain(image._id);
    expect((await app.get(image.url)).statusCode).toBe(404);
    expect((await app.get(hiddenImage.url)).statusCode).toBe(200);
    expect((await app.get('/api/gallery', editor)).body).toContain(image._id);
    expect((await app.get('/api/gallery')).body).not.toContain(image._id);
    expect((await app.get('/api/gallery?status=all')).statusCode).toBe(401);
    expect((await app.send('DELETE', `/api/gallery/${image._id}`, undefined, editor)).statusCode).toBe(200);
    expect((await app.get(hiddenImage.url)).statusCode).toBe(404);
  });

  it('API-11 stores an image once, even if it is sent again with the same idempotency key', async () => {
    const fields = { image: await createImageFile(), title: 'Sent again', published: 'false' };
    const send = (key: string, token = editor) => app.form('POST', '/api/gallery', fields, token, { 'idempotency-key': key });
    const key = 'a'.repeat(32);
    const first = readData(galleryImageSchema, await send(key), 201);
    expect(readData(galleryImageSchema, await send(key), 201)._id).toBe(first._id);
    const concurrentResponses = await Promise.all(Array.from({ length: 3 }, () => send('b'.repeat(32))));
    expect(new Set(concurrentResponses.map((response) => readData(galleryImageSchema, response, 201)._id)).size).toBe(1);
    expect(readData(galleryImageSchema, await send(key, contributor), 201)._id).not.toBe(first._id);
    expect((await send('short')).statusCode).toBe(400);
    expect((await app.get('/api/gallery?q=sent+again&limit=10', editor)).json().page.total).toBe(3);

    // The image is deleted before the client, which never received the response, retries its request.
    await app.send('DELETE', `/api/gallery/${first._id}`, undefined, editor);
    expect(readData(galleryImageSchema, await send(key), 201)._id).toBe(first._id);
    expect((await app.get(`/api/gallery/${first._id}`, editor)).statusCode).toBe(404);
  });

  it('API-12 API-13 requires unique album names, and retains the images of a deleted album', async () => {
    const album = await createAlbum('Second');
    const image = await createImage({ album: album._id });

    const nameTakenResponse = await app.send('POST', '/api/gallery/albums', { name: ' SECOND ' }, editor);
    expect((await app.form('POST', '/api/gallery/albums', { name: 'As a form' }, editor)).statusCode).toBe(201);
    expect(nameTakenResponse.statusCode).toBe(409);
    expect(nameTakenResponse.json().errors).toEqual({ name: 'An album with this name already exists' });
    expect((await app.send('PUT', `/api/gallery/albums/${album._id}`, { name: 'Third' }, editor)).json()).toEqual({ data: { _id: album._id, name: 'Third' } });
    expect((await app.get(`/api/gallery/albums/${album._id}`)).json()).toEqual({ data: { _id: album._id, name: 'Third' } });
    expect((await app.send('DELETE', `/api/gallery/albums/${album._id}`, undefined, editor)).statusCode).toBe(200);
    expect(readData(galleryImageSchema, await app.get(`/api/gallery/${image._id}`)).album).toBeNull();
    expect((await app.get(`/api/gallery/albums/${album._id}/images`)).statusCode).toBe(404);
  });

  it('API-15 moves all images or none', async () => {
    const album = await createAlbum('Target');
    const [one, other] = [await createImage(), await createImage()];
    const move = (imageIds: string[], albumId: string | null) => app.send('POST', '/api/gallery/move-to-album', { imageIds, albumId }, editor);
    const countAlbumImages = async () => (await app.get(`/api/gallery/albums/${album._id}/images`)).json().data.length;

    expect((await move([one._id, 'ffffffffffffffffffffffff'], album._id)).statusCode).toBe(404);
    expect(await countAlbumImages()).toBe(0);
    expect((await move([one._id, other._id, one._id], album._id)).statusCode).toBe(200);
    expect(await countAlbumImages()).toBe(2);
    expect((await move([one._id], 'ffffffffffffffffffffffff')).statusCode).toBe(404);
    expect((await move([one._id], null)).statusCode).toBe(200);
    expect(await countAlbumImages()).toBe(1);
  });

  it('persists the order that staff give to an album: new images first, then the ordered ones', async () => {
    const album = await createAlbum('Ordered');
    const [one, two, three] = [await createImage({ album: album._id }), await createImage({ album: album._id }), await createImage({ album: album._id })];
    const other = await createImage();
    const order = (imageIds: string[]) => app.send('POST', `/api/gallery/albums/${album._id}/order`, { imageIds }, editor);
    const ids = async () => (await app.get(`/api/gallery/albums/${album._id}/images`)).json().data.map((image: { _id: string }) => image._id);

    expect((await order([two._id, one._id, three._id])).json()).toEqual({ data: { _id: album._id, name: 'Ordered' } });
    expect(await ids()).toEqual([two._id, one._id, three._id]);
    expect((await order([three._id, other._id])).statusCode).toBe(404);
    expect(await ids()).toEqual([two._id, one._id, three._id]);
    await order([three._id]);
    const latestImage = await createImage({ album: album._id });
    expect(await ids()).toEqual([latestImage._id, three._id, two._id, one._id]);
    // An image that is removed from the album and added again loses its position.
    await app.send('POST', '/api/gallery/move-to-album', { imageIds: [one._id], albumId: null }, editor);
    await app.send('POST', '/api/gallery/move-to-album', { imageIds: [one._id, three._id], albumId: album._id }, editor);
    expect((await ids()).slice(2)).toEqual([three._id, two._id]);
    expect((await app.send('POST', '/api/gallery/albums/none/order', { imageIds: [one._id] }, editor)).statusCode).toBe(404);
  });

  it('persists the order of albums, and shows staff the image count and first image of each', async () => {
    const read = async (token?: string) => (await app.get('/api/gallery/albums', token)).json().data;
    const before: Array<{ _id: string }> = await read();
    const [emptyAlbum, fullAlbum] = [await createAlbum('Empty'), await createAlbum('Full')];
    await createImage({ album: fullAlbum._id });
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    const latestImage = await createImage({ album: fullAlbum._id, published: 'false' });

    const orderedAlbums = (await app.send('POST', '/api/gallery/albums/order', { albumIds: [fullAlbum._id, emptyAlbum._id] }, editor)).json().data;

    expect(orderedAlbums.map((album: { _id: string }) => album._id)).toEqual([fullAlbum._id, emptyAlbum._id, ...before.map((album) => album._id)]);
    expect(await read()).toEqual(orderedAlbums);
    expect((await read(editor)).slice(0, 2)).toEqual([
      { ...fullAlbum, count: 2, cover: latestImage.url },
      { ...emptyAlbum, count: 0, cover: '' },
    ]);
    expect((await app.send('POST', '/api/gallery/albums/order', { albumIds: ['none'] }, editor)).statusCode).toBe(404);
  });

  it('returns the focal point', async () => {
    const image = await createImage({ focalX: '0.25', focalY: '1' });

    expect(image).toMatchObject({ focalX: 0.25, focalY: 1 });
    expect(await createImage()).toMatchObject({ focalX: null, focalY: null });
  });

  it('NS-32 counts no decorative image as one without alternative text, for editors and for the contributor who added it', async () => {
    const readMissingAlt = async (token: string) => {
      const { data, page } = (await app.get('/api/gallery?scope=all&missing=alt&limit=100&counts=true', token)).json();
      const { attention } = (await app.get('/api/dashboard', token)).json().data;
      const [listed, onDashboard] = [data, attention].map((items: readonly { readonly _id: string }[]) => items.map(({ _id }) => _id));
      return { listed, onDashboard, count: page.counts.missingAlt };
    };
    const before = await readMissingAlt(editor);
    const send = async (fields: Record<string, string>) =>
      readData(galleryImageSchema, await app.form('POST', '/api/gallery', { image: await createImageFile(), alt: '', ...fields }, contributor), 201);
    const decorativeImage = await send({ decorative: 'true' });
    const imageWithoutAlt = await send({});

    for (const token of [editor, contributor]) {
      const after = await readMissingAlt(token);
      expect(after).toMatchObject({ listed: expect.arrayContaining([imageWithoutAlt._id]), onDashboard: expect.arrayContaining([imageWithoutAlt._id]) });
      expect([...(after.listed ?? []), ...(after.onDashboard ?? [])]).not.toContain(decorativeImage._id);
      expect(after.count).toBe(before.count + 1);
    }
  });

  it('NS-08 lets contributors upload unpublished images only', async () => {
    const send = async (fields: Record<string, string>) => app.form('POST', '/api/gallery', { image: await createImageFile(), ...fields }, contributor);

    expect((await send({ published: 'true' })).statusCode).toBe(403);
    expect(readData(galleryImageSchema, await send({}), 201).published).toBe(false);
    expect((await app.send('POST', '/api/gallery/albums', { name: 'X' }, contributor)).statusCode).toBe(403);
  });
});
