import { endSessions } from '../database/audit-sessions.ts';
import { getStorageKey } from '../images/image-server.ts';
import { createImageFile } from '../testing/images.ts';
import { createDocuments } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { renameAuthor } from './rename-author.ts';

let app: TestApp;
let editor: string;
let editorId: string;
let contributor: string;
let admin: string;
let documents: ReturnType<typeof createDocuments>;
beforeAll(async () => {
  app = await startTestApp();
  ({ token: editor, userId: editorId } = await app.signInAs('editor'));
  contributor = (await app.signInAs('contributor')).token;
  admin = (await app.signInAs('admin')).token;
  documents = createDocuments(app, () => editor);
});
afterAll(() => app.stop());

const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
let side = 100;
const createPhoto = (): Promise<Buffer> => {
  side += 1;
  return createImageFile(side);
};
const addTextImage = async (): Promise<string> => (await app.form('POST', '/api/pictures', { image: await createPhoto() }, editor)).json().data.url;
const toCaptionedFigure = (url: string): string => `<p>W</p><figure><img src="${url}" alt="Amaka Obi, 12"><figcaption>Amaka Obi</figcaption></figure>`;
const markMinors = (url: string) => app.services.db.updateTable('pictures').set({ shows_minors: 1 }).where('id', '=', getImageId(url)).execute();
const withdraw = (url: string) => app.send('DELETE', `/api/pictures/${getImageId(url)}`, undefined, editor);
const readConsent = (url: string) =>
  app.services.db.selectFrom('pictures').select(['shows_minors', 'consent_by']).where('id', '=', getImageId(url)).executeTakeFirstOrThrow();
/** Turns the image `copy` into a copy of `source`, as an earlier release would have stored it. */
const makeCopy = async (source: string, copy: string): Promise<void> => {
  const { db, stores } = app.services;
  const original = await db.selectFrom('pictures').selectAll().where('id', '=', getImageId(source)).executeTakeFirstOrThrow();
  const copiedRow = { ...original, id: getImageId(copy), is_copy: 1 as const };
  await db.updateTable('pictures').set(copiedRow).where('id', '=', copiedRow.id).execute();
  await stores.originals.put(getStorageKey(copiedRow), (await stores.originals.get(getStorageKey(original))) ?? Buffer.alloc(0));
};
/** Runs an action just before the next write, after the request has read its rows. */
const beforeNextWrite = (action: () => Promise<unknown>) => {
  const { revision } = app.services;
  const write = revision.write.bind(revision);
  return jest.spyOn(revision, 'write').mockImplementationOnce(async (...args) => {
    await action();
    return write(...args);
  });
};
const listVersions = async (kind: string, id: string): Promise<{ title: string; act: string }[]> =>
  (await app.get(`/api/versions/${kind}/${id}`, editor)).json().data;

describe('consent', () => {
  it('PRIV-30 is required for another photo of minors, even if the previous photo lacked it too', async () => {
    const oldImageUrl = await addTextImage();
    const event = await documents.create('event', { description: `<p>Come</p><img src="${oldImageUrl}" alt="A">` });
    await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11'], status: 'published' }, editor);
    await markMinors(oldImageUrl);
    const url = await addTextImage();
    await documents.save('event', event._id, { status: 'draft', description: `<p>Come</p><img src="${url}" alt="A">` });
    await markMinors(url);

    expect((await app.send('POST', `/api/events/${event._id}/following`, undefined, editor)).statusCode).toBe(422);
    expect((await app.get(url)).statusCode).toBe(404);
  });

  it('PRIV-30 to a public photo is not removed by a draft that also shows it', async () => {
    const source = await documents.create('post', { featuredImage: await createPhoto(), showsMinors: 'true', consentBy: 'Mrs Obi', consentOn: '2026-01-01' });
    const copiedId = (await app.send('POST', `/api/copies/post/${source._id}`, undefined, editor)).json().data._id;

    expect((await documents.save('post', copiedId, { consentBy: '', consentOn: '' })).statusCode).toBe(422);
    expect(await readConsent(source.featuredImage)).toMatchObject({ consent_by: 'Mrs Obi' });
  });

  it('NS-08 PRIV-30 to a copy can be changed only by users who may change the photo', async () => {
    const source = await documents.create('post', { featuredImage: await createPhoto(), status: 'draft' });
    const ownDocuments = createDocuments(app, () => contributor);
    const copy = await ownDocuments.create('post', { featuredImage: await createPhoto(), status: 'draft' });
    await makeCopy(source.featuredImage, copy.featuredImage);
    await withdraw(await addTextImage());
    await documents.save('post', source._id, { showsMinors: 'true' });

    expect((await ownDocuments.save('post', copy._id, { showsMinors: 'false' })).statusCode).toBe(422);
    expect(await readConsent(source.featuredImage)).toMatchObject({ shows_minors: 1 });
  });
});

describe('a withdrawal', () => {
  it('PRIV-31 reaches copies of an earlier release that are not linked yet', async () => {
    const [source, copy] = [
      await documents.create('post', { featuredImage: await createPhoto() }),
      await documents.create('post', { featuredImage: await createPhoto() }),
    ];
    await makeCopy(source.featuredImage, copy.featuredImage);
    await withdraw(source.featuredImage);

    expect((await app.get(copy.featuredImage)).statusCode).toBe(404);
  });

  it('PRIV-31 reaches a photo that an earlier release stored twice for one document', async () => {
    const [first, second, last] = [await createPhoto(), await createPhoto(), await createPhoto()];
    const post = await documents.create('post', { featuredImage: first });
    for (const file of [second, first, last]) await documents.save('post', post._id, { featuredImage: file, featuredImageAlt: 'B' });
    await app.services.db.updateTable('pictures').set({ origin_id: null }).execute();
    const { imageId } = (await app.get(`/api/versions/post/${post._id}/1`, editor)).json().data;
    await withdraw((await documents.read('post', post._id)).featuredImage);

    expect((await documents.save('post', post._id, { imageId, featuredImageAlt: 'A' })).statusCode).toBe(422);
  });

  it('PRIV-31 leaves no caption when it happens during a save or a change of following events', async () => {
    const url = await addTextImage();
    const post = await documents.create('post');
    const saveSpy = beforeNextWrite(() => withdraw(url));
    expect((await documents.save('post', post._id, { content: toCaptionedFigure(url) })).statusCode).toBe(200);
    saveSpy.mockRestore();
    expect((await documents.read('post', post._id)).content).toBe('<p>W</p>');

    const other = await addTextImage();
    const event = await documents.create('event', { description: toCaptionedFigure(other) });
    const { ids } = (await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11'], status: 'published' }, editor)).json().data;
    const seriesSpy = beforeNextWrite(() => withdraw(other));
    expect((await app.send('POST', `/api/events/${event._id}/following`, undefined, editor)).statusCode).toBe(200);
    seriesSpy.mockRestore();
    expect((await documents.read('event', ids[0])).description).toBe('<p>W</p>');
  });
});

describe('a public document', () => {
  it.each(['post', 'event', 'program', 'image'] as const)('NS-32 stays public when the library clears the alternative text of a %s', async (kind) => {
    const document = await documents.create(kind);
    expect((await app.form('PUT', `/api/media/${getImageId(documents.getImage(kind, document))}`, { alt: '' }, editor)).statusCode).toBe(200);
    expect((await app.get(documents.getUrl(kind, document._id))).statusCode).toBe(200);
  });

  it('NS-05 stays public when a save repeats a future publication time that an earlier release ignored', async () => {
    const post = await documents.create('post');
    const publishedAt = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
    await app.services.db.updateTable('posts').set({ published_at: publishedAt }).where('id', '=', post._id).execute();
    expect((await documents.save('post', post._id, { title: 'New', status: 'published', publishedAt })).json().data.status).toBe('published');
  });

  it('NS-05 becomes public on time, even if it is changed just before the scheduler runs', async () => {
    const publishAt = new Date(app.clock.now.getTime() + 60_000).toISOString();
    const [post, event] = [
      await documents.create('post', { status: 'scheduled', publishedAt: publishAt }),
      await documents.create('event', { status: 'scheduled', publishAt, featuredImageAlt: 'A' }),
    ];
    app.clock.now = new Date(app.clock.now.getTime() + 60_500);
    await renameAuthor(app.services, editorId, { from: 'The editor', to: 'Ed', by: editorId });
    await app.form('PUT', `/api/media/${getImageId(event.featuredImage)}`, { alt: 'New' }, editor);
    expect([(await documents.read('post', post._id)).status, (await documents.read('event', event._id)).status]).toEqual(['scheduled', 'scheduled']);
  });
});

describe('an image that another document has started to show', () => {
  it('NS-32 keeps its file, and the saved document gets a new image with the new file', async () => {
    const draft = await documents.create('post', { status: 'draft' });
    let other = { _id: '', featuredImage: '' };
    const spy = beforeNextWrite(async () => {
      const fields = {
        title: 'Other',
        category: 'C',
        content: '<p>W</p>',
        status: 'published',
        featuredImageAlt: 'A',
        imageId: getImageId(draft.featuredImage),
      };
      other = (await app.form('POST', '/api/posts', fields, editor)).json().data;
    });
    const saveResponse = await documents.save('post', draft._id, { featuredImage: await createPhoto(), featuredImageAlt: 'B', showsMinors: 'true' });
    spy.mockRestore();

    expect([saveResponse.statusCode, (await documents.read('post', other._id)).featuredImage]).toEqual([200, other.featuredImage]);
    expect(getImageId((await documents.read('post', draft._id)).featuredImage)).not.toBe(getImageId(other.featuredImage));
    expect(await readConsent(other.featuredImage)).toMatchObject({ shows_minors: null });
  });
});

describe('versions', () => {
  it('NS-33 keep a manual save after autosaves, even if it contains no further change', async () => {
    const post = await documents.create('post', { status: 'draft' });
    await documents.save('post', post._id, { title: 'One', isAutosave: 'true' });
    await documents.save('post', post._id, { title: 'One' });
    await documents.save('post', post._id, { title: 'Two', isAutosave: 'true' });
    expect((await listVersions('post', post._id)).map(({ title, act }) => [title, act])).toEqual([
      ['Two', 'autosaved'],
      ['One', 'saved'],
      ['Open day', 'saved'],
    ]);
  });

  it.each(['post', 'program'] as const)('NS-33 do not change when a %s is restored from the trash', async (kind) => {
    const { _id } = await documents.create(kind);
    await app.send('DELETE', documents.getUrl(kind, _id), undefined, editor);
    await app.send('POST', `${documents.getUrl(kind, _id)}/restore`, undefined, editor);
    expect(await listVersions(kind, _id)).toHaveLength(1);
    await documents.save(kind, _id, { title: 'Later' });
    expect(await listVersions(kind, _id)).toHaveLength(2);
  });
});

describe('an autosave session', () => {
  const listSessions = async (id: string) =>
    (await app.get(`/api/audit?q=${id}`, admin)).json().data.filter(({ action }: { action: string }) => action.endsWith('.autosave'));

  it('PRIV-15 contains only the changes of its user', async () => {
    const event = await documents.create('event', { status: 'draft' });
    const { ids } = (await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11'] }, editor)).json().data;
    await documents.save('event', ids[0], { agenda: 'Mine', isAutosave: 'true' });
    await createDocuments(app, () => admin).save('event', event._id, { location: 'Elsewhere' });
    await app.send('POST', `/api/events/${event._id}/following`, undefined, admin);
    await endSessions(app.services, {});
    expect((await listSessions(ids[0])).map(({ facts }: { facts: { fields: string[] } }) => facts.fields)).toEqual([['agenda']]);
  });

  it('PRIV-15 contains no change that visitors could see, and ends with a save to the URL with the slug', async () => {
    const post = await documents.create('post', { status: 'draft' });
    await documents.save('post', post._id, { status: 'published', isAutosave: 'true' });
    expect((await app.get(`/api/audit?q=${post._id}`, admin)).json().data[0]).toMatchObject({
      action: 'post.update',
      details: { after: { status: 'published' } },
    });

    const draft = await documents.create('post', { status: 'draft', title: 'By slug' });
    await documents.save('post', draft._id, { excerpt: 'Typed', isAutosave: 'true' });
    await documents.save('post', draft.slug, { excerpt: 'By hand' });
    expect(await listSessions(draft._id)).toHaveLength(1);
  });

  it('PRIV-10 does not restore the erased data of a person', async () => {
    const person = { name: 'Zainab Quux', email: 'zq@x.example', phone: '' };
    const post = await documents.create('post', { status: 'draft', excerpt: 'Zainab Quux zq@x.example told us' });
    await documents.save('post', post._id, { excerpt: 'A girl told us', isAutosave: 'true' });
    const { items } = (await app.send('POST', '/api/privacy/person', person, admin)).json().data;
    const places = ['applications', 'audit', 'images', 'versions', 'drafts', 'comments'];
    const chosenIds = Object.fromEntries(
      places.map((place) => [place, items.filter((item: { place: string }) => item.place === place).map(({ _id }: { _id: string }) => _id)]),
    );
    expect((await app.send('POST', '/api/privacy/erase', { ...person, imageIds: [], chosen: chosenIds }, admin)).statusCode).toBe(200);
    await endSessions(app.services, {});
    expect((await app.get('/api/audit?q=zq@x.example', admin)).json().data.filter(({ action }: { action: string }) => action === 'post.autosave')).toEqual([]);
  });
});
