import type { LibraryImage } from '@site/shared/contracts/media';
import { foldText } from '@site/shared/domain/fold-text';
import { waitUntil } from '@site/shared/testing/wait-until';
import { emptyTrash, sweepTextImages, sweepVersionImages } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'A post', content: '<p>Text</p>', excerpt: 'E', category: 'C' };
const EVENT = { title: 'An event', date: '2030-01-01', time: '16:00', location: 'L', category: 'C', description: 'D' };
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let ids: { editor: string; contributor: string };
let editor: string;
let contributor: string;
let file: Buffer;
let largerFile: Buffer;
const signIn = async (): Promise<void> => {
  editor = (await app.services.sessions.start(ids.editor, false)).token;
  contributor = (await app.services.sessions.start(ids.contributor, false)).token;
};
beforeAll(async () => {
  app = await startTestApp();
  ids = { editor: (await app.signInAs('editor')).userId, contributor: (await app.signInAs('contributor')).userId };
  file = await createImageFile();
  largerFile = await createImageFile(640, 480);
});
beforeEach(async () => {
  app.clock.now = new Date();
  await signIn();
});
afterAll(() => app.stop());

type Fields = Readonly<Record<string, string | Buffer>>;
const getId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
const create = async (url: string, fields: Fields, token = editor) => {
  const response = await app.form('POST', url, fields, token);
  expect([response.statusCode, response.json().errors]).toEqual([201, undefined]);
  return response.json().data;
};
const update = async (url: string, fields: Fields, token = editor) => {
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  const response = await app.form('PUT', url, fields, token);
  expect([response.statusCode, response.json().errors]).toEqual([200, undefined]);
  return response.json().data;
};
const list = async (query = ''): Promise<LibraryImage[]> => (await app.get(`/api/media${query}`, editor)).json().data;
const read = async (id: string, token = editor): Promise<LibraryImage> => (await app.get(`/api/media/${id}`, token)).json().data;
const addToGallery = async (fields: Fields = {}) => create('/api/gallery', { image: file, title: 'Hub day', alt: 'Dancers on a stage', ...fields });
const getStatus = async (url: string): Promise<number> => (await app.get(url)).statusCode;

describe('the library of images', () => {
  it('NS-30 lists every image once, with the content that shows it', async () => {
    const photo = await addToGallery();
    const id = getId(photo.url);
    const post = await create('/api/posts', { ...POST, imageId: id, content: `<p>W</p><img src="${photo.url}" alt="In the text">`, status: 'published' });
    const draft = await create('/api/events', { ...EVENT, title: 'Draft', imageId: id, status: 'draft' });

    const matches = (await list()).filter(({ _id }) => _id === id);

    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({ alt: 'Dancers on a stage', width: 60, height: 40, useCount: 4, mayChange: true });
    expect(matches[0]?.uses.map(({ kind, _id, as, isPublic }) => [kind, _id, as, isPublic])).toEqual([
      ['post', post._id, 'image', true],
      ['post', post._id, 'text', true],
      ['image', photo._id, 'image', true],
      ['event', draft._id, 'image', false],
    ]);
    expect([getId(post.featuredImage), post.featuredImageAlt]).toEqual([id, 'Dancers on a stage']);
    // The text no longer shows the image, and the event is in the trash.
    await update(`/api/posts/${post._id}`, { content: '<p>Without</p>' });
    await app.send('DELETE', `/api/events/${draft._id}`, undefined, editor);
    expect((await read(id)).uses.map(({ _id, as, isTrashed }) => [_id, as, isTrashed])).toEqual([
      [post._id, 'image', false],
      [photo._id, 'image', false],
      [draft._id, 'image', true],
    ]);
  });

  it('NS-30 is searched by alternative text and titles, and filtered', async () => {
    const album = (await app.send('POST', '/api/gallery/albums', { name: 'Schools' }, editor)).json().data;
    const firstId = getId((await addToGallery({ title: 'Ilé-Ifẹ̀ visit', alt: 'Pupils read', album: album._id })).url);
    const secondId = getId((await create('/api/posts', { ...POST, title: 'Kano starts', featuredImage: file })).featuredImage);
    const unusedPost = await create('/api/posts', { ...POST, title: 'Was illustrated', featuredImage: file, featuredImageAlt: 'An empty hall' });
    await update(`/api/posts/${unusedPost._id}`, { removeFeaturedImage: 'true' });
    const thirdId = getId(unusedPost.featuredImage);
    const find = async (query: string) => (await list(query)).map(({ _id }) => _id).filter((id) => [firstId, secondId, thirdId].includes(id));

    expect(await find('?q=ile+ife')).toEqual([firstId]);
    expect(await find('?q=pupils')).toEqual([firstId]);
    expect(await find('?q=kano')).toEqual([secondId]);
    expect(await find('?q=pupils+kano')).toEqual([]);
    expect(await find('?q=empty+hall')).toEqual([thirdId]);
    expect(await find('?missing=alt')).toEqual([secondId]);
    expect(await find('?use=none')).toEqual([thirdId]);
    expect(await find(`?album=${album._id}`)).toEqual([firstId]);
    expect(await find('?album=none')).toEqual([]);
    expect(await find('?since=2000-01-01&until=2000-12-31')).toEqual([]);
    expect((await find('?since=2000-01-01')).sort()).toEqual([firstId, secondId, thirdId].sort());
    const { data, page } = (await app.get('/api/media?limit=1&offset=1&counts=true', editor)).json();
    expect([data.length, page.offset, page.counts.all]).toEqual([1, 1, page.total]);
    expect(page.counts.unused).toBe((await list('?use=none')).length);
    expect((await app.get('/api/media')).statusCode).toBe(401);
  });

  it('NS-30 is sorted by alternative text, and images without one come last in both directions', async () => {
    for (const alt of ['Zebra crossing', 'Àdìrẹ market', '', 'market']) await addToGallery({ alt });
    const listSortedAltTexts = async (sort: string) => (await list(`?sort=${sort}`)).map(({ alt }) => foldText(alt));
    const [ascending, descending] = [await listSortedAltTexts('alt'), await listSortedAltTexts('-alt')];
    const filledAltTexts = ascending.filter((alt) => alt !== '');
    const emptyAltTexts = ascending.filter((alt) => alt === '');

    expect(filledAltTexts).toEqual([...filledAltTexts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect(emptyAltTexts.length).toBeGreaterThan(0);
    expect(ascending).toEqual([...filledAltTexts, ...emptyAltTexts]);
    expect(descending).toEqual([...filledAltTexts.reverse(), ...emptyAltTexts]);
  });

  it.each<[string, (image: LibraryImage) => string | number]>([
    ['createdAt', ({ createdAt }) => createdAt],
    ['bytes', ({ bytes }) => bytes],
  ])('NS-30 is sorted by %s in both directions, and then by id', async (sort, getKey) => {
    for (const [alt, image] of [
      ['Zebra', file],
      ['Àdìrẹ cloth', largerFile],
      ['market', file],
    ] as const)
      await addToGallery({ alt, image });
    const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
    const expected = (await list()).sort((a, b) => compare(getKey(a), getKey(b)) || compare(a._id, b._id)).map(({ _id }) => _id);

    expect(new Set((await list()).map(getKey)).size).toBeGreaterThan(1);
    expect((await list(`?sort=${sort}`)).map(({ _id }) => _id)).toEqual(expected);
    const descending = (await list(`?sort=-${sort}`)).map(getKey);
    expect(descending).toEqual([...descending].sort((a, b) => compare(b, a)));
    expect((await list(`?sort=${sort}&limit=2&offset=1`)).map(({ _id }) => _id)).toEqual(expected.slice(1, 3));
  });

  it('SEC-20 PRIV-32 shows an image to everyone while public content shows it, otherwise to staff, and hides it in the trash', async () => {
    const draft = await create('/api/posts', { ...POST, title: 'Draft', featuredImage: file });
    const id = getId(draft.featuredImage);
    const { address } = await read(id);
    expect([await getStatus(address), await getStatus((await read(id)).url)]).toEqual([404, 200]);

    const event = await create('/api/events', { ...EVENT, imageId: id, status: 'published' });
    expect([await getStatus(address), (await read(id)).url]).toEqual([200, address]);
    await update(`/api/events/${event._id}`, { status: 'draft' });
    expect(await getStatus(address)).toBe(404);
    // The text of this program shows an image that was not uploaded for use in texts.
    const text = await create('/api/programs', { title: 'With text', content: `<p>W</p><img src="${address}" alt="A">` });
    expect(await getStatus(address)).toBe(200);
    await app.send('DELETE', `/api/programs/${text._id}`, undefined, editor);
    expect(await getStatus(address)).toBe(404);
    for (const url of [`/api/posts/${draft._id}`, `/api/events/${event._id}`]) await app.send('DELETE', url, undefined, editor);
    expect((await list()).map(({ _id }) => _id)).not.toContain(id);
  });

  it('PRIV-31 removes a withdrawn image from everything that shows it', async () => {
    const photo = await addToGallery();
    const id = getId(photo.url);
    const post = await create('/api/posts', {
      ...POST,
      imageId: id,
      content: `<p>W</p><figure><img src="${photo.url}" alt="A"></figure>`,
      status: 'published',
    });
    const event = await create('/api/events', { ...EVENT, imageId: id, status: 'draft' });

    expect((await app.send('DELETE', `/api/pictures/${id}`, undefined, editor)).statusCode).toBe(200);

    expect(await getStatus(photo.url)).toBe(404);
    expect((await app.get(`/api/media/${id}`, editor)).statusCode).toBe(404);
    expect((await app.get(`/api/posts/${post._id}`)).json().data).toMatchObject({ featuredImage: '', featuredImageAlt: '', content: '<p>W</p>' });
    expect((await app.get(`/api/events/${event._id}`, editor)).json().data.featuredImage).toBe('');
    expect((await app.get(`/api/gallery/${photo._id}`, editor)).statusCode).toBe(404);
    expect(await app.services.db.selectFrom('text_images').selectAll().where('image_id', '=', id).execute()).toEqual([]);
  });

  it('PRIV-30 never publishes an image of minors without consent, and keeps the consent of a public image', async () => {
    const consentFields = { showsMinors: 'true', consentBy: 'Mrs Okoro, mother', consentOn: '2026-01-31' };
    const id = getId((await addToGallery({ published: 'false', showsMinors: 'true' })).url);
    const choose = (fields: Fields) => app.form('POST', '/api/posts', { ...POST, imageId: id, status: 'published', ...fields }, editor);
    expect(Object.keys((await choose({})).json().errors).sort()).toEqual(['consentBy', 'consentOn']);

    expect((await choose(consentFields)).statusCode).toBe(201);
    expect((await read(id)).consent).toEqual({ ...consentFields, showsMinors: true });
    expect(Object.keys((await app.form('PUT', `/api/media/${id}`, { consentBy: '' }, editor)).json().errors)).toEqual(['consentBy']);
  });

  it('PRIV-30 keeps the consent of a scheduled image, because its publication needs no further confirmation', async () => {
    const publishedAt = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
    const id = getId((await addToGallery({ published: 'false' })).url);
    await create('/api/posts', { ...POST, imageId: id, status: 'scheduled', publishedAt });

    const markResponse = await app.form('PUT', `/api/media/${id}`, { showsMinors: 'true' }, editor);

    expect(Object.keys(markResponse.json().errors).sort()).toEqual(['consentBy', 'consentOn']);
  });
});

describe('an image that several documents show', () => {
  it('NS-31 does not change when one of them gets a new file, which becomes a separate image', async () => {
    const photo = await addToGallery();
    const id = getId(photo.url);
    const post = await create('/api/posts', { ...POST, imageId: id, status: 'published' });

    const changedPost = await update(`/api/posts/${post._id}`, { featuredImage: file, featuredImageAlt: 'Another' });

    expect(getId(changedPost.featuredImage)).not.toBe(id);
    expect(await read(id)).toMatchObject({ version: 1, useCount: 1, alt: 'Dancers on a stage' });
    const versions = (await app.get(`/api/versions/post/${post._id}/1`, editor)).json().data;
    expect(versions.imageId).toBe(id);
    // An image that nothing else shows is replaced and keeps its id.
    expect(getId((await update(`/api/posts/${post._id}`, { featuredImage: file })).featuredImage)).toBe(getId(changedPost.featuredImage));
  });

  it('NS-31 is replaced under its URL in all of them, and their versions keep the former image', async () => {
    const photo = await addToGallery();
    const id = getId(photo.url);
    const post = await create('/api/posts', { ...POST, imageId: id, status: 'published' });
    const before = await read(id);

    const after = await update(`/api/media/${id}`, { image: file, version: String(before.version), focalX: '0.2', focalY: '0.4' });

    expect(after).toMatchObject({ _id: id, version: 2, focalX: 0.2, focalY: 0.4, useCount: 2 });
    expect(await getStatus(before.address)).toBe(200);
    expect((await app.get(`/api/posts/${post._id}`)).json().data.featuredImage).toBe(after.address);
    const versions = (await app.get(`/api/versions/post/${post._id}`, editor)).json().data;
    expect(versions.map(({ number, changed, savedBy }: { number: number; changed: string[]; savedBy: string }) => [number, changed, savedBy])).toEqual([
      [2, ['featuredImage'], 'The editor'],
      [1, [], 'The editor'],
    ]);
    const getImage = async (number: number) => (await app.get(`/api/versions/post/${post._id}/${number}`, editor)).json().data.imageId;
    expect([await getImage(1), await getImage(2)]).toEqual([expect.not.stringMatching(id), id]);
    expect((await list()).map(({ _id }) => _id)).not.toContain(await getImage(1));
    const staleSave = await app.form('PUT', `/api/media/${id}`, { alt: 'Late', version: '1' }, editor);
    expect(staleSave.statusCode).toBe(409);
  });

  it.each<[string, Fields]>([
    ['described', { alt: 'Theirs' }],
    ['marked as decorative', { decorative: 'true' }],
    ['given a different consent', { showsMinors: 'true', consentBy: 'Mrs Okoro', consentOn: '2026-01-31' }],
  ])('NS-31 rejects a form that was opened before it was %s', async (_what, theirFields) => {
    const id = getId((await addToGallery()).url);
    const openedImage = await read(id);
    const saveResponse = await update(`/api/media/${id}`, { ...theirFields, edition: openedImage.edition });
    const staleSave = await app.form('PUT', `/api/media/${id}`, { alt: 'Late', edition: openedImage.edition }, editor);

    expect(staleSave.statusCode).toBe(409);
    expect(await read(id)).toEqual(saveResponse);
    expect((await update(`/api/media/${id}`, { alt: 'In time', edition: saveResponse.edition })).alt).toBe('In time');
  });

  it('NS-31 keeps a consent that is recorded while its focal point is saved', async () => {
    const id = getId((await addToGallery()).url);
    const send = (fields: Fields) => app.form('PUT', `/api/media/${id}`, fields, editor);
    const consent = { showsMinors: 'true', consentBy: 'Mrs Okoro', consentOn: '2026-01-31' };
    // The request that sets the focal point usually writes last, because it creates a file first.
    const [, recorded] = await Promise.all([send({ focalX: '0.2', focalY: '0.4' }), send(consent)]);

    expect(recorded.statusCode).toBe(200);
    expect((await read(id)).consent).toEqual({ ...consent, showsMinors: true });
  });

  it('NS-31 can return to an automatic focal point', async () => {
    const id = getId((await addToGallery({ focalX: '0.1', focalY: '0.9' })).url);
    expect(await read(id)).toMatchObject({ focalX: 0.1, focalY: 0.9, version: 1 });

    expect(await update(`/api/media/${id}`, { focalX: '', focalY: '' })).toMatchObject({ focalX: null, focalY: null, version: 2 });
    const post = await create('/api/posts', { ...POST, featuredImage: file, focalX: '0.5', focalY: '0.5' });
    expect(post.featuredImageFocal).toEqual({ x: 0.5, y: 0.5 });
    expect((await update(`/api/posts/${post._id}`, { focalX: '', focalY: '' })).featuredImageFocal).toBeNull();
  });

  it('NS-32 passes a new alternative text to documents with the same text or none, but not to documents with their own text', async () => {
    const photo = await addToGallery({ alt: '' });
    const id = getId(photo.url);
    const eventWithoutAlt = await create('/api/events', { ...EVENT, imageId: id });
    const ownEvent = await create('/api/events', { ...EVENT, imageId: id, imageAlt: 'x', featuredImageAlt: 'Its own', status: 'draft' });
    const text = await create('/api/posts', { ...POST, content: `<p>W</p><img src="${photo.url}" alt="">` });
    await app.services.db.updateTable('pictures').set({ default_alt: '' }).where('id', '=', id).execute();

    await update(`/api/media/${id}`, { alt: 'Pupils & "teachers"' });

    const get = async (url: string) => (await app.get(url, editor)).json().data;
    expect((await get(`/api/gallery/${photo._id}`)).alt).toBe('Pupils & "teachers"');
    expect((await get(`/api/events/${eventWithoutAlt._id}`)).featuredImageAlt).toBe('Pupils & "teachers"');
    expect((await get(`/api/events/${ownEvent._id}`)).featuredImageAlt).toBe('Its own');
    expect((await get(`/api/posts/${text._id}`)).content).toContain('alt="Pupils &amp; &quot;teachers&quot;"');
    expect((await app.get('/api/gallery?scope=all&q=teachers', editor)).json().data).toHaveLength(1);
    const readVersions = async () =>
      (await app.get(`/api/versions/event/${eventWithoutAlt._id}`, editor)).json().data.map(({ changed }: { changed: readonly string[] }) => changed);
    expect(await readVersions()).toEqual([['featuredImageAlt'], []]);
    await update(`/api/events/${eventWithoutAlt._id}`, { location: 'Kano' });
    expect(await readVersions()).toEqual([['location'], ['featuredImageAlt'], []]);
  });

  it('NS-05 NS-32 may be decorative, and is then published without alternative text', async () => {
    const draft = await create('/api/posts', { ...POST, featuredImage: file });
    const publish = (fields: Fields) => app.form('PUT', `/api/posts/${draft._id}`, { status: 'published', ...fields }, editor);
    expect((await publish({})).json().errors).toEqual({ featuredImageAlt: 'Describe the photo' });

    expect((await publish({ decorative: 'true' })).statusCode).toBe(200);
    const id = getId(draft.featuredImage);
    expect(await read(id)).toMatchObject({ alt: '', decorative: true });
    expect((await list('?missing=alt')).map(({ _id }) => _id)).not.toContain(id);
    expect((await create('/api/programs', { title: 'P', content: '<p>T</p>', imageId: id })).coverImageAlt).toBe('');
  });

  it('NS-08 can be chosen by contributors, who may change it while only their own drafts show it', async () => {
    const photo = await addToGallery();
    const id = getId(photo.url);
    const draft = await create('/api/posts', { ...POST, imageId: id }, contributor);
    expect(getId(draft.featuredImage)).toBe(id);
    const put = (url: string, fields: Fields) => app.form('PUT', url, fields, contributor);

    expect((await put(`/api/media/${id}`, { alt: 'Mine' })).statusCode).toBe(403);
    for (const fields of [{ focalX: '0.1', focalY: '0.1' }, { decorative: 'true' }, { showsMinors: 'true' }])
      expect(Object.keys((await put(`/api/posts/${draft._id}`, fields)).json().errors)).toEqual(['featuredImage']);
    expect((await put(`/api/posts/${draft._id}`, { title: 'Mine', featuredImageAlt: 'Mine' })).statusCode).toBe(200);
    expect(await read(id, contributor)).toMatchObject({ alt: 'Dancers on a stage', mayChange: false, version: 1 });
    expect((await app.send('DELETE', `/api/media/${id}`, undefined, contributor)).statusCode).toBe(403);
    const ownPost = await create('/api/posts', { ...POST, featuredImage: file }, contributor);
    expect((await put(`/api/media/${getId(ownPost.featuredImage)}`, { alt: 'Mine' })).statusCode).toBe(200);
  });
});

describe('deleting an image', () => {
  it('NS-33 is allowed only while nothing shows the image', async () => {
    const post = await create('/api/posts', { ...POST, featuredImage: file, featuredImageAlt: 'A' });
    const id = getId(post.featuredImage);
    const remove = () => app.send('DELETE', `/api/media/${id}`, undefined, editor);
    expect((await remove()).statusCode).toBe(409);
    await app.send('DELETE', `/api/posts/${post._id}`, undefined, editor);
    expect((await remove()).statusCode).toBe(404);
    await app.send('POST', `/api/posts/${post._id}/restore`, undefined, editor);
    await update(`/api/posts/${post._id}`, { removeFeaturedImage: 'true' });

    expect((await remove()).statusCode).toBe(200);
    expect((await app.get(`/api/media/${id}`, editor)).statusCode).toBe(404);
    app.clock.now = new Date(app.clock.now.getTime() + 31 * DAY_MS);
    await emptyTrash(app.services, 30);
    await signIn();
    expect((await app.get(`/api/versions/post/${post._id}/1`, editor)).json().data).toMatchObject({ imageId: '', image: '' });
    const choose = await app.form('PUT', `/api/posts/${post._id}`, { imageId: id }, editor);
    expect([choose.statusCode, choose.json().errors]).toEqual([422, { featuredImage: 'This photo no longer exists' }]);
  });

  it('NS-33 by the trash and by the daily sweep spares images that other content shows', async () => {
    const sharedPost = await create('/api/posts', { ...POST, title: 'First', featuredImage: file });
    const id = getId(sharedPost.featuredImage);
    await create('/api/events', { ...EVENT, imageId: id });
    const textImage = (await app.form('POST', '/api/pictures', { image: file, alt: 'A' }, editor)).json().data;
    const program = await create('/api/programs', { title: 'Of a text', content: '<p>T</p>', imageId: getId(textImage.url) });
    expect(program.coverImageAlt).toBe('A');
    await app.send('DELETE', `/api/posts/${sharedPost._id}`, undefined, editor);
    await app.services.db.deleteFrom('versions').execute();

    app.clock.now = new Date(app.clock.now.getTime() + 31 * DAY_MS);
    await emptyTrash(app.services, 30);
    await sweepTextImages(app.services);
    await sweepVersionImages(app.services);

    await signIn();
    expect(await read(id)).toMatchObject({ useCount: 1 });
    expect(await getStatus(textImage.url)).toBe(200);
  });

  it('considers texts that another release has stored', async () => {
    const { readImageTexts } = await import('../../maintenance/backfills.ts');
    const photo = await addToGallery();
    const id = getId(photo.url);
    const post = await create('/api/posts', { ...POST, status: 'published' });
    await app.services.db
      .updateTable('posts')
      .set({ content: `<img src="${photo.url}" alt="Seen">` })
      .where('id', '=', post._id)
      .execute();
    await app.services.db.updateTable('pictures').set({ alt_key: null }).where('id', '=', id).execute();
    expect((await read(id)).useCount).toBe(1);

    await waitUntil(async () => (await readImageTexts(app.services)) === 0);

    expect((await read(id)).uses.map(({ as }) => as).sort()).toEqual(['image', 'text']);
    expect((await list('?q=dancers')).map(({ _id }) => _id)).toContain(id);
  });
});
