import { ALL_KINDS, type DocumentKind, listTextColumns } from '../database/document-kinds.ts';
import { indexPublicContent } from '../maintenance/backfills.ts';
import { readRecentLinks } from '../maintenance/check-links.ts';
import { applyDueChanges } from '../maintenance/due-changes.ts';
import { removeSamples } from '../maintenance/remove-samples.ts';
import { createImageFile } from '../testing/images.ts';
import { createDocuments, KINDS_OF_CONTENT } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { exportFrom, importArchive } from '../testing/transfers.ts';

let app: TestApp;
let admin: string;
let documents: ReturnType<typeof createDocuments>;
beforeAll(async () => {
  app = await startTestApp({ settings: { SITE_URL: 'https://site.example' } });
  documents = createDocuments(app, () => admin);
});
beforeEach(async () => {
  admin = (await app.signInAs('admin')).token;
});
afterAll(() => app.stop());

const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
const after = (seconds: number): string => new Date(app.clock.now.getTime() + seconds * 1000).toISOString();
const advanceTime = async (seconds: number): Promise<void> => {
  const since = app.clock.now;
  app.clock.now = new Date(since.getTime() + seconds * 1000);
  await applyDueChanges(app.services, since);
  admin = (await app.signInAs('admin')).token;
};
const getStatus = async (url: string, token?: string): Promise<number> => (await app.get(url, token)).statusCode;
const find = async (word: string): Promise<string[]> => {
  await indexPublicContent(app.services);
  return (await app.get(`/api/search?q=${word}`)).json().data.results.map(({ _id }: { _id: string }) => _id);
};
let words = 0;
const createWord = (): string => {
  words += 1;
  return `xylo${'abcdefghij'[words % 10]}${'abcdefghij'[Math.floor(words / 10) % 10]}phone`;
};
const isVersioned = ({ versionKind }: DocumentKind): boolean => versionKind !== null;
const toNamedCases = (kinds: readonly DocumentKind[]) => kinds.map((documentKind) => [documentKind.kind.name, documentKind] as const);

it('the test table contains all kinds', () => {
  expect(Object.keys(KINDS_OF_CONTENT).sort()).toEqual(ALL_KINDS.map(({ kind }) => kind.name).sort());
});

describe.each(toNamedCases(ALL_KINDS))('a %s', (name, documentKind) => {
  it('GEN-06 is found by visitors while it is public, and by staff at any time', async () => {
    const word = createWord();
    const { _id } = await documents.create(name, { title: word });
    const list = `/api/${KINDS_OF_CONTENT[name].list}?scope=all&status=all&q=${word}`;
    expect([await find(word), (await app.get(list, admin)).json().data.length]).toEqual([[_id], 1]);

    await documents.save(name, _id, KINDS_OF_CONTENT[name].hidden);
    expect([await find(word), (await app.get(list, admin)).json().data.length]).toEqual([[], 1]);
  });

  it('PRIV-10 is found for a person named in its title or image description', async () => {
    const [first, second] = [createWord(), createWord()];
    const altField = documentKind.kind.image.altField;
    const { _id } = await documents.create(name, { title: first, [altField]: `${second} at the gate` });
    for (const word of [first, second]) {
      const response = await app.send('POST', '/api/privacy/person', { name: word, email: '', phone: '' }, admin);
      expect([word, response.body.includes(_id)]).toEqual([word, true]);
    }
  });

  it('NS-09 is hidden in the trash, listed there, and public again when it is restored', async () => {
    const { _id, ...document } = await documents.create(name);
    const address = documents.getUrl(name, _id);
    await app.send('DELETE', address, undefined, admin);
    expect([await getStatus(address), await getStatus(documents.getImage(name, document))]).toEqual([404, 404]);
    expect((await app.get('/api/trash', admin)).json().data).toContainEqual(expect.objectContaining({ kind: name, _id, wasPublic: true }));

    await app.send('POST', `${address}/restore`, undefined, admin);
    expect([await getStatus(address), await getStatus(documents.getImage(name, document))]).toEqual([200, 200]);
  });

  it('PRIV-31 loses a photo and its description when consent is withdrawn', async () => {
    const word = createWord();
    const altField = documentKind.kind.image.altField;
    const document = await documents.create(name, { [altField]: word });
    const image = documents.getImage(name, document);
    await app.send('DELETE', `/api/pictures/${getImageId(image)}`, undefined, admin);

    expect([await getStatus(image), await getStatus(image, admin)]).toEqual([404, 404]);
    expect((await app.get(documents.getUrl(name, document._id), admin)).body).not.toContain(word);
    expect(await app.services.db.selectFrom('versions').select('id').where('fields', 'like', `%${word}%`).execute()).toEqual([]);
  });

  it('NS-30 is listed as a use of its image, which the library finds by the title', async () => {
    const word = createWord();
    const document = await documents.create(name, { title: word });
    const foundImages = (await app.get(`/api/media?q=${word}`, admin)).json().data;
    expect(foundImages).toHaveLength(1);
    expect(foundImages[0].uses).toEqual([expect.objectContaining({ kind: name, _id: document._id, as: 'image', isPublic: true })]);
  });

  it('has a card for link previews while it is public', async () => {
    const { _id, shareImage } = await documents.create(name);
    expect(await getStatus(shareImage)).toBe(200);
    await documents.save(name, _id, KINDS_OF_CONTENT[name].hidden);
    expect(await getStatus(shareImage)).toBe(404);
  });

  it('PRIV-15 creates an audit entry with its name and the values before and after', async () => {
    const word = createWord();
    const { _id } = await documents.create(name);
    await documents.save(name, _id, { title: word });
    const entries = (await app.get(`/api/audit?q=${word}`, admin)).json().data;
    expect(entries).toContainEqual(expect.objectContaining({ action: `${name}.update`, subjectKind: name, subjectId: _id }));
    expect(entries[0].details).toMatchObject({ before: { title: 'Open day' }, after: { title: word } });
  });

  it('STAFF-22 is exported, and imported into another site', async () => {
    const other = await startTestApp();
    try {
      const { _id } = await documents.create(name);
      const items = await importArchive(other, (await other.signInAs('admin')).token, await exportFrom(app, admin));
      expect(items).toContainEqual(expect.objectContaining({ kind: name, outcome: 'new', file: expect.stringContaining(_id) }));
      expect((await other.get(documents.getUrl(name, _id))).statusCode).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('is removed with the samples if it is a sample', async () => {
    const [sample, own] = [await documents.create(name), await documents.create(name)];
    await app.services.db.updateTable(documentKind.table).set({ is_sample: 1 }).where('id', '=', sample._id).execute();
    expect(await removeSamples(app.services)).toBe(1);
    expect([await getStatus(documents.getUrl(name, sample._id)), await getStatus(documents.getUrl(name, own._id))]).toEqual([404, 200]);
  });
});

describe.each(toNamedCases(ALL_KINDS.filter(({ publishAtColumn }) => publishAtColumn !== null)))('a scheduled %s', (name, { kind }) => {
  it('NS-05 is published and unpublished at the chosen times', async () => {
    const { _id } = await documents.create(name, { status: 'scheduled', [kind.publishAtField ?? '']: after(60), unpublishAt: after(180) });
    const address = documents.getUrl(name, _id);
    expect(await getStatus(address)).toBe(404);
    await advanceTime(61);
    expect(await getStatus(address)).toBe(200);
    await advanceTime(120);
    expect([await getStatus(address), (await documents.read(name, _id)).status]).toEqual([404, 'archived']);
  });
});

describe.each(toNamedCases(ALL_KINDS.filter(isVersioned)))('a versioned %s', (name, documentKind) => {
  it('NS-33 has versions, a review with a link, unsaved drafts and copies', async () => {
    const { _id } = await documents.create(name, { status: 'draft' });
    await documents.save(name, _id, { title: 'Changed' });
    expect((await app.get(`/api/versions/${name}/${_id}`, admin)).json().data).toHaveLength(2);
    expect((await app.send('POST', `/api/reviews/${name}/${_id}`, { act: 'request', comment: '' }, admin)).json().data.state).toBe('requested');
    const { path } = (await app.send('POST', `/api/reviews/${name}/${_id}/links`, { days: 7 }, admin)).json().data;
    expect(await getStatus(`/api/review-links/${path.split('/').at(-1)}`)).toBe(200);
    const draft = { base: '', fields: { title: 'Typed' } };
    expect((await app.send('PUT', `/api/drafts/${name}/${_id}`, draft, admin)).statusCode).toBe(200);
    expect((await app.send('POST', `/api/copies/${name}/${_id}`, undefined, admin)).statusCode).toBe(201);
  });

  it('STAFF-18 makes the images in all of its texts public, and has its links checked', async () => {
    for (const [field] of listTextColumns(documentKind)) {
      const { url } = (await app.form('POST', '/api/pictures', { image: await createImageFile() }, admin)).json().data;
      const address = `https://other.example/${createWord()}`;
      const { _id } = await documents.create(name, { [field]: `<p><a href="${address}">A</a></p><img src="${url}" alt="A">` });
      expect([field, await getStatus(url)]).toEqual([field, 200]);
      await readRecentLinks(app.services, new AbortController().signal);
      const [link] = (await app.get(`/api/external-links?q=${address}`, admin)).json().data;
      expect([field, link?.documents]).toEqual([field, [{ kind: name, _id, title: 'Open day' }]]);
    }
  });
});
