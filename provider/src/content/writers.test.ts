import { applyDueChanges } from '../maintenance/due-changes.ts';
import { createImageFile } from '../testing/images.ts';
import { createDocuments, KINDS_OF_CONTENT } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let editor: string;
let documents: ReturnType<typeof createDocuments>;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  documents = createDocuments(app, () => editor);
});
afterAll(() => app.stop());

type Kind = keyof typeof KINDS_OF_CONTENT;
const ALL_KIND_NAMES = Object.keys(KINDS_OF_CONTENT) as Kind[];
const KINDS_WITH_TEXT = ['post', 'event', 'program'] as const;
const TEXT_FIELDS = { post: 'content', event: 'description', program: 'content' } as const;

const isPublic = async (kind: Kind, id: string): Promise<boolean> => (await app.get(documents.getUrl(kind, id))).statusCode === 200;
const isImagePublic = async (url: string): Promise<boolean> => (await app.get(url)).statusCode === 200;
const addTextImage = async (): Promise<string> => (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data.url;
const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
/** Marks a photo as showing minors without consent. Staff, an import or another release can do the same. */
const markMinors = (url: string) => app.services.db.updateTable('pictures').set({ shows_minors: 1 }).where('id', '=', getImageId(url)).execute();
const after = (seconds: number): string => new Date(app.clock.now.getTime() + seconds * 1000).toISOString();
const advanceTime = async (seconds: number): Promise<void> => {
  const since = app.clock.now;
  app.clock.now = new Date(since.getTime() + seconds * 1000);
  await applyDueChanges(app.services, since);
};

describe('a photo of minors without consent', () => {
  it('PRIV-30 is not published by a change to all following events', async () => {
    const event = await documents.create('event');
    const { ids } = (await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11', '2030-01-18'], status: 'published' }, editor)).json()
      .data;
    const url = await addTextImage();
    await documents.save('event', event._id, { status: 'draft', description: `<p>Come</p><img src="${url}" alt="A">` });
    await markMinors(url);

    const response = await app.send('POST', `/api/events/${event._id}/following`, undefined, editor);
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['description']]);
    expect((await documents.read('event', ids[0])).description).toBe('<p>Come</p>');
    expect(await isImagePublic(url)).toBe(false);
  });

  it('NS-05 keeps the fields that following events need to be public', async () => {
    const event = await documents.create('event');
    const { ids } = (await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11'], status: 'published' }, editor)).json().data;
    await documents.save('event', event._id, { status: 'draft', location: '' });

    expect((await app.send('POST', `/api/events/${event._id}/following`, undefined, editor)).json().errors).toHaveProperty('location');
    expect((await documents.read('event', ids[0])).location).toBe('Yaba');
  });

  it.each(ALL_KIND_NAMES)('PRIV-30 makes a restored %s a draft', async (kind) => {
    const document = await documents.create(kind);
    const url = documents.getImage(kind, document);
    await app.send('DELETE', documents.getUrl(kind, document._id), undefined, editor);
    await markMinors(url);

    const restoredDocument = (await app.send('POST', `${documents.getUrl(kind, document._id)}/restore`, undefined, editor)).json().data;
    expect(kind === 'image' ? restoredDocument.published : restoredDocument.status).toBe(kind === 'image' ? false : 'draft');
    expect([await isPublic(kind, document._id), await isImagePublic(url)]).toEqual([false, false]);
  });

  it.each(KINDS_WITH_TEXT)('PRIV-30 makes a restored %s a draft if it is in the text', async (kind) => {
    const url = await addTextImage();
    const document = await documents.create(kind, { [TEXT_FIELDS[kind]]: `<p>W</p><img src="${url}" alt="A">` });
    await app.send('DELETE', documents.getUrl(kind, document._id), undefined, editor);
    await markMinors(url);

    await app.send('POST', `${documents.getUrl(kind, document._id)}/restore`, undefined, editor);
    expect([await isPublic(kind, document._id), await isImagePublic(url)]).toEqual([false, false]);
  });

  it.each(KINDS_WITH_TEXT)('PRIV-30 is not published by the scheduler with a %s', async (kind) => {
    const publishAt = { [kind === 'post' ? 'publishedAt' : 'publishAt']: after(60) };
    const document = await documents.create(kind, { status: 'scheduled', ...publishAt });
    await markMinors(document[KINDS_OF_CONTENT[kind].file]);

    await advanceTime(61);
    expect((await documents.read(kind, document._id)).status).toBe('draft');
    expect(await isPublic(kind, document._id)).toBe(false);
  });
});

describe('a withdrawn photo', () => {
  it.each(KINDS_WITH_TEXT)('PRIV-30 disappears from the copies and repetitions of a %s', async (kind) => {
    const document = await documents.create(kind, { showsMinors: 'true', consentBy: 'Mrs Obi', consentOn: '2026-01-01' });
    const url = document[KINDS_OF_CONTENT[kind].file];
    const copiedId = (await app.send('POST', `/api/copies/${kind}/${document._id}`, undefined, editor)).json().data._id;
    const ids = [document._id, copiedId];
    if (kind === 'event')
      ids.push(...(await app.send('POST', `/api/events/${document._id}/repeats`, { dates: ['2030-01-11'], status: 'published' }, editor)).json().data.ids);
    const urls = await Promise.all(ids.map(async (id) => (await documents.read(kind, id))[KINDS_OF_CONTENT[kind].file]));
    expect(urls).not.toContain('');

    expect((await app.send('DELETE', `/api/pictures/${getImageId(url)}`, undefined, editor)).statusCode).toBe(200);
    for (const id of ids) expect((await documents.read(kind, id))[KINDS_OF_CONTENT[kind].file]).toBe('');
    for (const each of urls) expect((await app.get(each, editor)).statusCode).toBe(404);
  });

  it.each(KINDS_WITH_TEXT)('PRIV-30 does not come back into a %s with an older text', async (kind) => {
    const url = await addTextImage();
    const field = TEXT_FIELDS[kind];
    const text = `<p>W</p><figure><img src="${url}" alt="Amaka Obi, 12"><figcaption>Amaka Obi</figcaption></figure>`;
    const document = await documents.create(kind, { [field]: text });
    await app.send('DELETE', `/api/pictures/${getImageId(url)}`, undefined, editor);

    expect((await documents.save(kind, document._id, { [field]: text })).statusCode).toBe(200);
    expect((await documents.read(kind, document._id))[field]).toBe('<p>W</p>');
    const draft = { base: document.updatedAt, fields: { [field]: text, title: 'Typed' } };
    const storedDraft = (await app.send('PUT', `/api/drafts/${kind}/${document._id}`, draft, editor)).json().data;
    expect(storedDraft.fields).toEqual({ [field]: '<p>W</p>', title: 'Typed' });
  });
});

describe('an editor who has a document open', () => {
  it.each(KINDS_WITH_TEXT)('NS-09 learns that the scheduler has published a %s, and unpublishes nothing', async (kind) => {
    const publishAt = { [kind === 'post' ? 'publishedAt' : 'publishAt']: after(60) };
    const openedDocument = await documents.create(kind, { status: 'scheduled', ...publishAt });
    await advanceTime(61);
    expect(await isPublic(kind, openedDocument._id)).toBe(true);

    expect(
      (await documents.save(kind, openedDocument._id, { title: 'Late', status: 'scheduled', ...publishAt, updatedAt: openedDocument.updatedAt })).statusCode,
    ).toBe(409);
    expect(await isPublic(kind, openedDocument._id)).toBe(true);
    const versions = (await app.get(`/api/versions/${kind}/${openedDocument._id}`, editor)).json().data;
    expect(versions.map(({ act, savedBy }: { act: string; savedBy: string }) => [act, savedBy])).toEqual([
      ['published', ''],
      ['saved', 'The editor'],
    ]);
  });

  it.each(KINDS_WITH_TEXT)('NS-09 learns that the scheduler has unpublished a %s', async (kind) => {
    const openedDocument = await documents.create(kind, { unpublishAt: after(60) });
    await advanceTime(61);

    expect((await documents.read(kind, openedDocument._id)).status).toBe('archived');
    expect((await documents.save(kind, openedDocument._id, { title: 'Late', updatedAt: openedDocument.updatedAt })).statusCode).toBe(409);
    expect((await app.get(`/api/versions/${kind}/${openedDocument._id}`, editor)).json().data[0]).toMatchObject({ act: 'unpublished', savedBy: '' });
  });

  it.each(ALL_KIND_NAMES)('NS-09 learns that a %s was moved to the trash and restored', async (kind) => {
    const openedDocument = await documents.create(kind);
    await app.send('DELETE', documents.getUrl(kind, openedDocument._id), undefined, editor);
    await app.send('POST', `${documents.getUrl(kind, openedDocument._id)}/restore`, undefined, editor);

    expect((await documents.save(kind, openedDocument._id, { title: 'Late', updatedAt: openedDocument.updatedAt })).statusCode).toBe(409);
  });

  it('NS-09 learns that all following events have changed', async () => {
    const event = await documents.create('event');
    const { ids } = (await app.send('POST', `/api/events/${event._id}/repeats`, { dates: ['2030-01-11'] }, editor)).json().data;
    const openedEvent = await documents.read('event', ids[0]);
    await app.send('POST', `/api/events/${event._id}/following`, undefined, editor);

    expect((await documents.save('event', ids[0], { title: 'Late', updatedAt: openedEvent.updatedAt })).statusCode).toBe(409);
  });
});

describe('a publication time', () => {
  it('NS-05 becomes the current time when the post is published now', async () => {
    const post = await documents.create('post', { status: 'scheduled', publishedAt: after(3600) });
    const publishedPost = (await documents.save('post', post._id, { status: 'published' })).json().data;

    expect([publishedPost.status, publishedPost.publishedAt]).toEqual(['published', app.clock.now.toISOString()]);
  });

  it('NS-05 in the future schedules the post instead of publishing it', async () => {
    const post = await documents.create('post', { status: 'published', publishedAt: after(3600) });

    expect(post.status).toBe('scheduled');
    expect(await isPublic('post', post._id)).toBe(false);
    await advanceTime(3601);
    expect(await isPublic('post', post._id)).toBe(true);
  });
});
